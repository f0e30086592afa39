import type { FoundSets } from "../../../search/assumptions.ts";
import { causeIn } from "../../../search/goal.ts";
import type { LockedContext } from "../../../versions/packages/locked/locked-context.ts";
import type { LockedWorlds } from "./locked-worlds.ts";

/** How to keep the package found as it was, in the manager's own words: said only if the manager installed that, and the test passed. */
export async function remedyNotes(context: LockedContext, worlds: LockedWorlds, found: FoundSets): Promise<string[]> {
  const { run, manager, difference, sides } = context;
  const [held, ...more] = difference.packages.filter((_, i) => causeIn(found).has(i));
  if (held === undefined || more.length > 0 || held.old === undefined) return [];
  try {
    for (let remedy = manager.remedy?.(held, sides.new); remedy; remedy = remedy.otherwise) {
      const { outcome } = await run.observe(worlds.worldWith({ files: remedy.files, install: remedy.update }));
      if (outcome === "pass")
        return [`To keep ${held.name} ${held.old}: ${remedy.text} (installed, and the test passed).`];
    }
  } catch (error) {
    if (!run.stopped.aborted) throw error;
  }
  return [];
}
