import { existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Experiment } from "../../trial/experiment.ts";
import { isBehindLink } from "../../world/files/behind-link.ts";
import { lstatIfThere } from "../../world/files/stat-if-there.ts";
import { noRepository } from "../../world/git/git-variables.ts";
import type { VersionsRequest } from "../request.ts";
import type { TreeView } from "./tree-place.ts";

/** How the test runs in a tree. */
export interface TreeTest {
  readonly request: Pick<VersionsRequest, "build" | "cwd" | "conditions">;
  readonly words: readonly string[];
  /** The folder of the tree in which the test runs, as the user runs it in their own. */
  readonly place: string;
}

/** The test in the tree that is in `folder`. */
export function experimentIn({ root, overlays }: TreeView, folder: string, test: TreeTest): Experiment {
  const { request, words, place } = test;
  if (overlays.length === 0) makeFolder(folder, place);
  const { build, cwd } = request;
  const git = overlays.length > 0 ? noRepository : noRepositoryAround(folder);
  return {
    argv: words,
    cwd: join(root, place),
    ...(build === undefined ? {} : { build: ["sh", "-c", build] }),
    overlays,
    environment: { CULPRIT_CWD: cwd, ...unattended(), ...compilerCache(request, root, folder), ...git },
    stdin: undefined,
    candidate: [],
  };
}

/** Some candidates lack the folder in which the user stands. Overlays make it themselves, over the user's. */
function makeFolder(tree: string, place: string): void {
  const folder = join(tree, place);
  if (!isBehindLink(tree, place) && !lstatIfThere(folder)) mkdirSync(folder, { recursive: true });
}

/** Nobody can answer a question of a build or test, and programs know by this not to ask. */
function unattended(): Record<string, string> {
  return process.env.CI === undefined ? { CI: "1" } : {};
}

/** Where Debian's ccache puts programs with the names of the compilers. */
const ccachePrograms = "/usr/lib/ccache";

/** Compilers reuse what they compiled in another of the run's folders, by a cache of the run's own. */
function compilerCache(
  { build, conditions }: TreeTest["request"],
  root: string,
  folder: string,
): Record<string, string> {
  // In a sandbox or on an engine, a test cannot write anything that another test reads.
  if (build === undefined || conditions.sandbox || conditions.engine || !existsSync(ccachePrograms)) return {};
  const cache = { CCACHE_DIR: join(dirname(dirname(folder)), "ccache"), CCACHE_BASEDIR: root, CCACHE_NOHASHDIR: "1" };
  return { PATH: `${ccachePrograms}:${process.env.PATH ?? ""}`, ...cache };
}

/** A test that calls git must not reach a repository around the tree, nor that of a git hook that started the run. */
function noRepositoryAround(folder: string): Record<string, string | undefined> {
  return { ...noRepository, GIT_CEILING_DIRECTORIES: dirname(folder) };
}
