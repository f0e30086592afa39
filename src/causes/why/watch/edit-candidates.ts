import { join } from "node:path";
import type { DeltaSet } from "../../../core/delta-set.ts";
import type { Run } from "../../../run/run.ts";
import { pacedBy } from "../../../run/stage/paced.ts";
import { layeredWorld, type SuiteCommand } from "../../../suites/suite-world.ts";
import type { World } from "../../../trial/laboratory.ts";
import { changeCandidates } from "../../../versions/changes/change-candidates.ts";
import { patchBetween } from "../../../versions/changes/patch.ts";
import type { VersionsRequest } from "../../../versions/request.ts";
import { readVersionPair } from "../../../versions/worlds/version-pair.ts";
import { changesBetween } from "../../../world/changes/diff-versions.ts";
import type { Changes } from "../../../world/changes/version-diff.ts";
import { contentHash } from "../../../world/files/content-hash.ts";
import type { Version } from "../../../world/tree/version.ts";
import { writeItem } from "../../../world/tree/write-item.ts";

/** The files that passed, with some of the edits. */
export interface EditCandidates {
  readonly changes: Changes;
  readonly world: (set: DeltaSet) => World;
  /** The same where no test has run before. */
  readonly freshWorld: (set: DeltaSet) => World;
  /** The patch that turns one candidate into another. */
  readonly patch: (from: DeltaSet, to: DeltaSet) => Uint8Array;
}

/**
 * Candidates in layers over the user's folder, each with the edited files only: that costs the same however many files there are.
 * `versions` are the files that passed and those of now, as far as they differ.
 */
export async function layeredCandidates(
  run: Run,
  command: SuiteCommand,
  [old, now]: readonly [Version, Version],
): Promise<EditCandidates> {
  const changes = await changesBetween(old, now, () => false, pacedBy(run));
  const placedWith = (set: DeltaSet) => {
    const composed = new Map(changes.compose(set).map(({ path, item }) => [path, item]));
    return changes.paths.map((path) => ({ path, item: composed.has(path) ? composed.get(path) : old.items.get(path) }));
  };
  const world = (set: DeltaSet): World => {
    const content = contentHash(JSON.stringify(["edits", [...set]]));
    const layered = (from: string, copied: readonly string[], removed: readonly string[]) =>
      layeredWorld(command, { content, files: { from, copied, removed }, make: () => ({}) });
    return {
      ...layered("", [], []),
      ownProgram: true,
      make: (folder, kept) => {
        const from = join(folder, "edits");
        const placed = placedWith(set);
        for (const { path, item } of placed) if (item) writeItem(join(from, path), item);
        const pathsOf = (isThere: boolean) => placed.flatMap(({ path, item }) => (!!item === isThere ? [path] : []));
        return layered(from, pathsOf(true), pathsOf(false)).make(folder, kept);
      },
    };
  };
  const patch = (from: DeltaSet, to: DeltaSet) =>
    patchBetween(changes.compose(from), changes.compose(to), join(run.record.folder, "patch"));
  return { changes, world, freshWorld: world, patch };
}

/** Candidates as whole trees elsewhere, where there are no layers. */
export async function copiedCandidates(run: Run, given: VersionsRequest): Promise<EditCandidates> {
  const request = { ...given, keepNamed: false as const };
  const pair = readVersionPair(request);
  const changes = await changesBetween(pair.old, pair.new, pair.isPinned, pacedBy(run));
  const { world, tree, patch } = changeCandidates({ run, request, pair }, pair.old, changes);
  return { changes, world, freshWorld: (set) => pair.freshWorld(tree(set)), patch };
}
