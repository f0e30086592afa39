import { DeltaSet } from "../../core/delta-set.ts";
import type { BrokenAssumption, CauseEntry, PatchEntry } from "../../core/finding.ts";
import { listText } from "../../core/list-text.ts";
import { count } from "../../report/quantity.ts";
import { confirm } from "../../run/confirm.ts";
import type { Explanation } from "../../search/explain.ts";
import { type ExplainedChanges, explainChanges } from "../../versions/changes/explain-changes.ts";
import { changeEntry } from "../../world/changes/change-entry.ts";
import type { Stock } from "../../world/packages/installed-upgrades.ts";
import { nameAt } from "../../world/packages/lockfile.ts";
import type { PackageChange } from "../../world/packages/upgrades.ts";
import type { PackagesContext } from "./context.ts";
import type { PackagesFinding } from "./finding.ts";
import { editedCandidate, type PackageDifference, packageDifference } from "./package-edits.ts";
import { causePatch, fixPatch, writePackagePatch } from "./package-patch.ts";

/** What a search inside packages found. */
export interface InsidePackages {
  readonly complete: boolean;
  readonly found?: PackagesFinding["deeper"];
  readonly patches?: readonly PatchEntry[];
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
  context: PackagesContext,
  difference: PackageDifference,
  base: DeltaSet,
): Promise<InsidePackages> {
  const { run, stock, worlds } = context;
  const { changes, upgraded } = difference;
  const candidate = (set: DeltaSet) => editedCandidate(stock, difference, { base, set });
  const end = await explainChanges(run, { changes, world: (set) => worlds.world(candidate(set)) });
  const { complete, failing } = end;
  const world = worlds.freshWorld(candidate(failing));
  const broken = complete ? await confirm(run, [{ world, outcome: "fail", name: "package with these changes" }]) : [];
  const isConfirmed = complete && broken.length === 0;
  const patches = [causePatch(difference, failing, isConfirmed)];
  if (isConfirmed && (await isFixed(context, difference, failing))) patches.push(fixPatch(difference, failing));
  return {
    complete,
    patches: patches.map((patch) => writePackagePatch(context, patch)),
    found: {
      packages: upgraded.map(({ path, new: now }) => nameAt(path, now)),
      deltas: { total: changes.changes.length, cause: failing.size },
      minimal: isConfirmed,
      cause: linesOf(difference, end),
    },
    broken,
    notes:
      failing.size > maxEntries
        ? [`Only ${count(maxEntries)} of these ${count(failing.size)} changes are listed.`]
        : [],
  };
}

function linesOf({ changes }: PackageDifference, { complete, failing, causes }: ExplainedChanges): CauseEntry[] {
  const needed = complete && !causes.isEmpty ? causes : failing;
  return [...needed, ...failing.minus(needed)].slice(0, maxEntries).map((i) => ({
    ...changeEntry(changes.changes[i]!),
    ...(needed.has(i) ? {} : { context: true as const }),
  }));
}

/** Whether the test passes with all upgrades if these changes are taken back in the newer packages. */
async function isFixed(
  { run, stock, worlds }: PackagesContext,
  difference: PackageDifference,
  failing: DeltaSet,
): Promise<boolean> {
  const set = difference.changes.all.minus(failing);
  const world = worlds.freshWorld(editedCandidate(stock, difference, { base: stock.upgrades.all, set }));
  try {
    return (await run.observe(world)).outcome === "pass";
  } catch (error) {
    if (!run.stopped.aborted) throw error;
    return false;
  }
}
