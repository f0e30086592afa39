import type { Search } from "../../core/search.ts";
import { runStage } from "../../run/stage/stage.ts";
import type { World } from "../../trial/laboratory.ts";
import { treeOf } from "../../versions/worlds/trees.ts";
import type { ChangesContext } from "./context.ts";
import type { VersionPackages } from "./version-packages.ts";
import type { Mixture } from "./which-half.ts";

/** What it takes to test the files of one version with packages of the other. */
export interface MixtureContext {
  readonly context: ChangesContext;
  readonly packages: VersionPackages;
}

export function mixtureWorld({ context, packages }: MixtureContext, { files, upgrades }: Mixture): World {
  return packages.pairWith(upgrades).world(treeOf(context.pair, context.pair[files]));
}

/** A search over mixtures. */
interface MixtureSearch<R> {
  readonly name: string;
  readonly search: Search<Mixture, R>;
  /** How many upgrades a result leaves in question. */
  readonly left: (result: R) => number;
}

const maxRangesShown = 8;

/** Runs a search over mixtures; undefined if the run was stopped. */
export async function searchMixtures<R>(
  mixtures: MixtureContext,
  { name, search, left }: MixtureSearch<R>,
): Promise<R | undefined> {
  const { run } = mixtures.context;
  const total = mixtures.packages.all.size;
  const end = await runStage(run, {
    search,
    key: ({ files, upgrades }) => `${files} ${upgrades.key}`,
    world: (mixture) => mixtureWorld(mixtures, mixture),
    shown: ({ files, upgrades }) => ({
      stage: "packages",
      set: `${files} files, upgrades: ${upgrades.isEmpty ? "none" : upgrades.toString(maxRangesShown)}`,
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
