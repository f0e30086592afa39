import { existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Experiment } from "../../trial/laboratory.ts";
import { noRepository } from "../../world/git/git-variables.ts";
import type { VersionsRequest } from "../request.ts";

/** How the test runs in a tree. */
export interface TreeTest {
  readonly request: Pick<VersionsRequest, "build" | "cwd" | "conditions">;
  readonly words: readonly string[];
  /** The folder of the tree in which the test runs, as the user runs it in their own. */
  readonly place: string;
}

/** The test in the tree that is in `folder`. */
export function experimentIn(folder: string, { request, words, place }: TreeTest): Experiment {
  const inside = join(folder, place);
  mkdirSync(inside, { recursive: true });
  const { build, cwd } = request;
  return {
    argv: words,
    cwd: inside,
    ...(build === undefined ? {} : { build: ["sh", "-c", build] }),
    environment: { CULPRIT_CWD: cwd, ...compilerCache(request, folder), ...noRepositoryAround(folder) },
    stdin: undefined,
    candidate: [],
  };
}

/** Where Debian's ccache puts programs with the names of the compilers. */
const ccachePrograms = "/usr/lib/ccache";

/** Compilers reuse what they compiled in another of the run's folders, by a cache of the run's own. */
function compilerCache({ build, conditions }: TreeTest["request"], folder: string): Record<string, string> {
  // In a sandbox, a test cannot write anything that another test reads.
  if (build === undefined || conditions.sandbox || !existsSync(ccachePrograms)) return {};
  const cache = { CCACHE_DIR: join(dirname(dirname(folder)), "ccache"), CCACHE_BASEDIR: folder, CCACHE_NOHASHDIR: "1" };
  return { PATH: `${ccachePrograms}:${process.env.PATH ?? ""}`, ...cache };
}

/** A test that calls git must not reach a repository around the tree, nor that of a git hook that started the run. */
function noRepositoryAround(folder: string): Record<string, string | undefined> {
  return { ...noRepository, GIT_CEILING_DIRECTORIES: dirname(folder) };
}
