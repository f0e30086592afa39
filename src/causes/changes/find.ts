import type { Story } from "../../core/finding.ts";
import { UserError } from "../../core/user-error.ts";
import { isRefusal, reproduce } from "../../run/reproduce.ts";
import type { Run } from "../../run/run.ts";
import { storyOf } from "../../run/story.ts";
import { type ChangesConclusion, changesDetails } from "../../versions/changes/changes-conclusion.ts";
import { treeOf } from "../../versions/worlds/trees.ts";
import { settingOf } from "../../versions/worlds/version-pair.ts";
import { Changes } from "../../world/changes/version-diff.ts";
import { treeHash } from "../../world/tree/tree-hash.ts";
import { nothing } from "./conclusions.ts";
import type { ChangesTask } from "./context.ts";
import { findPassing, nonePasses } from "./find-good.ts";
import { lockfileNotes } from "./lockfile-notes.ts";
import { patchedTree } from "./patched-tree.ts";
import type { ChangesRequest } from "./request.ts";
import { searchFiles } from "./search-files.ts";
import { settle } from "./settle-versions.ts";
import { differingPackages } from "./version-packages.ts";
import { searchWithPackages } from "./with-packages.ts";

/** Finds the cause of a failure in what was changed between two versions. */
export async function findInChanges(run: Run, request: ChangesRequest): Promise<Story> {
  const setting = settingOf(request, request.patch && patchedTree(run, request, request.patch));
  [setting.old, setting.new].forEach((version, i) => {
    if (request.contents[i] !== undefined && request.contents[i] !== treeHash({ base: version, placed: [] }))
      throw new UserError(
        `${version.name} has changed since the run began, so its outcomes no longer hold: start a new run.`,
      );
  });
  for (const note of setting.notes) run.note(note);
  const whole = Changes.between(setting.old, setting.new, setting.isPinned);
  for (const note of whole.notes) run.note(note);
  if (whole.changes.length === 0 && !request.older)
    throw new UserError(`${setting.old.name} and ${setting.new.name} are the same: there is no difference to search.`);
  const task: ChangesTask = { run, request, setting, whole };
  const sides = differingPackages(task);
  const conclusion = (sides && (await searchWithPackages(task, sides))) ?? (await searchAsInstalled(task));
  return storyOf(run, request, { conclusion, details: changesDetails(run, conclusion) });
}

/** Every candidate has the packages that are installed where the user stands. */
async function searchAsInstalled(task: ChangesTask): Promise<ChangesConclusion> {
  const { run, setting, whole } = task;
  const { old, new: now, world } = setting;
  for (const note of lockfileNotes(whole)) run.note(note);
  const ends = await reproduce(run, () =>
    settle(task, {
      failing: { world: world(treeOf(setting, now)), name: now.name },
      other: { world: world(treeOf(setting, old)), name: old.name },
    }),
  );
  if (isRefusal(ends)) return { ...nothing(task), ...ends };
  const passing = ends.other.outcome === "pass" ? old : await findPassing(task);
  return passing ? searchFiles(task, passing) : { ...nothing(task), ...nonePasses(task) };
}
