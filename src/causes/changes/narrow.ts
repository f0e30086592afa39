import { join } from "node:path";
import { DeltaSet } from "../../core/delta-set.ts";
import type { Outcome } from "../../core/outcome.ts";
import type { Hinted } from "../../core/search.ts";
import { brokenBy, type SearchTaken, verdictOf } from "../../run/conclude.ts";
import { runStage, stageOf, testedSets } from "../../run/stage.ts";
import { type Explanation, explain } from "../../search/explain.ts";
import { skipping } from "../../search/skipping.ts";
import type { Observation } from "../../trial/observation.ts";
import { aboutChanges } from "../../world/hints.ts";
import { namesIn } from "../../world/names.ts";
import { changesBetween, scopesOf } from "../../world/scopes.ts";
import type { Version } from "../../world/version.ts";
import type { Range } from "./blame.ts";
import { confirmPatches, findFix, mendsNewest } from "./fix.ts";
import { writePatches } from "./output.ts";
import { patchBetween } from "./patch.ts";
import type { Setting } from "./setting.ts";
import type { Told } from "./story.ts";
import type { Came, Task } from "./task.ts";
import { overlaid, treeOf } from "./trees.ts";

/** After so many candidates that cannot be read, they are tested all the same. */
const mostForeknown = 2000;

/** Narrows the difference between two versions, of which the first passes and the second fails. */
export async function narrow(task: Task, { passing, failing }: Came): Promise<Told> {
  const { run, setting, listener, steps, stages } = task;
  const changes = await changesBetween(passing, failing, setting.isPinned);
  const named = namesIn(changes.changes);
  const { depth, files, foreknown } = await scopesOf(changes);
  const { placed: before } = treeOf(setting, passing);
  const treeWith = (set: DeltaSet) => ({ base: setting.old, placed: overlaid(before, changes.compose(set)) });
  const worldWith = (set: DeltaSet) =>
    setting.world(treeWith(set), { hint: (execution) => aboutChanges(execution, changes, named).toString() });
  const total = changes.changes.length;
  const { dependencies } = named;
  const ends = { passing: DeltaSet.empty, failing: changes.all };
  const search = skipping<Explanation, Outcome | Hinted>(
    explain({ ...ends, depth, dependencies, groups: files }),
    foreknown,
    mostForeknown,
  );
  const end = await runStage<DeltaSet, Explanation, Outcome | Hinted>(
    run,
    stageOf({
      name: "changes",
      search,
      answer: hinted,
      total,
      world: worldWith,
      start: { failing: total, passing: 0 },
      sizes: ({ failing, suspects }) => ({
        failing: failing.size,
        passing: failing.size - (suspects.isEmpty ? failing.size : suspects.size),
      }),
    }),
    { onStep: (row) => steps.push(row), onProgress: listener.onProgress },
  );
  const found = end.result ?? { failing: changes.all, causes: changes.all, suspects: changes.all };
  const cause = end.complete ? found.failing : found.suspects.isEmpty ? found.failing : found.suspects;
  stages.push({ name: "changes", search: "explain", deltas: { total, cause: cause.size }, needed: end.needed });
  const searches: SearchTaken[] = [{ tested: () => testedSets(search, end), found: { failing: found.failing } }];
  const told = { changes, steps, stages, came: { passing, failing }, range: rangeOf(setting, passing, failing) };
  if (!end.complete) {
    return {
      ...told,
      verdict: verdictOf(run, false),
      found: { ...found, failing: cause },
      assumptions: brokenBy(run, searches),
      minimal: false,
    };
  }
  const patchTo = (from: DeltaSet, to: DeltaSet) =>
    patchBetween(changes.compose(from), changes.compose(to), join(run.record.folder, "patch"));
  const patch = patchTo(DeltaSet.empty, found.failing);
  const fix = await findFix(task, changes, found.failing, worldWith);
  const reverse = fix && patchTo(changes.all, changes.all.minus(fix));
  const paths = writePatches(run, task.request, { cause: patch, ...(reverse ? { fix: reverse } : {}) });
  const inconsistent = await confirmPatches(task, { patch, reverse, treeWith, all: changes.all });
  const isNewest = failing === setting.new;
  const notes = reverse && !isNewest && !run.stopped.aborted ? [await mendsNewest(task, reverse)] : [];
  return {
    ...told,
    verdict: "found",
    found,
    paths,
    notes,
    assumptions: [...inconsistent, ...brokenBy(run, searches)],
    minimal: inconsistent.length === 0,
  };
}

function hinted({ outcome, hint }: Observation): Outcome | Hinted {
  return outcome === "unresolved" && hint ? { outcome, about: DeltaSet.parse(hint) } : outcome;
}

/** Undefined where what fails is a folder of which the repository knows nothing. */
function rangeOf({ repository }: Setting, passing: Version, failing: Version): Range | undefined {
  if (!repository || !(failing.commit || failing.root === repository.root)) return undefined;
  return { repository, old: passing.commit, now: failing.commit };
}
