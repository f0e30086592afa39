import { DeltaSet } from "../../core/delta-set.ts";
import type { BrokenAssumption } from "../../core/finding.ts";
import { listText } from "../../core/list-text.ts";
import { count } from "../../report/quantity.ts";
import { confirm } from "../../run/confirm.ts";
import type { Explanation } from "../../search/explain.ts";
import { explainChanges } from "../../versions/changes/explain-changes.ts";
import { changeEntry } from "../../world/changes/change-entry.ts";
import type { Stock } from "../../world/packages/installed-upgrades.ts";
import { nameAt } from "../../world/packages/lockfile.ts";
import type { PackageChange } from "../../world/packages/upgrades.ts";
import type { PackagesContext } from "./context.ts";
import type { PackagesFinding } from "./finding.ts";
import { editedCandidate, type PackageDifference, packageDifference } from "./package-edits.ts";

/** What a search inside packages found. */
export interface InsidePackages {
  readonly complete: boolean;
  readonly found?: PackagesFinding["deeper"];
  readonly broken: readonly BrokenAssumption[];
  readonly notes: readonly string[];
}

/** The packages among the upgrades found whose files can be compared: those that both sides have. */
export function upgradedPackages({ upgrades }: Stock, { failing, causes }: Explanation): PackageChange[] {
  const changes = [...(causes.isEmpty ? failing : causes)].flatMap((delta) => upgrades.deltas[delta]!);
  return changes.filter(({ old, new: now }) => old && now && !old.link && !now.link);
}

/** Finds which changes between two published versions of a package make the difference. */
export async function searchInsidePackages(context: PackagesContext, found: Explanation): Promise<InsidePackages> {
  const { run, stock } = context;
  const upgraded = upgradedPackages(stock, found);
  const nothing = { complete: true, broken: [] };
  if (upgraded.length === 0)
    return { ...nothing, notes: ["There is nothing to look into: no package that was found is on both sides."] };
  const names = listText(upgraded.map(({ path, new: now }) => nameAt(path, now)));
  const difference = await packageDifference(stock, upgraded);
  if (difference.changes.changes.length === 0)
    return { ...nothing, notes: [`The two versions of ${names} have the same files.`] };
  try {
    const base = await findBase(context, difference, [found.failing, stock.upgrades.all]);
    if (base) return await isolateLines(context, difference, base);
    const reason =
      `The lines cannot be narrowed down: among the new packages the test does not pass with the old files of ${names}, ` +
      "or does not fail with the new ones.";
    return { ...nothing, notes: [reason] };
  } catch (error) {
    if (!run.stopped.aborted) throw error;
    return { complete: false, broken: [], notes: [] };
  }
}

/** Finds a set of upgrades with which the test passes with the old files of the packages, and fails with the new ones. */
async function findBase(
  { run, stock, worlds }: PackagesContext,
  difference: PackageDifference,
  sets: readonly DeltaSet[],
): Promise<DeltaSet | undefined> {
  for (const base of sets) {
    const outcomeOf = async (set: DeltaSet) => {
      const world = worlds.world(editedCandidate(stock, difference, { base, set }));
      return (await run.tryWorld("changes", world)).outcome;
    };
    if ((await outcomeOf(DeltaSet.empty)) === "pass" && (await outcomeOf(difference.changes.all)) === "fail")
      return base;
  }
  return undefined;
}

const maxEntries = 1000;

async function isolateLines(
  { run, stock, worlds }: PackagesContext,
  difference: PackageDifference,
  base: DeltaSet,
): Promise<InsidePackages> {
  const { changes, upgraded } = difference;
  const candidate = (set: DeltaSet) => editedCandidate(stock, difference, { base, set });
  const end = await explainChanges(run, { changes, world: (set) => worlds.world(candidate(set)) });
  const { complete, failing, causes } = end;
  const world = worlds.freshWorld(candidate(failing));
  const broken = complete ? await confirm(run, [{ world, outcome: "fail", name: "package with these changes" }]) : [];
  const needed = complete && !causes.isEmpty ? causes : failing;
  const cause = [...needed, ...failing.minus(needed)].slice(0, maxEntries).map((i) => ({
    ...changeEntry(changes.changes[i]!),
    ...(needed.has(i) ? {} : { context: true as const }),
  }));
  return {
    complete,
    found: {
      packages: upgraded.map(({ path, new: now }) => nameAt(path, now)),
      deltas: { total: changes.changes.length, cause: failing.size },
      minimal: complete && broken.length === 0,
      cause,
    },
    broken,
    notes:
      failing.size > maxEntries
        ? [`Only ${count(maxEntries)} of these ${count(failing.size)} changes are listed.`]
        : [],
  };
}
