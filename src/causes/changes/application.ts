import { existsSync } from "node:fs";
import { normalize, relative, resolve } from "node:path";
import type { Application } from "../../application/application.ts";
import { engineOptions, readEngineConditions } from "../../application/engine-options.ts";
import { askOptions, readList, readTest, reportingOptions, testingOptions } from "../../application/options.ts";
import type { Words } from "../../application/words.ts";
import { commandLine } from "../../core/command-line.ts";
import { UserError } from "../../core/user-error.ts";
import { missingProgram } from "../../trial/command/missing-program.ts";
import { resolveSkipped } from "../../versions/commits/skipped-commits.ts";
import { readTreeOptions, treeOptions } from "../../versions/tree-options.ts";
import { readVersionPair, type VersionPair } from "../../versions/worlds/version-pair.ts";
import { checkWritableFile } from "../../world/files/writable-path.ts";
import { Repository } from "../../world/git/repository.ts";
import { treeHash } from "../../world/tree/tree-hash.ts";
import { olderVersions } from "./find-good.ts";
import { hashOfPatch } from "./patched-tree.ts";
import type { ChangesRequest } from "./request.ts";

export const changes: Application<ChangesRequest> = {
  name: "changes",
  usage: "culprit changes OLD [NEW] | --find-good [NEW] | --patch FILE [options] -- TEST…",
  about: "the cause in code changes: which commit, and which of its lines",
  options: [
    { name: "find-good", about: "no OLD is given: look for the nearest older version that passes, tags first" },
    { name: "patch", value: "FILE", about: "instead of versions: the tree here passes, and fails with this patch" },
    {
      name: "all-files",
      about: "files that TEST names are those of each version, too, and not yours in every candidate",
    },
    { name: "commit", about: "stop at the commit; culprit resume last --deeper goes on to its lines" },
    { name: "skip", value: "REV,…", about: "commits, or ranges such as v1..v2, that are not tested" },
    { name: "no-history", about: "do not look for the commit first, only for the changes" },
    { name: "first-parent", about: "follow only the first parent of merges" },
    ...treeOptions,
    { name: "output", value: "PATH", about: "file for the patch (default: in the folder of the run)" },
    ...testingOptions.filter(({ name }) => name !== "reuse"),
    ...askOptions,
    ...engineOptions,
    ...reportingOptions,
  ],
  example: [
    "OLD passes, NEW fails: revisions of the git repository here, or folders. NEW defaults to the working tree. The test runs",
    "in a tree of its own, somewhere in between; a file that the test names is your copy in all of them.",
    "",
    "  culprit changes HEAD -- npm test                  what I just did",
    "  culprit changes v1.4 v1.5 --build make -- ./check.sh",
    "  culprit changes ../package-1.0 ../package-1.1 -- node test.mjs",
  ].join("\n"),
  readRequest: (words, cwd) => {
    const request = readRequest(words, cwd);
    if (request.output !== undefined)
      checkWritableFile(request.output, "--output", { inputs: [], test: request.test, cwd });
    return request;
  },
  inputs: () => [],
  deepen: (request) => (request.commitOnly && !request.deeper ? { ...request, deeper: true } : undefined),
  find: async (run, request) => (await import("./find.ts")).findInChanges(run, request),
  report: async () => (await import("../../versions/report.ts")).changesReport,
};

function readRequest(words: Words, cwd: string): ChangesRequest {
  const versions = readVersions(words, cwd);
  const test = readTest(words, `changes ${commandLine(words.positionals)} -- npm test`);
  const output = words.value("output");
  const skip = readList(words, "skip");
  const request: ChangesRequest = {
    cwd,
    ...versions,
    ...readTreeOptions(words),
    ...(words.has("all-files") ? { keepNamed: false as const } : {}),
    history: !words.has("no-history"),
    firstParent: words.has("first-parent"),
    ...(skip.length === 0 ? {} : { skip: resolveSkipped(requireRepository(cwd, "--skip"), skip) }),
    ...(words.has("commit") ? { commitOnly: true } : {}),
    ...(output === undefined ? {} : { output: resolve(cwd, output) }),
    test,
    conditions: readEngineConditions(words, cwd),
    contents: [],
  };
  if (request.commitOnly) refuseWithoutCommits(request);
  if (request.patch !== undefined) return { ...request, patchHash: readPatchHash(request.patch) };
  const pair = readVersionPair(request);
  if (request.commitOnly) refuseFolders(pair);
  refuseMissingProgram(request, pair);
  const commits = [pair.old, pair.new].map(({ commit }) => commit ?? null);
  return { ...request, commits, contents: versionHashes(pair) };
}

function readVersions(words: Words, cwd: string): Pick<ChangesRequest, "old" | "new" | "patch" | "older"> {
  const patch = words.value("patch");
  const [findGood, given] = [words.has("find-good"), words.positionals];
  if (findGood && patch !== undefined) throw new UserError("--find-good and --patch exclude each other.");
  const maxVersions = patch !== undefined ? 0 : findGood ? 1 : 2;
  if (given.includes("")) throw new UserError(`The name of a version is empty. ${changes.usage}`);
  if (given.length > maxVersions) throw new UserError(`One version too many: ${given[maxVersions]}. ${changes.usage}`);
  if (patch !== undefined) {
    if (!existsSync(resolve(cwd, patch))) throw new UserError(`There is no file ${patch}.`);
    requireRepository(cwd, "--patch");
    return { old: "", patch: resolve(cwd, patch) };
  }
  if (findGood) {
    const older = olderVersions(requireRepository(cwd, "--find-good"), given[0]);
    return { old: older[0]!, older, ...(given[0] === undefined ? {} : { new: given[0] }) };
  }
  const [old, now] = given;
  if (old === undefined) throw new UserError(`Which version passes? ${changes.usage}\n--find-good looks for one.`);
  return { old, ...(now === undefined ? {} : { new: now }) };
}

function readPatchHash(patch: string): string {
  const hash = hashOfPatch(patch);
  if (hash === undefined) throw new UserError(`Cannot read ${patch}.`);
  return hash;
}

function refuseWithoutCommits({ patch, history }: ChangesRequest): void {
  if (!history) throw new UserError("--commit and --no-history exclude each other.");
  if (patch !== undefined) throw new UserError("--commit and --patch exclude each other: a patch is no commit.");
}

function refuseFolders({ old, new: now, home }: VersionPair): void {
  const folder = [old, now].find(({ commit, root }) => !commit && root !== home);
  if (folder) throw new UserError(`--commit needs two revisions, and ${folder.name} is a folder: leave out --commit.`);
}

function requireRepository(cwd: string, option: string): Repository {
  const repository = Repository.containing(cwd);
  if (!repository) throw new UserError(`${option} needs a git repository, and there is none here.`);
  return repository;
}

/** A resumed run compares these, and refuses to continue if a version has changed. */
function versionHashes({ old, new: now }: VersionPair): string[] {
  return [old, now].map((version) => treeHash({ base: version, placed: [] }));
}

/** With `--build`, a program that does not exist yet may be what the build makes. */
function refuseMissingProgram({ test, cwd, build }: ChangesRequest, { old, new: now, repository }: VersionPair): void {
  const program = test[0]!;
  if (!program.includes("/") || build !== undefined || existsSync(resolve(cwd, program))) return;
  const paths = [normalize(program), ...(repository ? [relative(repository.root, resolve(cwd, program))] : [])];
  if (paths.some((path) => old.items.has(path) || now.items.has(path))) return;
  throw new UserError(missingProgram(program, cwd, `, nor in ${old.name} or ${now.name}`));
}
