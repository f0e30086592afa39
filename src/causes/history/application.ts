import { resolve } from "node:path";
import type { Application } from "../../application/application.ts";
import { engineOptions, readEngineConditions } from "../../application/engine-options.ts";
import {
  askOptions,
  readCount,
  readList,
  readTest,
  reportingOptions,
  testingOptions,
} from "../../application/options.ts";
import type { Words } from "../../application/words.ts";
import { UserError } from "../../core/user-error.ts";
import { readTreeOptions, treeOptions } from "../../versions/tree-options.ts";
import { isWrittenBy } from "../../versions/working-tree/written-paths.ts";
import { Repository } from "../../world/git/repository.ts";
import { workingTree } from "../../world/tree/folder-version.ts";
import { treeHash } from "../../world/tree/tree-hash.ts";
import type { HistoryFinding } from "./finding.ts";
import { checkCarriedFolder, writtenFiles } from "./patches/carried-folder.ts";
import { patchFiles, patchHashes } from "./patches/given-patches.ts";
import type { HistoryRequest } from "./request.ts";
import { versionsBack } from "./walk/versions-back.ts";

const defaultBranches = 3;

export const history: Application<HistoryRequest, HistoryFinding> = {
  name: "history",
  usage: "culprit history [options] -- TEST…",
  about: "no version ever passed: walk back, curing older defects on the way, until one does",
  options: [
    { name: "from", value: "REV", about: "the version that fails (default: the working tree)" },
    { name: "back-to", value: "REV", about: "go back no further than this version" },
    { name: "every", value: "WHAT", about: "which versions are tried on the way back: every commit (default) or tag" },
    {
      name: "branches",
      value: "N",
      about: `follow up to N ways, where there are several to cure an older defect (default: ${defaultBranches})`,
    },
    {
      name: "carry",
      value: "PATH,…",
      about: "patches to start with, for the version that fails: files, or folders of them",
    },
    ...treeOptions,
    { name: "output", value: "DIR", about: "folder for the patches (default: in the folder of the run)" },
    ...testingOptions.filter(({ name }) => name !== "reuse"),
    ...askOptions,
    ...engineOptions,
    ...reportingOptions,
  ],
  example: [
    "The test fails now, and older versions fail too, but in other ways: they do not build, lack what the test needs, or",
    "crash elsewhere. What cured each of these older defects is found and carried back, until a version passes with it.",
    "",
    "  culprit history -- npm test",
    "  culprit history --from v2.0 --every tag --build make -- ./check.sh",
    "  culprit history --from 3f2a1b --carry fix.patch -- node check.js",
  ].join("\n"),
  readRequest,
  inputs: ({ carry }) => carry,
  find: async (run, request) => (await import("./find.ts")).findInHistory(run, request),
  report: async () => (await import("./report.ts")).historyReport,
};

function readRequest(words: Words, cwd: string): HistoryRequest {
  const [extra] = words.positionals;
  if (extra !== undefined)
    throw new UserError(
      `${extra} is one word too many: --from ${extra} names the version to walk back from. ${history.usage}`,
    );
  const test = readTest(words, "history -- npm test");
  const repository = Repository.containing(cwd);
  if (!repository) throw new UserError("culprit history needs a git repository, and there is none here.");
  const every = words.value("every") ?? "commit";
  if (every !== "commit" && every !== "tag") throw new UserError(`--every is commit or tag, not ${every}.`);
  const [from, backTo, output] = ["from", "back-to", "output"].map((name) => words.value(name));
  const carry = readList(words, "carry").map((path) => resolve(cwd, path));
  const range = {
    ...(from === undefined ? {} : { from }),
    ...(backTo === undefined ? {} : { backTo }),
    every,
  } as const;
  const given = patchFiles(carry);
  if (output !== undefined) checkCarriedFolder(resolve(cwd, output), given);
  const written = isWrittenBy(
    writtenFiles(output === undefined ? {} : { output: resolve(cwd, output) }),
    repository.root,
  );
  const versions = versionsBack(repository, range, () => workingTree(repository, written));
  return {
    ...{ cwd, ...range, carry, versions, carried: patchHashes(given) },
    branches: readCount(words, "branches") ?? defaultBranches,
    ...(versions[0] === null ? { content: treeHash({ base: workingTree(repository, written), placed: [] }) } : {}),
    ...readTreeOptions(words),
    ...(output === undefined ? {} : { output: resolve(cwd, output) }),
    test,
    conditions: readEngineConditions(words, cwd),
  };
}
