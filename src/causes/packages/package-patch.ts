import { join } from "node:path";
import { DeltaSet } from "../../core/delta-set.ts";
import type { PatchEntry } from "../../core/finding.ts";
import { listText } from "../../core/list-text.ts";
import { patchBetween } from "../../versions/changes/patch.ts";
import { savePatch } from "../../versions/changes/patch-files.ts";
import { nameAt } from "../../world/packages/lockfile.ts";
import { versionText } from "../../world/packages/upgrade-entries.ts";
import type { PackagesContext } from "./context.ts";
import type { PackageDifference } from "./package-edits.ts";

/** A patch inside packages, where they are installed in the project. */
interface PackagePatch extends Pick<PatchEntry, "name" | "effect"> {
  readonly difference: PackageDifference;
  /** The version that it applies to. */
  readonly side: "old" | "new";
  /** The changes that the packages have before and after. */
  readonly from: DeltaSet;
  readonly to: DeltaSet;
}

/** The changes that make the older packages fail. */
export function causePatch(difference: PackageDifference, failing: DeltaSet, isConfirmed: boolean): PackagePatch {
  const effect = isConfirmed ? "fails" : "not confirmed";
  return { ...{ name: "cause", effect, difference, side: "old" }, from: DeltaSet.empty, to: failing };
}

/** The same changes taken back in the newer packages, with which the test was seen to pass. */
export function fixPatch(difference: PackageDifference, failing: DeltaSet): PackagePatch {
  const { all } = difference.changes;
  return { ...{ name: "fix", effect: "passes", difference, side: "new" }, from: all, to: all.minus(failing) };
}

export function writePackagePatch(
  { run, sides }: Pick<PackagesContext, "run" | "sides">,
  { name, effect, difference, side, from, to }: PackagePatch,
): PatchEntry {
  const { changes, upgraded } = difference;
  const [before, after] = [from, to].map((set) =>
    changes.compose(set).map(({ path, item }) => ({ path: join(sides.project.inside, path), item })),
  );
  const versions = upgraded.map((each) => `${nameAt(each.path, each[side])} ${versionText(each[side]!)}`);
  const file = run.record.prepareOutputPath(`${name}.patch`);
  const patch: PatchEntry = { name, file, base: listText(versions), effect };
  savePatch(patch, patchBetween(before!, after!, join(run.record.folder, "patch")));
  return patch;
}
