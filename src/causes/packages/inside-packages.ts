import { DeltaSet } from "../../core/delta-set.ts";
import type { BrokenAssumption, CauseEntry, PatchEntry } from "../../core/finding.ts";
import { listText } from "../../core/list-text.ts";
import { count } from "../../report/quantity.ts";
import { confirm } from "../../run/confirm.ts";
import { type ExplainedChanges, explainChanges } from "../../versions/changes/explain-changes.ts";
import { changeEntry } from "../../world/changes/change-entry.ts";
import type { Stock } from "../../world/packages/installed-upgrades.ts";
import { nameAt } from "../../world/packages/lockfile.ts";
import type { PackageChange } from "../../world/packages/upgrades.ts";
import type { PackagesContext } from "./context.ts";
import type { Culprit } from "./culprit.ts";
import type { InsidePackage } from "./finding.ts";
import { editedCandidate, type PackageDifference, packageDifference } from "./package-edits.ts";
import { writePackagePatches } from "./package-patches.ts";

/** What a search inside packages found. */
export interface InsidePackages {
  readonly complete: boolean;
  readonly found?: InsidePackage;
  readonly patches?: readonly PatchEntry[];
  readonly broken: readonly BrokenAssumption[];
  readonly notes: readonly string[];
}

/** The packages among some upgrades whose files can be compared: those that both sides have. */
export function upgradedPackages({ upgrades }: Stock, causes: DeltaSet): PackageChange[] {
  const changes = [...causes].flatMap((delta) => upgrades.deltas[delta]!);
  return changes.filter(({ old, new: now }) => old && now && !old.link && !now.link);
}

/** Finds which changes between two published versions of a package make the difference. */
export async function searchInsidePackages(context: PackagesContext, culprit: Culprit): Promise<InsidePackages> {
  const { run, stock } = context;
  const upgraded = upgradedPackages(stock, culprit.causes);
  const nothing = { complete: true, broken: [] };
  if (upgraded.length === 0)
    return { ...nothing, notes: ["There is nothing to look into: no package that was found is on both sides."] };
  const names = listText(upgraded.map(({ path, new: now }) => nameAt(path, now)));
  const difference = await packageDifference(stock, upgraded);
  if (difference.changes.changes.length === 0)
    return { ...nothing, notes: [`The two versions of ${names} have the same files.`] };
  try {
    const base = await findBase(context, difference, culprit.bases);
    if (base) return await isolateLines(context, culprit, { difference, base });
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

interface LinesToIsolate {
  readonly difference: PackageDifference;
  /** The upgrades among which they are looked for. */
  readonly base: DeltaSet;
}

async function isolateLines(
  context: PackagesContext,
  culprit: Culprit,
  { difference, base }: LinesToIsolate,
): Promise<InsidePackages> {
  const { run, stock, worlds } = context;
  const { changes, upgraded } = difference;
  const candidate = (set: DeltaSet) => editedCandidate(stock, difference, { base, set });
  const packages = upgraded.map(({ path, new: now }) => nameAt(path, now));
  const stage = culprit.number === 1 ? "changes" : `changes in ${packages.join(" ")}`;
  const end = await explainChanges(run, { changes, world: (set) => worlds.world(candidate(set)), stage });
  const { complete, failing } = end;
  const world = worlds.freshWorld(candidate(failing));
  const broken = complete ? await confirm(run, [{ world, outcome: "fail", name: "package with these changes" }]) : [];
  const isConfirmed = complete && broken.length === 0;
  return {
    complete,
    patches: await writePackagePatches(context, culprit, { difference, failing, isConfirmed }),
    found: {
      packages,
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
