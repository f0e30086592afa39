import { DeltaSet } from "../../core/delta-set.ts";
import type { CauseEntry } from "../../core/finding.ts";
import { verdictOf } from "../../run/conclusion.ts";
import type { Explanation } from "../../search/explain.ts";
import { entriesFor } from "../../world/packages/upgrade-entries.ts";
import type { PackagesContext } from "./context.ts";
import { furtherCulprits } from "./further-culprits.ts";
import { lookInside } from "./inside/look-inside.ts";
import { nextStep } from "./inside/next-step.ts";
import { npmInside } from "./inside/npm-packages.ts";
import { type GoodUpgrades, keepGood } from "./keep-good.ts";
import { tryOtherUpgrades } from "./other-upgrades.ts";
import { remedyForHeldBack } from "./remedy.ts";
import { resultFiles } from "./result-files.ts";
import type { PackagesConclusion } from "./story.ts";
import { upgradeList } from "./upgrade-list.ts";

/** What else is to be learned about upgrades that break the test: what can be kept, how, and which lines it is. */
export async function concludeFound(
  context: PackagesContext,
  found: Explanation,
  explained: PackagesConclusion,
): Promise<PackagesConclusion> {
  const { run, request, sides, stock } = context;
  const causes = found.causes.isEmpty ? found.failing : found.causes;
  const kept = request.good === undefined ? undefined : await keepGood(context, causes, request.good);
  const further = kept?.complete ? await findFurther(context, found, kept) : [];
  const { notes: otherNotes, remedy } = kept
    ? await remedyForHeldBack(context, kept)
    : await tryOtherUpgrades(context, causes);
  const goesInside = request.deeper && kept?.complete !== false;
  const opener = npmInside(context);
  const culprits = { found: { ...found, causes }, further, ...(kept && { kept: kept.passing }) };
  const inside = goesInside ? await lookInside(opener, culprits) : undefined;
  const isDone = (kept?.complete ?? true) && (inside?.complete ?? !request.deeper);
  return {
    ...explained,
    verdict: verdictOf(run, isDone),
    further,
    assumptions: [...(kept?.broken ?? []), ...(inside?.broken ?? []), ...explained.assumptions],
    notes: [
      ...(causes.size > 1 ? [notSplit(entriesFor(sides, stock.upgrades, causes))] : []),
      ...(kept?.notes ?? []),
      ...otherNotes,
      ...(inside?.notes ?? nextStep(opener.namesIn(causes.union(DeltaSet.of(...further))))),
    ],
    ...resultFiles(kept && request.good!.lockfile, [kept?.patch, ...(inside?.patches ?? [])]),
    ...(kept ? { heldBack: kept.heldBack } : {}),
    ...(remedy ? { remedy } : {}),
    ...(inside?.deeper ? { deeper: inside.deeper } : {}),
    ...(inside?.furtherDeeper ? { furtherDeeper: inside.furtherDeeper } : {}),
  };
}

function findFurther({ run, stock }: PackagesContext, found: Explanation, { passing, world }: GoodUpgrades) {
  const { all } = stock.upgrades;
  return furtherCulprits(run, { all, passing, found: found.failing, world });
}

/** Says why several packages are named. */
function notSplit(causes: readonly CauseEntry[]): string {
  return `${upgradeList(causes)} were also tried one by one, whatever versions they ask for: none of them can be left out.`;
}
