import type { Story } from "../../core/finding.ts";
import { UserError } from "../../core/user-error.ts";
import { isRefusal, reproduce } from "../../run/reproduce.ts";
import type { Run } from "../../run/run.ts";
import { storyOf } from "../../run/story.ts";
import { type ChangesConclusion, changesDetails } from "../../versions/changes/changes-conclusion.ts";
import { treeOf } from "../../versions/worlds/trees.ts";
import { readVersionPair, type VersionPair } from "../../versions/worlds/version-pair.ts";
import { Changes } from "../../world/changes/version-diff.ts";
import { treeHash } from "../../world/tree/tree-hash.ts";
import { nothingFound } from "./conclusions.ts";
import type { ChangesContext } from "./context.ts";
import { findPassing, noPassingVersion } from "./find-good.ts";
import { lockfileNotes } from "./lockfile-notes.ts";
import { makePatchedTree } from "./patched-tree.ts";
import type { ChangesRequest } from "./request.ts";
import { searchFiles } from "./search-files.ts";
import { settleVersions } from "./settle-versions.ts";
import { differingPackages } from "./version-packages.ts";
import { searchWithPackages } from "./with-packages.ts";

/** Finds the cause of a failure among the changes between two versions. */
export async function findInChanges(run: Run, request: ChangesRequest): Promise<Story> {
  const pair = readVersionPair(request, request.patch && makePatchedTree(run, request, request.patch));
  refuseChanged(pair, request);
  for (const note of pair.notes) run.note(note);
  const whole = Changes.between(pair.old, pair.new, pair.isPinned);
  for (const note of whole.notes) run.note(note);
  if (whole.changes.length === 0 && !request.older)
    throw new UserError(`${pair.old.name} and ${pair.new.name} are the same: there is no difference to search.`);
  const context: ChangesContext = { run, request, pair, whole };
  const sides = differingPackages(context);
  const conclusion = (sides && (await searchWithPackages(context, sides))) ?? (await searchAsInstalled(context));
  return storyOf(run, request, { conclusion, details: changesDetails(run, conclusion) });
}

function refuseChanged({ old, new: now }: VersionPair, { contents }: ChangesRequest): void {
  for (const [i, version] of [old, now].entries())
    if (contents[i] !== undefined && contents[i] !== treeHash({ base: version, placed: [] }))
      throw new UserError(
        `${version.name} has changed since the run began, so its outcomes no longer hold: start a new run.`,
      );
}

/** Tests every candidate with the packages that are installed here. */
async function searchAsInstalled(context: ChangesContext): Promise<ChangesConclusion> {
  const { run, pair, whole } = context;
  const { old, new: now, world } = pair;
  for (const note of lockfileNotes(whole)) run.note(note);
  const ends = await reproduce(run, () =>
    settleVersions(context, {
      failing: { world: world(treeOf(pair, now)), name: now.name },
      other: { world: world(treeOf(pair, old)), name: old.name },
    }),
  );
  if (isRefusal(ends)) return { ...nothingFound(context), ...ends };
  if (ends.other.outcome === "pass") return searchFiles(context, old);
  const search = await findPassing(context);
  if (search.version) return searchFiles(context, search.version);
  return { ...nothingFound(context), ...noPassingVersion(context, search) };
}
