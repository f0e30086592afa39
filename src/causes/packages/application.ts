import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Application } from "../../application/application.ts";
import { engineOptions, readEngineConditions } from "../../application/engine-options.ts";
import { askOptions, readShellCommand, readTest, reportingOptions, testingOptions } from "../../application/options.ts";
import type { Words } from "../../application/words.ts";
import { commandLine } from "../../core/command-line.ts";
import { UserError } from "../../core/user-error.ts";
import { missingProgram } from "../../trial/command/missing-program.ts";
import { managerNames } from "../../world/packages/managers/manager.ts";
import { lockfileName } from "../../world/packages/package-list.ts";
import type { PackagesFinding } from "./finding.ts";
import { readGoodPaths } from "./good-paths.ts";
import { readListedRequest } from "./listed/read-request.ts";
import type { ListedRequest } from "./listed/request.ts";
import { locateSides } from "./locate-side.ts";
import { chooseManager } from "./locked/choose-manager.ts";
import { readLockedRequest } from "./locked/read-request.ts";
import type { LockedRequest } from "./locked/request.ts";
import { inputHashes, readSides } from "./read-sides.ts";
import type { PackagesRequest } from "./request.ts";

export const packages: Application<PackagesRequest | ListedRequest | LockedRequest, PackagesFinding> = {
  name: "packages",
  usage: "culprit packages OLD [NEW] [options] -- TEST…",
  about:
    "the cause in installed packages: which upgrade, in npm, pnpm, yarn, bun, uv, pip, Poetry, Cargo, Go or a list of versions",
  options: [
    { name: "build", value: "CMD", about: "run this before each test; where it fails, the candidate cannot be judged" },
    {
      name: "fresh",
      about: "use a new folder for each test, for tests that leave something behind that the next one would see",
    },
    {
      name: "keep-good",
      about:
        "write a lockfile with which the test passes, and to which no upgrade can be added: package-lock.good.json; and a patch for your branch: package-lock.good.patch",
    },
    { name: "output", value: "PATH", about: "file for the lockfile that --keep-good writes; the patch is beside it" },
    {
      name: "install",
      value: "CMD",
      about:
        "OLD and NEW are lists with a name and a version in each line; CMD installs what the list $CULPRIT_LIST names into the folder {}",
    },
    {
      name: "manager",
      value: "NAME",
      choices: managerNames,
      about:
        "the manager whose lockfiles differ: npm, pnpm, yarn, bun, uv, pip, poetry, cargo or go; by default, found by the lockfile",
    },
    {
      name: "markdown",
      about:
        "print text for a pull request: what breaks the test, the lines in it (with --deeper), what can be kept and how; keeps what is good, as --keep-good does",
    },
    {
      name: "deeper",
      about:
        "look inside the package found: which of the lines that differ between its two versions; and a patch with them",
    },
    ...testingOptions,
    ...askOptions,
    ...engineOptions,
    ...reportingOptions,
  ],
  example: [
    "With the packages of OLD the test passes, with those of NEW it fails: package-lock.json files, folders that hold one,",
    "or revisions of the git repository here. NEW defaults to the working tree. Each side is installed once, in a folder of its",
    "own; the test runs in a copy of the project with some of the packages upgraded. Packages that can only move together by",
    "their ranges are told apart by experiment, and an entry for package.json is offered only if npm and the test accept it.",
    "",
    "  culprit packages HEAD~1 -- npm test               since the last commit",
    "  culprit packages origin/main --deeper --markdown -- npm test > comment.md",
    "  culprit packages package-lock.old.json package-lock.json -- node app.js --check",
    "  culprit packages old.txt new.txt --install 'pip install --target {} -r $CULPRIT_LIST' -- env PYTHONPATH={} python3 check.py",
  ].join("\n"),
  readRequest,
  inputs: ({ old, new: now, cwd }) => [old, now ?? "package-lock.json"].map((named) => resolve(cwd, named)),
  resultsIn: (request, folder) =>
    "good" in request
      ? { ...request, good: { lockfile: join(folder, "good.json"), patch: join(folder, "good.patch") } }
      : request,
  find: async (run, request) =>
    "install" in request
      ? (await import("./listed/find-listed.ts")).findInLists(run, request)
      : "manager" in request
        ? (await import("./locked/find-locked.ts")).findInLockfiles(run, request)
        : (await import("./find.ts")).findInPackages(run, request),
  report: async () => (await import("./report.ts")).packagesReport,
};

function readRequest(words: Words, cwd: string): PackagesRequest | ListedRequest | LockedRequest {
  if (words.value("install") !== undefined) return readListedRequest(words, cwd);
  const [old, now, ...more] = words.positionals;
  if (old === undefined) throw new UserError(`With which packages does it pass? ${packages.usage}`);
  if (more.length > 0) throw new UserError(`Expected two lockfiles, but there is also ${more.join(" ")}.`);
  const test = readTest(words, `packages ${commandLine([old, ...(now === undefined ? [] : [now])])} -- npm test`);
  refuseMissingProgram(test[0]!, cwd);
  const build = readShellCommand(words, "build");
  const named = { old, ...(now === undefined ? {} : { new: now }), cwd };
  const { manager } = chooseManager(locateSides(named), words.value("manager"));
  if (manager !== "npm")
    return readLockedRequest(words, { ...named, manager, test, ...(build === undefined ? {} : { build }) });
  const request: PackagesRequest = {
    ...named,
    ...(build === undefined ? {} : { build }),
    fresh: words.has("fresh"),
    deeper: words.has("deeper"),
    test,
    conditions: readEngineConditions(words, cwd),
    contents: [],
  };
  const sides = readSides(request);
  const { home, inside } = sides.project;
  const folder = home === undefined ? cwd : join(home, inside);
  const good = readGoodPaths(words, { folder, name: lockfileName(sides.project), test, cwd });
  const whole = { ...request, ...(good === undefined ? {} : { good }) };
  return { ...whole, contents: inputHashes(whole, sides) };
}

/** Folders in which managers install: the candidate may bring the program. */
const installed = /(?:^|\/)(?:node_modules|\.?venv)\//;

function refuseMissingProgram(program: string, cwd: string): void {
  if (!program.includes("/") || installed.test(program) || existsSync(resolve(cwd, program))) return;
  throw new UserError(missingProgram(program, cwd));
}
