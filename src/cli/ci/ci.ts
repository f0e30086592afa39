import { readDuration, testingOptions } from "../../application/options.ts";
import type { Option, Words } from "../../application/words.ts";
import type { CiJob } from "../../ci/ci-job.ts";
import { findGoodCommit, type GoodCommitSearch } from "../../ci/good-commit.ts";
import { readJob } from "../../ci/read-job.ts";
import { maskSecrets } from "../../core/mask-secrets.ts";
import { UserError } from "../../core/user-error.ts";
import { treeOptions } from "../../versions/tree-options.ts";
import { Repository } from "../../world/git/repository.ts";
import type { Command } from "../command.ts";
import { explainInJob } from "./explain.ts";
import { checkOutput } from "./output.ts";
import { reportInJob, reportNothing } from "./report.ts";
import { stepWords } from "./step-words.ts";

/** Options of the searches that a job may set, too. */
const passedOn: readonly Option[] = [
  ...testingOptions.filter(({ name }) => !["reuse", "max-tests", "budget"].includes(name)),
  ...treeOptions,
];
const defaultOutput = ".culprit/ci";
const defaultBudget = 30 * 60_000;

export const ciCommand: Command = {
  name: "ci",
  usage: "culprit ci [options] -- TEST…",
  about: "why a job of CI is red: which commit since the last green one, or what else; for GitHub, GitLab and others",
  options: [
    { name: "good", value: "REV", about: "a commit that passes (default: the last one on which CI was green)" },
    { name: "bad", value: "REV", about: "the commit that fails (default: HEAD)" },
    { name: "base", value: "BRANCH", about: "the branch whose green commits count (default: as the job says)" },
    { name: "test", value: "CMD", about: "the test as it is in the step that is red, instead of the words after --" },
    { name: "budget", value: "D", about: "stop after this time; the next job goes on (default: 30m)" },
    { name: "output", value: "DIR", about: `folder for the reports and patches (default: ${defaultOutput})` },
    { name: "no-comment", about: "leave no comment on the pull request" },
    ...passedOn,
    { name: "quiet", about: "show no progress" },
    { name: "help", about: "show this" },
  ],
  whereTestsRun: "To compare commits on an engine, set the variable CULPRIT_ENGINE.",
  example: [
    "Compares the commit that fails with the last green one. A failure that does not come back here, or that the green commit shows,",
    "too, is blamed on no commit. A file that the test names is each commit's own, if the green one has it; --keep FILE keeps yours.",
    "Exit: 0 a cause was found, 1 it fails here and no cause was found, 75 it does not fail here,",
    "or another process makes this search.",
    "",
    "  culprit ci -- npm test",
    "  culprit ci --good v1.4 --budget 10m --build make -- ./check.sh",
  ].join("\n"),
  run: async (words) => {
    const output = words.value("output") ?? defaultOutput;
    checkOutput(output);
    const environment = { ...process.env };
    // The tests have no use for it.
    delete process.env.CULPRIT_TOKEN;
    const job = withBase(readJob(environment), words.value("base"));
    const task = {
      test: readCiTest(words, job),
      ...(await readCommits(words, job)),
      options: passedOn.flatMap((option) => optionWords(words, option)),
      budget: readDuration(words, "budget") ?? defaultBudget,
      quiet: words.has("quiet"),
      mask: (text: string) => maskSecrets(text, environment),
    };
    const target = {
      job,
      environment,
      output,
      comments: !words.has("no-comment"),
    };
    try {
      return await reportInJob(await explainInJob(task), task, target);
    } catch (error) {
      // A full disk, say: that nobody is blamed has to be seen where people look.
      reportNothing(error as Error, target);
      throw error;
    }
  },
};

/** The words after --, or those of a step. */
function readCiTest(words: Words, { system }: CiJob): readonly string[] {
  const line = words.value("test");
  const given = line === undefined || words.isGiven("--") ? (words.test ?? []) : [];
  if (line !== undefined && given.length > 0)
    throw new UserError("The test is both in --test and after --: give one of them.");
  if ((line === undefined && given.length === 0) || words.positionals.length > 0)
    throw new UserError("What is the test? Put it after --, as in: culprit ci -- npm test");
  if (line === undefined) return given;
  if (line.trim() === "") throw new UserError("--test is empty: which command fails?");
  return stepWords(line, system);
}

interface Commits extends GoodCommitSearch {
  readonly bad: string;
  readonly isHead: boolean;
}

async function readCommits(words: Words, job: CiJob): Promise<Commits> {
  const repository = Repository.containing(process.cwd());
  if (!repository) throw new UserError("culprit ci needs a git repository, and there is none here.");
  const resolve = (revision: string) => {
    const commit = repository.resolveCommit(revision);
    if (commit === undefined) throw new UserError(`There is no commit ${revision} in this clone. Fetch it first.`);
    return commit;
  };
  const bad = resolve(words.value("bad") ?? "HEAD");
  const known = { bad, isHead: bad === resolve("HEAD") };
  const given = words.value("good");
  if (given === undefined) return { ...known, ...(await findGoodCommit(job, repository, bad)) };
  return { ...known, good: { commit: resolve(given), reason: `It was given by --good ${given}.` }, problems: [] };
}

function withBase(job: CiJob, base: string | undefined): CiJob {
  return base === undefined ? job : { ...job, branches: [base], candidates: [`origin/${base}`, base] };
}

function optionWords(words: Words, { name, value }: Option): string[] {
  const given = words.value(name);
  if (value === undefined) return words.has(name) ? [`--${name}`] : [];
  return given === undefined ? [] : [`--${name}`, given];
}
