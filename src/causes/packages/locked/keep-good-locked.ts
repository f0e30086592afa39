import { mkdirSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { DeltaSet } from "../../../core/delta-set.ts";
import type { BrokenAssumption, CauseEntry, PatchEntry } from "../../../core/finding.ts";
import { listText } from "../../../core/list-text.ts";
import { entryOf } from "../../../versions/packages/locked/entry.ts";
import {
  candidateFiles,
  type LockedContext,
  manifestNeeds,
  upgradeText,
} from "../../../versions/packages/locked/locked-context.ts";
import { writeFileAtomically } from "../../../world/files/write-atomically.ts";
import { writeBranchPatch } from "../branch-patch.ts";
import type { GoodPaths } from "../good-paths.ts";
import { branchFiles } from "./branch-files.ts";
import { confirmGood } from "./confirm-good.ts";
import { type FoundGood, findGood, type GoodCandidates, type GoodSet } from "./find-good.ts";
import { type GoodCompanion, goodCompanions } from "./good-companions.ts";

/** What the search for the largest passing set of upgrades found. */
export interface GoodLockfile extends FoundGood {
  readonly heldBack: readonly CauseEntry[];
  readonly patch?: PatchEntry;
  readonly notes: readonly string[];
  readonly broken: readonly BrokenAssumption[];
}

/**
 * Finds a largest set of upgrades under which the test passes, and writes a lockfile with them, and a patch. Each that is left out
 * was tried.
 */
export async function keepGoodLocked(
  context: LockedContext,
  candidates: GoodCandidates,
  paths: GoodPaths,
): Promise<GoodLockfile> {
  const { run, manager, difference, sides } = context;
  const write = (files: ReadonlyMap<string, string>) => {
    mkdirSync(dirname(paths.lockfile), { recursive: true });
    writeFileAtomically(paths.lockfile, files.get(sides.new.lockfile) ?? "");
  };
  const good = await findGood(context, candidates, (passing) => write(candidateFiles(context, passing)));
  const { passing, complete } = good;
  const composed = candidateFiles(context, passing);
  write(composed);
  const watchedWorld = (files: ReadonlyMap<string, string>) =>
    candidates.worlds.watchedWorld(files, { anew: good.isAccepted });
  const confirmed = complete ? confirmGood(context, { watchedWorld }, composed) : { files: composed, broken: [] };
  const { files, broken } = await confirmed;
  write(files);
  // Only now: a run that goes on after an interruption must find the project as it was.
  const companions = goodCompanions(difference, files, paths.lockfile);
  for (const each of companions) writeFileAtomically(each.path, each.text);
  const patch = writeBranchPatch(run, paths.patch, {
    ...{ project: sides.project, newName: sides.new.name, files: branchFiles(context, files) },
    isShown: complete && broken.length === 0,
  });
  return {
    ...{ passing, complete },
    heldBack: heldBack(context, passing).map((each) => entryOf(each, manager.projectName(sides.new))),
    ...(patch ? { patch } : {}),
    broken,
    notes: goodNotes(context, { ...good, companions }),
  };
}

function heldBack({ difference }: LockedContext, passing: DeltaSet) {
  return difference.packages.filter((_, i) => !passing.has(i));
}

function goodNotes(
  context: LockedContext,
  { passing, complete, notes, companions }: GoodSet & { readonly companions: readonly GoodCompanion[] },
): string[] {
  const needs = manifestNeeds(context, passing);
  const total = context.difference.packages.length;
  return [
    `${passing.size} of the ${total} upgrades pass together; held back: ${listText(heldBack(context, passing).map(upgradeText))}.`,
    ...(needs.length > 0 ? [`That lockfile needs ${listText(needs)}.`] : []),
    ...companions.map((each) => `${basename(each.path)} belongs to it, in the place of ${each.of}.`),
    ...notes,
    ...(complete ? ["None of those held back can be added: each was tried."] : []),
  ];
}
