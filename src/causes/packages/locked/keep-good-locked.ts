import { mkdirSync } from "node:fs";
import { basename, dirname } from "node:path";
import { DeltaSet } from "../../../core/delta-set.ts";
import type { BrokenAssumption, CauseEntry, PatchEntry } from "../../../core/finding.ts";
import { listText } from "../../../core/list-text.ts";
import { ask, type DeltaSearch } from "../../../core/search.ts";
import { runStage, stageOf } from "../../../run/stage/stage.ts";
import type { FoundSets } from "../../../search/assumptions.ts";
import { ddmax } from "../../../search/ddmax.ts";
import { causeIn } from "../../../search/goal.ts";
import { entryOf } from "../../../versions/packages/locked/entry.ts";
import {
  candidateFiles,
  type LockedContext,
  manifestNeeds,
  upgradeText,
} from "../../../versions/packages/locked/locked-context.ts";
import { writeFileAtomically } from "../../../world/files/write-atomically.ts";
import { projectName } from "../../../world/packages/managers/project-name.ts";
import { writeBranchPatch } from "../branch-patch.ts";
import type { GoodPaths } from "../good-paths.ts";
import { branchFiles } from "./branch-files.ts";
import { confirmGood } from "./confirm-good.ts";
import { type GoodCompanion, goodCompanions } from "./good-companions.ts";
import type { LockedWorlds } from "./locked-worlds.ts";

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
  worlds: LockedWorlds,
  found: FoundSets,
  paths: GoodPaths,
): Promise<GoodLockfile> {
  const { run, difference, sides } = context;
  const write = (files: ReadonlyMap<string, string>) => {
    mkdirSync(dirname(paths.lockfile), { recursive: true });
    writeFileAtomically(paths.lockfile, files.get(sides.new.lockfile) ?? "");
  };
  const { passing, complete } = await searchGood(context, worlds, found, write);
  const composed = candidateFiles(context, passing);
  write(composed);
  const { files, broken } = complete ? await confirmGood(context, worlds, composed) : { files: composed, broken: [] };
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
    heldBack: heldBack(context, passing).map((each) => entryOf(each, projectName(sides.new))),
    ...(patch ? { patch } : {}),
    broken,
    notes: goodNotes(context, { passing, complete, companions }),
  };
}

interface FoundGood {
  readonly passing: DeltaSet;
  readonly complete: boolean;
}

async function searchGood(
  context: LockedContext,
  { world }: LockedWorlds,
  found: FoundSets,
  write: (files: ReadonlyMap<string, string>) => void,
): Promise<FoundGood> {
  const { run, difference } = context;
  const total = difference.packages.length;
  const all = DeltaSet.range(0, total);
  const stage = stageOf({
    name: "good",
    search: largestPassing(all.minus(causeIn(found)), all),
    total,
    world,
    start: { failing: total },
    sizes: (passing) => ({ failing: total - passing.size }),
    logging: { labels: () => difference.packages.map(({ name }) => name) },
  });
  const onBest = (passing: DeltaSet) => write(candidateFiles(context, passing));
  const end = await runStage(run, { ...stage, unit: "packages" }, { onBest });
  const passing = end.result ?? DeltaSet.empty;
  run.stages.push({
    name: "good",
    search: "ddmax",
    deltas: { total, cause: total - passing.size },
    needed: end.needed,
  });
  return { passing, complete: end.complete };
}

/** From all upgrades but those that make the test fail or, if that does not pass, from none. */
function largestPassing(without: DeltaSet, all: DeltaSet): DeltaSearch {
  return ask<DeltaSet, DeltaSet>(without, DeltaSet.empty, (outcome) =>
    ddmax(outcome === "pass" ? without : DeltaSet.empty, all),
  );
}

function heldBack({ difference }: LockedContext, passing: DeltaSet) {
  return difference.packages.filter((_, i) => !passing.has(i));
}

function goodNotes(
  context: LockedContext,
  { passing, complete, companions }: FoundGood & { readonly companions: readonly GoodCompanion[] },
): string[] {
  const needs = manifestNeeds(context, passing);
  const total = context.difference.packages.length;
  return [
    `${passing.size} of the ${total} upgrades pass together; held back: ${listText(heldBack(context, passing).map(upgradeText))}.`,
    ...(needs.length > 0 ? [`That lockfile needs ${listText(needs)}.`] : []),
    ...companions.map((each) => `${basename(each.path)} belongs to it, in the place of ${each.of}.`),
    ...(complete ? ["None of those held back can be added: each was tried."] : []),
  ];
}
