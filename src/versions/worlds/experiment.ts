import { existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Experiment } from "../../trial/laboratory.ts";
import { noRepository } from "../../world/git/git-variables.ts";
import type { VersionsRequest } from "../request.ts";

/** How the test runs in a tree. */
export interface Trying {
  readonly request: VersionsRequest;
  readonly words: readonly string[];
  /** Where in the tree the user stands. */
  readonly place: string;
}

/** The test in the tree that a folder holds. */
export function experimentIn(folder: string, { request, words, place }: Trying): Experiment {
  const inside = join(folder, place);
  mkdirSync(inside, { recursive: true });
  const { build, cwd } = request;
  return {
    argv: words,
    cwd: inside,
    ...(build === undefined ? {} : { build: ["sh", "-c", build] }),
    environment: { CULPRIT_CWD: cwd, ...ccache(request, folder), ...noRepositoryAround(folder) },
    stdin: undefined,
    candidate: [],
  };
}

/** Where Debian's ccache is installed it stands before the compilers. */
const compilers = "/usr/lib/ccache";

/** Compilers remember what they have compiled in another of our folders, in a cache of the run's own. */
function ccache({ build, conditions }: VersionsRequest, folder: string): Record<string, string> {
  // In a sandbox nothing can be written that another test reads.
  if (build === undefined || conditions.sandbox || !existsSync(compilers)) return {};
  const cache = { CCACHE_DIR: join(dirname(dirname(folder)), "ccache"), CCACHE_BASEDIR: folder, CCACHE_NOHASHDIR: "1" };
  return { PATH: `${compilers}:${process.env.PATH ?? ""}`, ...cache };
}

/** A test that calls git is not to reach a repository around the tree, nor the one of a hook that we may be called by. */
function noRepositoryAround(folder: string): Record<string, string | undefined> {
  return { ...noRepository, GIT_CEILING_DIRECTORIES: dirname(folder) };
}
