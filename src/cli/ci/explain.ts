import { join, relative } from "node:path";
import { type ApplicationName, applicationOf } from "../../causes/applications.ts";
import type { GoodCommit } from "../../ci/good-commit.ts";
import type { Story } from "../../core/finding.ts";
import { addedSince } from "../../versions/worlds/added-since.ts";
import { namedFiles } from "../../versions/worlds/user-files.ts";
import { Repository } from "../../world/git/repository.ts";
import { type CiSearchEnd, searchInJob } from "./search.ts";

/** What a job asks for. */
export interface CiTask {
  readonly test: readonly string[];
  readonly bad: string;
  /** The commit that fails is checked out. */
  readonly isHead: boolean;
  readonly good?: GoodCommit;
  /** What went wrong when a good commit was looked for, as sentences. */
  readonly problems: readonly string[];
  /** Options of the searches, as words of the command line. */
  readonly options: readonly string[];
  /** In milliseconds, for all searches. */
  readonly budget: number;
  readonly quiet: boolean;
  /** Hides what nobody should read in the log. */
  readonly mask: (text: string) => string;
}

/** What a job found out. */
export interface CiEnd {
  readonly end: CiSearchEnd;
  /** What was compared, and why other searches said nothing, as sentences. */
  readonly sentences: readonly string[];
}

/** Shorter than a hash, and longer than two commits of one repository have in common. */
const hashLength = 12;
/** A search that gets less time than this learns nothing, in milliseconds. */
const minBudget = 1000;

/**
 * Looks for the cause among the commits since the good one. If these cannot be judged, because the good commit fails on this machine,
 * too, it looks for what else decides. A test that does not fail here is no cause for a further search.
 */
export async function explainInJob(task: CiTask): Promise<CiEnd> {
  const began = Date.now();
  const { good, bad, problems } = task;
  const short = (commit: string) => commit.slice(0, hashLength);
  if (!good) {
    const sentences = [...problems, "No commit is known that passes: name one with --good REV, if there is one."];
    return { end: await searchFor("why", [], { task, budget: task.budget }), sentences };
  }
  const compared = `${short(bad)} is compared with ${short(good.commit)}. ${good.reason}`;
  const end = await searchFor("changes", [short(good.commit), short(bad), "--all-files"], {
    task: { ...task, options: keepingAdded(task, good) },
    budget: task.budget,
  });
  const left = task.budget - (Date.now() - began);
  const refusal = refusalOf(end);
  if (refusal === undefined || !task.isHead || left < minBudget) return { end, sentences: [compared, ...problems] };
  const sentences = [compared, ...problems, `Its changes could not be judged here. ${refusal}`, ...notesOf(end)];
  return { end: await searchFor("why", [], { task, budget: left }), sentences };
}

/**
 * The files that the test names are those of each commit, as they were when CI ran there. What the good commit does not have is the
 * job's own in all of them, so that the test can run at all.
 */
function keepingAdded({ test, options }: CiTask, { commit }: GoodCommit): readonly string[] {
  const cwd = process.cwd();
  const repository = Repository.containing(cwd);
  if (!repository) return options;
  const { root } = repository;
  const added = addedSince(repository, commit, namedFiles({ test, cwd }, root));
  return withListed(
    options,
    "--keep",
    added.map((path) => relative(cwd, join(root, path))),
  );
}

/** Adds items to an option whose value is a list. */
function withListed(options: readonly string[], name: string, items: readonly string[]): readonly string[] {
  if (items.length === 0) return options;
  const at = options.indexOf(name) + 1;
  const list = items.join(",");
  return at === 0 ? [...options, name, list] : options.with(at, `${options[at]},${list}`);
}

async function searchFor(
  kind: ApplicationName,
  words: readonly string[],
  { task, budget }: { readonly task: CiTask; readonly budget: number },
): Promise<CiSearchEnd> {
  const { options } = await applicationOf(kind);
  const known = task.options.flatMap((word, i) => {
    const name = word.startsWith("--") ? word.slice(2) : task.options[i - 1]!.slice(2);
    return options.some((option) => option.name === name) ? [word] : [];
  });
  return searchInJob(kind, [...words, ...known, "--budget", `${budget}ms`, "--", ...task.test], task);
}

/** Why the commits cannot be judged, although the test fails here; undefined: they do, or it does not. */
function refusalOf(end: CiSearchEnd): string | undefined {
  if ("refusal" in end) return end.refusal;
  return "story" in end && failsHere(end.story) ? end.story.finding.reason : undefined;
}

/** What was not searched, among others. */
function notesOf(end: CiSearchEnd): readonly string[] {
  return "story" in end ? (end.story.finding.notes ?? []) : [];
}

function failsHere({ finding: { verdict, failure } }: Story): boolean {
  return verdict === "not-reproduced" && failure !== undefined;
}
