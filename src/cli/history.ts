import { resolve } from "node:path";
import { contentsOf, patchFiles } from "../causes/history/given.ts";
import { lineOf } from "../causes/history/line.ts";
import { checkOutput } from "../causes/history/places.ts";
import type { HistoryRequest } from "../causes/history/request.ts";
import { UserError } from "../core/user-error.ts";
import { Repository } from "../world/git/repository.ts";
import { treeHash } from "../world/tree/tree-hash.ts";
import { workingTree } from "../world/tree/version.ts";
import type { Command, Words } from "./command.ts";
import { readConditions, readCount, reportingOptions, testingOptions } from "./options.ts";
import { begin } from "./work.ts";

const usualBranches = 3;

export const history: Command = {
  name: "history",
  usage: "culprit history [options] -- TEST…",
  about: "no version ever passed: walks back, curing older defects on the way, until one does",
  options: [
    { name: "from", value: "REV", about: "the version that fails (default: the working tree)" },
    { name: "back-to", value: "REV", about: "go back no farther than this version" },
    { name: "every", value: "WHAT", about: "which versions are tried on the way back: every commit (default) or tag" },
    {
      name: "branches",
      value: "N",
      about: `follow up to N ways, where there are several to cure an older defect (default: ${usualBranches})`,
    },
    {
      name: "carry",
      value: "PATH,…",
      about: "patches to begin with, for the version that fails: files, or folders of them",
    },
    { name: "build", value: "CMD", about: "run this before each test; where it fails, the version cannot be judged" },
    { name: "keep", value: "GLOB,…", about: "files that are the same, as they lie here, in every version" },
    { name: "fresh", about: "a new tree for each test, for tests that leave something behind which the next one sees" },
    { name: "output", value: "DIR", about: "folder for the patches (default: in the folder of the run)" },
    ...testingOptions,
    ...reportingOptions,
  ],
  example: [
    "The test fails now, and older versions fail too, but otherwise: they do not build, lack what the test needs, crash",
    "elsewhere. What cured each of these older defects is found and carried back, until a version passes with it.",
    "",
    "  culprit history -- npm test",
    "  culprit history --from v2.0 --every tag --build make -- ./check.sh",
    "  culprit history --from 3f2a1b --carry fix.patch -- node check.js",
  ].join("\n"),
  run: async (words) => begin("history", readRequest(words, process.cwd()), words),
};

function readRequest(words: Words, cwd: string): HistoryRequest {
  const [extra] = words.positionals;
  if (extra !== undefined)
    throw new UserError(
      `${extra} is one word too many: --from ${extra} names the version to walk back from. ${history.usage}`,
    );
  if (!words.test || words.test.length === 0)
    throw new UserError("How is it tested? Put the test behind --, as in: culprit history -- npm test");
  if (words.test[0] === "") throw new UserError("The test begins with an empty word: name the program to run first.");
  const repository = Repository.containing(cwd);
  if (!repository) throw new UserError("culprit history walks back through a git repository, and there is none here.");
  const every = words.value("every") ?? "commit";
  if (every !== "commit" && every !== "tag") throw new UserError(`--every is commit or tag, not ${every}.`);
  const [from, backTo, output, build] = ["from", "back-to", "output", "build"].map((name) => words.value(name));
  if (build?.trim() === "") throw new UserError("--build needs a command.");
  const carry = listed(words.value("carry")).map((path) => resolve(cwd, path));
  const range = {
    ...(from === undefined ? {} : { from }),
    ...(backTo === undefined ? {} : { backTo }),
    every,
  } as const;
  const given = patchFiles(carry);
  if (output !== undefined) checkOutput(resolve(cwd, output), given);
  const line = lineOf(repository, range);
  return {
    ...{ cwd, ...range, carry, line, carried: contentsOf(given) },
    branches: readCount(words, "branches") ?? usualBranches,
    ...(line[0] === null ? { content: treeHash({ base: workingTree(repository), placed: [] }) } : {}),
    ...(build === undefined ? {} : { build }),
    keep: listed(words.value("keep")),
    fresh: words.has("fresh"),
    ...(output === undefined ? {} : { output: resolve(cwd, output) }),
    test: words.test,
    conditions: readConditions(words),
  };
}

function listed(value: string | undefined): string[] {
  return (value ?? "").split(",").filter((each) => each !== "");
}
