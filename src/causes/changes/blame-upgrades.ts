import type { Outcome } from "../../core/outcome.ts";
import { brokenAssumptionsOf, verdictOf } from "../../run/conclusion.ts";
import { confirm } from "../../run/confirm.ts";
import type { ChangesConclusion, NeededUpgrades } from "../../versions/changes/changes-conclusion.ts";
import { type ExplainedUpgrades, explainUpgrades } from "../../versions/packages/explain-upgrades.ts";
import { treeOf } from "../../versions/worlds/trees.ts";
import { explainedEntries } from "../../world/packages/upgrade-entries.ts";
import { nothing, withNote } from "./conclusions.ts";
import { type Mixing, searchMixtures, worldOf } from "./mixtures.ts";
import { packagesCommand } from "./packages-command.ts";
import { searchFiles } from "./search-files.ts";
import { type Mixture, outcomeWith } from "./which-half.ts";

/** Finds the upgrades that make the old files fail; `newFiles` is what the new ones do with the old packages. */
export async function packagesAlone(mixing: Mixing, newFiles: Outcome): Promise<ChangesConclusion> {
  const found = await explain(mixing, "old");
  if (!found.complete) return narrowed(mixing, found);
  return confirmed(mixing, found, { files: "old", notes: newFiles === "pass" ? [nextStep(mixing)] : [] });
}

/**
 * Finds the upgrades that the new files need to fail, and then with these what of the files it is; or with all upgrades,
 * if the old files pass only so. `newPackages` is what they do with all.
 */
export async function bothNeeded(mixing: Mixing, newPackages: Outcome | undefined): Promise<ChangesConclusion> {
  const { task, supply } = mixing;
  const { old, new: now } = task.setting;
  const found = await explain(mixing, "new");
  if (!found.complete) return narrowed(mixing, found);
  const outcome = await searchMixtures(mixing, {
    name: "old files",
    search: outcomeWith({ files: "old", upgrades: found.failing }),
    left: () => found.failing.size,
  });
  if (outcome === undefined) return narrowed(mixing, found);
  const upgrades = upgradesOf(mixing, found);
  const newest = supply.settingWith(supply.stock.upgrades.all);
  const earlier = [found.taken];
  if (outcome === "pass") {
    const setting = supply.settingWith(found.failing);
    return { ...(await searchFiles({ ...task, setting, newest, earlier }, old)), upgrades };
  }
  const alone = `With these upgrades alone the files of ${old.name} ${outcome === "fail" ? "fail" : "cannot be judged"}`;
  if (newPackages === "pass") {
    const note = `${alone}, so the search among the files used all packages of ${now.name}.`;
    const told = await withNote(task, note, () => searchFiles({ ...task, setting: newest, earlier }, old));
    // The upgrades and the lines were each found beside all of the other half, never without it.
    return { ...told, upgrades, minimal: false };
  }
  const untold = `${alone}, so the cause in the files of ${now.name} cannot be isolated.`;
  return confirmed(mixing, found, { files: "new", notes: [untold, nextStep(mixing)] });
}

function explain(mixing: Mixing, files: Mixture["files"]): Promise<ExplainedUpgrades> {
  return explainUpgrades(mixing.task.run, mixing.supply.stock, (upgrades) => worldOf(mixing, { files, upgrades }));
}

function upgradesOf({ supply }: Mixing, found: ExplainedUpgrades): NeededUpgrades {
  const { upgrades } = supply.stock;
  const deltas = { total: upgrades.deltas.length, cause: found.failing.size };
  return { entries: explainedEntries(supply.sides, upgrades, found), deltas };
}

/** What is known where the search was stopped. */
function narrowed(mixing: Mixing, found: ExplainedUpgrades): ChangesConclusion {
  const { task } = mixing;
  const upgrades = upgradesOf(mixing, found);
  const assumptions = brokenAssumptionsOf(task.run, [found.taken]);
  return { ...nothing(task), upgrades, assumptions, verdict: verdictOf(task.run, false) };
}

interface Blamed {
  readonly files: Mixture["files"];
  readonly notes: readonly string[];
}

async function confirmed(
  mixing: Mixing,
  found: ExplainedUpgrades,
  { files, notes }: Blamed,
): Promise<ChangesConclusion> {
  const { task, supply } = mixing;
  const { run, setting } = task;
  const world = supply.settingWith(found.failing).freshWorld(treeOf(setting, setting[files]));
  const inconsistent = await confirm(run, [{ world, outcome: "fail", name: "failing result" }]);
  return {
    ...nothing(task),
    verdict: "found",
    upgrades: upgradesOf(mixing, found),
    minimal: inconsistent.length === 0,
    assumptions: [...inconsistent, ...brokenAssumptionsOf(run, [found.taken])],
    notes,
  };
}

/** What goes on where this ends. With the new files, as it does there, the old packages have passed. */
function nextStep({ task: { request } }: Mixing): string {
  const command = packagesCommand(request, "--deeper");
  return `${command} looks inside the package and names the lines; --keep-good writes a lockfile with the other upgrades.`;
}
