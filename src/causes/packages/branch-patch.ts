import { existsSync } from "node:fs";
import { join } from "node:path";
import type { PatchEntry } from "../../core/finding.ts";
import type { Run } from "../../run/run.ts";
import { patchBetween } from "../../versions/changes/patch.ts";
import { versionLabel } from "../../versions/changes/patch-bases.ts";
import { savePatch } from "../../versions/changes/patch-files.ts";
import { placedFiles } from "../../versions/packages/locked/installation.ts";
import type { Project } from "../../world/packages/package-list.ts";

/** What a patch for the user's branch is made of. */
export interface BranchPatch {
  readonly project: Project;
  /** What the user called the newer packages. */
  readonly newName: string;
  /** The files of the branch that are to be others, by their paths from the lockfile's folder on. */
  readonly files: ReadonlyMap<string, string>;
  /** Whether the test passed with them. */
  readonly isShown: boolean;
}

/** Writes a patch for `git apply` on the version that was tested; undefined if git knows none of the files. */
export function writeBranchPatch(run: Run, path: string, patch: BranchPatch): PatchEntry | undefined {
  const content = contentOf(run, patch);
  if (content.length === 0) return undefined;
  const effect = patch.isShown ? "passes" : "not confirmed";
  const entry: PatchEntry = { name: "goodPatch", file: path, base: baseOf(patch), effect };
  savePatch(entry, content);
  return entry;
}

function contentOf({ record }: Run, { project, files }: BranchPatch): Uint8Array {
  const { items } = project.version;
  const placed = placedFiles(project.inside, files).filter(({ path }) => !isIgnored(project, path));
  const before = placed.map(({ path }) => ({ path, item: items.get(path) }));
  const after = placed.map(({ path, item }) => {
    const executable = items.get(path)?.executable ?? false;
    return { path, item: item && { ...item, executable } };
  });
  return patchBetween(before, after, join(record.folder, "patch"));
}

/** A file that is there, but belongs to no version: git would refuse to make it anew. */
function isIgnored({ home, version }: Project, path: string): boolean {
  return home !== undefined && !version.items.has(path) && existsSync(join(home, path));
}

/** The newer packages may be a lockfile alone: then the files are those of the working tree. */
function baseOf({ project: { version }, newName }: BranchPatch): string {
  return version.name === newName ? `NEW (${versionLabel(version)})` : "the working tree";
}
