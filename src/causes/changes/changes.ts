import type { Story } from "../../core/finding.ts";
import { UserError } from "../../core/user-error.ts";
import { verdictOf } from "../../run/conclude.ts";
import { NotReproduced, settleEnds } from "../../run/ends.ts";
import type { EndsEvent } from "../../run/events.ts";
import { isRefusal, reproduced } from "../../run/reproduced.ts";
import type { Listener } from "../../run/request.ts";
import type { Run } from "../../run/run.ts";
import { narrow } from "../../versions/narrow.ts";
import { searchCommits } from "../../versions/search-commits.ts";
import { settingOf } from "../../versions/setting.ts";
import { type Told, tell } from "../../versions/story.ts";
import type { Task } from "../../versions/task.ts";
import { treeOf } from "../../versions/trees.ts";
import { Changes } from "../../world/changes.ts";
import { treeHash } from "../../world/tree-hash.ts";
import { findPassing, nonePasses } from "./find-good.ts";
import { lockfileNotes } from "./lockfiles.ts";
import { patchedTree } from "./patched-tree.ts";
import type { ChangesRequest } from "./request.ts";

/** Finds the cause of a failure in what was changed between two versions. */
export async function findInChanges(run: Run, request: ChangesRequest, listener: Listener): Promise<Story> {
  const setting = settingOf(request, request.patch && patchedTree(run, request, request.patch));
  [setting.old, setting.new].forEach((version, i) => {
    if (request.contents[i] !== undefined && request.contents[i] !== treeHash({ base: version, placed: [] }))
      throw new UserError(
        `${version.name} has changed since the run began, so its outcomes no longer hold: start a new run.`,
      );
  });
  for (const note of setting.notes) listener.onNote(note);
  const task: Task<ChangesRequest> = { run, request, setting, listener, steps: [], stages: [] };
  return tell(run, request, await conclude(task));
}

async function conclude(task: Task<ChangesRequest>): Promise<Told> {
  const { run, listener, setting, steps, stages } = task;
  const whole = Changes.between(setting.old, setting.new, setting.isPinned);
  for (const note of [...whole.notes, ...lockfileNotes(whole)]) listener.onNote(note);
  const refused = { changes: whole, steps, stages, assumptions: [], minimal: false };
  if (whole.changes.length === 0 && !task.request.older)
    throw new UserError(`${setting.old.name} and ${setting.new.name} are the same: there is no difference to search.`);
  const ends = await reproduced(run, listener, () => settle(task));
  if (isRefusal(ends)) return { ...refused, ...ends };
  const passing = ends.other.outcome === "pass" ? setting.old : await findPassing(task);
  if (!passing) return { ...refused, ...nonePasses(task) };
  const between = { passing, failing: setting.new };
  const came = await searchCommits(task, between);
  if (came && !came.complete) return { ...refused, verdict: verdictOf(run, false), suspects: came.suspects };
  return narrow(task, came ?? between);
}

async function settle({ run, request, setting }: Task<ChangesRequest>): Promise<EndsEvent> {
  const { old, new: now, world } = setting;
  const ends = await settleEnds(run, {
    failing: { world: world(treeOf(setting, now)), name: now.name },
    other: { world: world(treeOf(setting, old)), name: old.name },
  });
  const { outcome, ended } = ends.other;
  if (outcome === "pass" || request.older) return ends;
  const how = outcome === "fail" ? "fails on" : "cannot be judged on";
  const next =
    outcome === "fail"
      ? "Name an older version that passes; --find-good looks for one."
      : "Name a version on which it passes; --build CMD tells failed builds from failed tests.";
  throw new NotReproduced(
    `The test ${how} ${old.name} too (${ended}), so what changed since is not the cause.\n${next}`,
  );
}
