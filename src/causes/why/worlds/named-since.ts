import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { addedSince } from "../../../versions/worlds/added-since.ts";
import { isInTree, namedFiles } from "../../../versions/worlds/user-files.ts";
import type { Repository } from "../../../world/git/repository.ts";
import type { Context } from "../context.ts";

/**
 * The files that the command names, with that of the failing test, as far as they are others than in an older version. A candidate
 * may have the user's copy of them, and then it is not quite that version.
 */
export interface NamedSince {
  /** The version has other contents; relative to the folder in which the test runs. */
  readonly changed: readonly string[];
  /** The version does not have them. */
  readonly added: readonly string[];
}

/** What has changed since a commit. */
export function namedSince(context: Context, repository: Repository, revision: string): NamedSince {
  const { root } = repository;
  const files = filesInTest(context, root);
  if (files.length === 0) return { changed: [], added: [] };
  const added = addedSince(repository, revision, files);
  const literal = files.map((path) => `:(literal)${path}`);
  const differing = new Set(
    repository.fields(["diff", "-z", "--name-only", "--no-renames", revision, "--", ...literal]),
  );
  const changed = files.filter((path) => differing.has(path) && !added.includes(path));
  return inFolder(context, root, { changed, added });
}

/** What is among the `paths` that have changed since the files were as they are in `folder`. */
export function namedAmong(context: Context, paths: readonly string[], folder: string): NamedSince {
  const { root } = context.tested.command;
  const differing = filesInTest(context, root).filter((path) => paths.includes(path));
  const isThere = (path: string) => existsSync(join(folder, path));
  return inFolder(context, root, {
    changed: differing.filter(isThere),
    added: differing.filter((path) => !isThere(path)),
  });
}

/** Relative to the top. */
function filesInTest({ tested, repository }: Context, root: string): string[] {
  const { command, victim } = tested;
  const named = namedFiles({ test: command.argv, cwd: command.cwd }, root);
  // Without git, only what the command names can be the user's.
  const own = victim && repository && isInTree(root, victim.file) ? [relative(root, victim.file)] : [];
  return [...new Set([...own, ...named])];
}

function inFolder({ tested }: Context, root: string, { changed, added }: NamedSince): NamedSince {
  const fromFolder = (path: string) => relative(tested.command.cwd, join(root, path));
  return { changed: changed.map(fromFolder), added: added.map(fromFolder) };
}
