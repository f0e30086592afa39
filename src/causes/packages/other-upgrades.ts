import type { DeltaSet } from "../../core/delta-set.ts";
import { packagesOf } from "../../world/packages/installed-upgrades.ts";
import type { PackagesContext } from "./context.ts";
import { type TriedRemedy, tryRemedy } from "./remedy.ts";

/** Tests whether it is enough to undo the upgrades found, and keep all others; if it is, how to do that. */
export async function tryOtherUpgrades(context: PackagesContext, causes: DeltaSet): Promise<TriedRemedy> {
  const { run, stock, worlds, sides } = context;
  const { upgrades, loadable } = stock;
  const undone = loadable.dependencies.withDependents(causes);
  if (undone.equals(upgrades.all)) return { notes: [] };
  const others = `With all other upgrades of ${sides.new.name}${undone.size > causes.size ? " that do not need it" : ""}`;
  try {
    const world = worlds.freshWorld({ packages: packagesOf(stock, upgrades.all.minus(undone)) });
    const { outcome, ended } = await run.observe(world);
    if (outcome === "fail")
      return { notes: [`${others} the test still fails (${ended}): there is another cause as well.`] };
    if (outcome !== "pass") return { notes: [`${others} the test cannot be judged (${ended}).`] };
    const { notes, ...remedy } = await tryRemedy(context, causes);
    return { notes: [`${others} the test passes.`, ...notes], ...remedy };
  } catch (error) {
    if (!run.stopped.aborted) throw error;
    return { notes: [] };
  }
}
