import type { Search } from "../../core/search.ts";
import { runStage } from "../../run/stage.ts";
import { treeOf } from "../../versions/worlds/trees.ts";
import type { ChangesTask } from "./context.ts";
import type { Supply } from "./version-packages.ts";
import type { Mixture } from "./which-half.ts";

/** A run in which files and packages are told apart. */
export interface Mixing {
  readonly task: ChangesTask;
  readonly supply: Supply;
}

const shownRanges = 8;

/** The world of a mixture. */
export function worldOf({ task, supply }: Mixing, { files, upgrades }: Mixture) {
  return supply.settingWith(upgrades).world(treeOf(task.setting, task.setting[files]));
}

/** Runs a search over mixtures; undefined where it was stopped. `left` says how many upgrades are in question after it. */
export async function searchMixtures<R>(
  mixing: Mixing,
  { name, search, left }: { name: string; search: Search<Mixture, R>; left: (result: R) => number },
): Promise<R | undefined> {
  const { run } = mixing.task;
  const { upgrades } = mixing.supply.stock;
  const total = upgrades.deltas.length;
  const end = await runStage(run, {
    search,
    key: ({ files, upgrades }) => `${files} ${upgrades.key}`,
    world: (mixture) => worldOf(mixing, mixture),
    shown: ({ files, upgrades }) => ({
      stage: "packages",
      set: `${files} files, upgrades: ${upgrades.isEmpty ? "none" : upgrades.toString(shownRanges)}`,
      size: upgrades.size,
    }),
    total,
    unit: "packages",
    sizes: (result) => ({ failing: left(result), passing: 0 }),
    start: { failing: total, passing: 0 },
  });
  if (!end.complete) return undefined;
  const cause = left(end.result!);
  run.stages.push({ name: "packages", search: name, deltas: { total, cause }, needed: end.needed });
  return end.result;
}
