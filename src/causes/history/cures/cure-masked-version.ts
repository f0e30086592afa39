import type { DeltaSet } from "../../../core/delta-set.ts";
import type { Branch, HistoryTask, Mask } from "../context.ts";
import { type Cure, effective, type Series, topOf } from "../patches/patch-series.ts";
import { asItFits, type Walked } from "../walk/walk.ts";
import { findCures } from "./find-cures.ts";

/** What came of curing a version: patches with which it passes, or nothing, where the branch now stands on it or stopped. */
export type CuredAt = { readonly passing: Series } | undefined;

/** Cures the version behind which the failure is hidden, and leaves the branch there; or finds that it passes. */
export async function cureAt(
  task: HistoryTask,
  branch: Branch,
  walked: Walked & { readonly masked: number },
): Promise<CuredAt> {
  const { past } = task;
  const { failing, masked, carriedTo, shown } = walked;
  const [newer, older] = [carriedTo(failing), carriedTo(asItFits(masked, failing))];
  const version = past.versionOf(older, past.commitAt(masked));
  const commit = past.commitAt(failing.version);
  const found = await findCures(
    task,
    { older: version, newer: past.versionOf(newer, commit), kind: shown?.kind ?? "", number: task.masks.length + 1 },
    task.branches.length < task.asked.branches,
  );
  const mask: Mask = {
    ...{ masked, version, older, commit, shows: shown?.outputLine ?? "", changes: found.changes },
    ...{ branch: branch.number, wasWhole: false },
  };
  if (found.passing) return { passing: withCure(task, branch.number, mask, found.passing) };
  if (!found.complete) return undefined;
  const [first, ...others] = found.cures as [DeltaSet, ...DeltaSet[]];
  mask.wasWhole = first.size === found.changes.all.size;
  task.masks.push(mask);
  branch.start = masked;
  branch.series = effective(withCure(task, branch.number, mask, first));
  for (const other of others) fork(task, mask, other);
  return undefined;
}

/** Another way back, from a version that can be cured otherwise too. */
export function fork(task: HistoryTask, mask: Mask, cure: DeltaSet): void {
  const number = task.branches.length + 1;
  const series = effective(withCure(task, number, mask, cure));
  const from = { branch: mask.branch, version: mask.masked };
  task.branches.push({ number, from, start: mask.masked, series, ended: "not followed" });
}

/** The patches on a version, with one more. */
function withCure(task: HistoryTask, branch: number, mask: Mask, set: DeltaSet): Series {
  const { past } = task;
  const { masked, version, older, commit, shows, changes } = mask;
  const placed = changes.compose(set).filter(({ path, item }) => version.items.get(path) !== item);
  const cure: Cure = {
    ...{ number: task.cures.length + 1, cures: shows, at: past.nameAt(masked), version: masked, changes: set.size },
    ...(commit === undefined ? {} : { commit }),
  };
  task.cures.push({ cure, branch });
  return { trees: [...older.trees, past.treeWith(topOf(older), placed)], cures: [...older.cures, cure] };
}
