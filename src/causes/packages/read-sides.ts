import { join, relative } from "node:path";
import { contentHash } from "../../world/files/content-hash.ts";
import {
  type PackageSide,
  type PackageSides,
  type Project,
  sideIn,
  sideOfFile,
} from "../../world/packages/package-list.ts";
import type { Tree } from "../../world/tree/incremental-checkout.ts";
import { itemAt } from "../../world/tree/item-at.ts";
import { treeHash } from "../../world/tree/tree-hash.ts";
import { type LocatedSide, locateSides } from "./locate-side.ts";
import type { PackagesRequest } from "./request.ts";
import { testInProject } from "./test-in-project.ts";

/** Reads the lockfiles of both sides, and the project to test. */
export function readSides(request: Pick<PackagesRequest, "old" | "new" | "cwd">): PackageSides {
  const { old, new: now, project } = locateSides(request);
  return { old: sideAt(old), new: sideAt(now), project };
}

function sideAt({ name, file, read }: LocatedSide): PackageSide {
  return file === undefined ? sideIn(read, name) : sideOfFile(file, name, read);
}

/** The project's files in every candidate: with the user's copy of what the test names, without our own result. */
export function projectTree(
  { home, version }: Project,
  { test, cwd, good }: Pick<PackagesRequest, "test" | "cwd" | "good">,
): Tree {
  if (home === undefined) return { base: version, placed: [] };
  const { own } = testInProject(test, cwd, home);
  const placed = own.map((path) => ({ path, item: itemAt(join(home, path)) }));
  const results = Object.values(good ?? {}).map((path) => ({ path: relative(home, path), item: undefined }));
  return { base: version, placed: [...placed, ...results] };
}

/** Hashes of all that the outcomes depend on besides the test. */
export function inputHashes(request: PackagesRequest, { old, new: now, project }: PackageSides): string[] {
  return [contentHash(old.text), contentHash(now.text), treeHash(projectTree(project, request))];
}
