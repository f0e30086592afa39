import { mkdirSync } from "node:fs";
import { basename, dirname } from "node:path";
import { DeltaSet } from "../../../core/delta-set.ts";
import type { BrokenAssumption, CauseEntry, PatchEntry } from "../../../core/finding.ts";
import { listText } from "../../../core/list-text.ts";
import { ask, type DeltaSearch } from "../../../core/search.ts";
import { confirm } from "../../../run/confirm.ts";
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
import { writeBranchPatch } from "../branch-patch.ts";
import type { GoodPaths } from "../good-paths.ts";
import { branchFiles } from "./branch-files.ts";
import { goodCompanions } from "./good-companions.ts";
import type { LockedWorlds } from "./locked-worlds.ts";

/** What the search for the largest passing set of upgrades found. */
export interface GoodLockfile {
  readonly complete: boolean;
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
  { lockfile: path, patch: patchPath }: GoodPaths,
): Promise<GoodLockfile> {
  const { run, difference, sides } = context;
  const { packages } = difference;
  const total = packages.length;
  const all = DeltaSet.range(0, total);
  const write = (passing: DeltaSet) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileAtomically(path, candidateFiles(context, passing).get(sides.new.lockfile) ?? "");
  };
  const stage = stageOf({
    name: "good",
    search: largestPassing(all.minus(causeIn(found)), all),
    total,
    world: worlds.world,
    start: { failing: total },
    sizes: (passing) => ({ failing: total - passing.size }),
    logging: { labels: () => packages.map(({ name }) => name) },
  });
  const end = await runStage(run, { ...stage, unit: "packages" }, { onBest: write });
  const passing = end.result ?? DeltaSet.empty;
  const leftOut = packages.filter((_, i) => !passing.has(i));
  run.stages.push({ name: "good", search: "ddmax", deltas: { total, cause: leftOut.length }, needed: end.needed });
  write(passing);
  // Only now: a run that goes on after an interruption must find the project as it was.
  const files = candidateFiles(context, passing);
  const companions = goodCompanions(difference, files, path);
  for (const each of companions) writeFileAtomically(each.path, each.text);
  const claim = { world: worlds.world(passing), outcome: "pass" as const, name: "good lockfile" };
  const needs = manifestNeeds(context, passing);
  const broken = end.complete ? await confirm(run, [claim]) : [];
  const patch = writeBranchPatch(run, patchPath, {
    ...{ project: sides.project, newName: sides.new.name, files: branchFiles(context, files) },
    isShown: end.complete && broken.length === 0,
  });
  return {
    complete: end.complete,
    heldBack: leftOut.map(entryOf),
    ...(patch ? { patch } : {}),
    broken,
    notes: [
      `${passing.size} of the ${total} upgrades pass together; held back: ${listText(leftOut.map(upgradeText))}.`,
      ...(needs.length > 0 ? [`That lockfile needs ${listText(needs)}.`] : []),
      ...companions.map((each) => `${basename(each.path)} belongs to it, in the place of ${each.of}.`),
      ...(end.complete ? ["None of those held back can be added: each was tried."] : []),
    ],
  };
}

/** From all upgrades but those that make the test fail or, if that does not pass, from none. */
function largestPassing(without: DeltaSet, all: DeltaSet): DeltaSearch {
  return ask<DeltaSet, DeltaSet>(without, DeltaSet.empty, (outcome) =>
    ddmax(outcome === "pass" ? without : DeltaSet.empty, all),
  );
}
