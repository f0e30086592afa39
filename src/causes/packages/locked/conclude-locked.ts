import { DeltaSet } from "../../../core/delta-set.ts";
import type { BrokenAssumption } from "../../../core/finding.ts";
import type { FindingDetails } from "../../../run/story.ts";
import type { FoundSets } from "../../../search/assumptions.ts";
import { causeIn } from "../../../search/goal.ts";
import { entryOf } from "../../../versions/packages/locked/entry.ts";
import type { CandidateTrees } from "../../../versions/packages/locked/fill-caches.ts";
import type { PackagesFinding } from "../finding.ts";
import { furtherCulprits } from "../further-culprits.ts";
import { lookInside } from "../inside/look-inside.ts";
import { nextStep } from "../inside/next-step.ts";
import { resultFiles } from "../result-files.ts";
import { type GoodLockfile, keepGoodLocked } from "./keep-good-locked.ts";
import { findKeptBy, keptByNote } from "./kept-by.ts";
import { lockedInside } from "./locked-inside.ts";
import type { LockedSearch } from "./locked-search.ts";
import type { LockedWorlds } from "./locked-worlds.ts";
import { withOneVersion } from "./several-versions.ts";

/** The upgrades that break the test, and how candidates are made. */
interface FoundUpgrades {
  readonly worlds: LockedWorlds;
  readonly trees: CandidateTrees;
  readonly found: FoundSets;
}

interface ConclusionLocked {
  readonly complete: boolean;
  readonly broken: readonly BrokenAssumption[];
  readonly details: Partial<FindingDetails<PackagesFinding>>;
}

/** What else is to be learned about upgrades that break the test: what can be kept, how, and which lines it is. */
export async function concludeLocked(
  context: LockedSearch,
  { worlds, trees, found }: FoundUpgrades,
): Promise<ConclusionLocked> {
  const { request, manager, difference, sides } = context;
  const kept =
    request.good === undefined ? undefined : await keepGoodLocked(context, { worlds, trees, found }, request.good);
  const isKept = kept?.complete ?? true;
  const further = await findFurther(context, { worlds, found, kept });
  const keptBy = isKept ? await findKeptBy(context, { worlds, trees, found }) : undefined;
  const opener = lockedInside(context, worlds, trees);
  const causes = causeIn(found);
  const culprits = { found: { failing: found.failing, causes }, further, ...(kept && { kept: kept.passing }) };
  const inside = request.deeper && isKept ? await lookInside(opener, culprits) : undefined;
  const each = withOneVersion(difference.packages, [causes, ...further.map((i) => DeltaSet.of(i))]);
  const next = nextStep(each.flatMap(opener.namesIn));
  return {
    complete: isKept && (inside?.complete ?? !request.deeper),
    broken: [...(kept?.broken ?? []), ...(inside?.broken ?? [])],
    details: {
      causes: further.map((i) => [entryOf(difference.packages[i]!, manager.projectName(sides.new))]),
      notes: [...(kept?.notes ?? []), ...(keptBy ? [keptByNote(keptBy)] : []), ...(inside?.notes ?? next)],
      ...resultFiles(kept && request.good!.lockfile, [kept?.patch, ...(inside?.patches ?? [])]),
      ...(kept ? { heldBack: kept.heldBack } : {}),
      ...(keptBy ? { keptBy } : {}),
      ...(inside?.deeper ? { deeper: inside.deeper } : {}),
      ...(inside?.furtherDeeper ? { furtherDeeper: inside.furtherDeeper } : {}),
    },
  };
}

interface Kept extends Pick<FoundUpgrades, "worlds" | "found"> {
  readonly kept: GoodLockfile | undefined;
}

async function findFurther({ run, difference }: LockedSearch, { worlds, found, kept }: Kept): Promise<number[]> {
  if (!kept?.complete) return [];
  const all = DeltaSet.range(0, difference.packages.length);
  return furtherCulprits(run, { all, passing: kept.passing, found: found.failing, world: worlds.world });
}
