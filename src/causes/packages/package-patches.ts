import { join } from "node:path";
import { DeltaSet } from "../../core/delta-set.ts";
import type { PatchEntry } from "../../core/finding.ts";
import { listText } from "../../core/list-text.ts";
import { patchBetween } from "../../versions/changes/patch.ts";
import { savePatch } from "../../versions/changes/patch-files.ts";
import { nameAt } from "../../world/packages/lockfile.ts";
import { versionText } from "../../world/packages/upgrade-entries.ts";
import type { PackagesContext } from "./context.ts";
import type { Culprit } from "./culprit.ts";
import { editedCandidate, type PackageDifference } from "./package-edits.ts";

/** The changes inside packages that make the test fail. */
interface FoundChanges {
  readonly difference: PackageDifference;
  readonly failing: DeltaSet;
  /** The test failed with them once more, in a new folder. */
  readonly isConfirmed: boolean;
}

/**
 * Writes patches for packages as they are installed in the project: one with which the older ones fail and, if that is seen, one
 * with which the newer ones pass.
 */
export async function writePackagePatches(
  context: PackagesContext,
  culprit: Culprit,
  { difference, failing, isConfirmed }: FoundChanges,
): Promise<PatchEntry[]> {
  const { all } = difference.changes;
  const write = (name: "cause" | "fix", about: Pick<PatchEntry, "base" | "effect">, ends: Ends) => {
    const file = context.run.record.prepareOutputPath(fileName(name, culprit));
    const patch: PatchEntry = { name, file, ...about };
    savePatch(patch, contentOf(context, difference, ends));
    return patch;
  };
  const effect = isConfirmed ? "fails" : "not confirmed";
  const cause = write("cause", { base: versions(difference, "old"), effect }, { from: DeltaSet.empty, to: failing });
  const fixed = isConfirmed ? await fixedAmong(context, culprit, { difference, failing }) : undefined;
  if (fixed === undefined) return [cause];
  const fix = { base: `${versions(difference, "new")}${fixed}`, effect: "passes" } as const;
  return [cause, write("fix", fix, { from: all, to: all.minus(failing) })];
}

/** The changes that packages have before and after. */
interface Ends {
  readonly from: DeltaSet;
  readonly to: DeltaSet;
}

function contentOf({ run, sides }: PackagesContext, { changes }: PackageDifference, { from, to }: Ends): Uint8Array {
  const [before, after] = [from, to].map((set) =>
    changes.compose(set).map(({ path, item }) => ({ path: join(sides.project.inside, path), item })),
  );
  return patchBetween(before!, after!, join(run.record.folder, "patch"));
}

function fileName(name: string, { number }: Culprit): string {
  return `${name}${number === 1 ? "" : `-${number}`}.patch`;
}

function versions({ upgraded }: PackageDifference, side: "old" | "new"): string {
  return listText(upgraded.map((each) => `${nameAt(each.path, each[side])} ${versionText(each[side]!)}`));
}

/**
 * Among which upgrades the test passes if the newer packages lack these changes: all or, where others break it as well, those that are
 * kept. Undefined: it was not seen to pass.
 */
async function fixedAmong(
  { run, stock, worlds }: PackagesContext,
  { among }: Culprit,
  { difference, failing }: Pick<FoundChanges, "difference" | "failing">,
): Promise<string | undefined> {
  const set = difference.changes.all.minus(failing);
  const passes = async (base: DeltaSet) =>
    (await run.observe(worlds.freshWorld(editedCandidate(stock, difference, { base, set })))).outcome === "pass";
  try {
    if (await passes(stock.upgrades.all)) return "";
    return among && !among.equals(stock.upgrades.all) && (await passes(among))
      ? " with the upgrades that are kept"
      : undefined;
  } catch (error) {
    if (!run.stopped.aborted) throw error;
    return undefined;
  }
}
