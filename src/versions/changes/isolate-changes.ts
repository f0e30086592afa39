import { join } from "node:path";
import { DeltaSet } from "../../core/delta-set.ts";
import { brokenAssumptionsOf, verdictOf } from "../../run/conclusion.ts";
import { Throttle } from "../../run/throttle.ts";
import { changesBetween } from "../../world/changes/diff-versions.ts";
import type { Version } from "../../world/tree/version.ts";
import type { Came, VersionsTask } from "../context.ts";
import { overlaid, treeOf } from "../worlds/trees.ts";
import type { Setting } from "../worlds/version-pair.ts";
import type { Range } from "./blame.ts";
import type { ChangesConclusion } from "./changes-conclusion.ts";
import { explainChanges } from "./explain-changes.ts";
import { confirmPatches, findFix, mendsNewest } from "./fix.ts";
import { patchBetween } from "./patch.ts";
import { writePatches } from "./patch-files.ts";

/** How often the patch of the best result so far is put on disk, in milliseconds: it takes git some time to make one. */
const saveInterval = 2000;

/** Narrows the difference between two versions, of which the first passes and the second fails. */
export async function narrow(task: VersionsTask, { passing, failing }: Came): Promise<ChangesConclusion> {
  const { run, setting } = task;
  const changes = await changesBetween(passing, failing, setting.isPinned);
  const { placed: before } = treeOf(setting, passing);
  const treeWith = (set: DeltaSet) => ({ base: setting.old, placed: overlaid(before, changes.compose(set)) });
  const worldWith = (set: DeltaSet) => setting.world(treeWith(set));
  const patchTo = (from: DeltaSet, to: DeltaSet) =>
    patchBetween(changes.compose(from), changes.compose(to), join(run.record.folder, "patch"));
  const saved = new Throttle<DeltaSet>(saveInterval, (best) =>
    saveIfPossible(task, () => patchTo(DeltaSet.empty, best)),
  );
  const found = await explainChanges(run, changes, worldWith, (best) => saved.offer(best.failing));
  saved.cancel();
  const searches = [...(task.earlier ?? []), found.taken];
  const told = { changes, came: { passing, failing }, range: rangeOf(setting, passing, failing) };
  if (!found.complete) {
    return {
      ...told,
      verdict: verdictOf(run, false),
      found: { ...found, failing: found.left },
      paths: writePatches(run, task.request, { cause: patchTo(DeltaSet.empty, found.failing) }),
      assumptions: brokenAssumptionsOf(run, searches),
      minimal: false,
    };
  }
  const patch = patchTo(DeltaSet.empty, found.failing);
  const fix = await findFix(task, changes, found.failing, worldWith);
  const reverse = fix && patchTo(changes.all, changes.all.minus(fix));
  const paths = writePatches(run, task.request, { cause: patch, ...(reverse ? { fix: reverse } : {}) });
  const inconsistent = await confirmPatches(task, { patch, reverse, treeWith, all: changes.all });
  const isNewest = failing === setting.new && !task.newest;
  const mends = reverse && !isNewest && !run.stopped.aborted ? await mendsNewest(task, reverse) : undefined;
  return {
    ...told,
    verdict: "found",
    found,
    paths,
    ...(mends ? { notes: [mends.note], mended: mends.mended } : {}),
    assumptions: [...inconsistent, ...brokenAssumptionsOf(run, searches)],
    minimal: inconsistent.length === 0,
  };
}

/** What cannot be written now, as on a full disk, may be at the end. */
function saveIfPossible({ run, request }: VersionsTask, patch: () => Uint8Array): void {
  try {
    writePatches(run, request, { cause: patch() });
  } catch {}
}

/** Undefined where what fails is a folder of which the repository knows nothing. */
function rangeOf({ repository }: Setting, passing: Version, failing: Version): Range | undefined {
  if (!repository || !(failing.commit || failing.root === repository.root)) return undefined;
  return { repository, old: passing.commit, now: failing.commit };
}
