import { DeltaSet } from "../../../core/delta-set.ts";
import type { BrokenAssumption, CauseEntry, PatchEntry } from "../../../core/finding.ts";
import { listText } from "../../../core/list-text.ts";
import { count } from "../../../report/quantity.ts";
import { confirm } from "../../../run/confirm.ts";
import type { Run } from "../../../run/run.ts";
import { type ExplainedChanges, explainChanges } from "../../../versions/changes/explain-changes.ts";
import { changeEntry } from "../../../world/changes/change-entry.ts";
import type { InsidePackage } from "../finding.ts";
import type { Culprit } from "./culprit.ts";
import type { InsideContext, OpenedPackages } from "./opened-packages.ts";
import { writePackagePatches } from "./package-patches.ts";

/** What a search inside packages found. */
export interface InsidePackages {
  readonly complete: boolean;
  readonly found?: InsidePackage;
  readonly patches?: readonly PatchEntry[];
  readonly broken: readonly BrokenAssumption[];
  readonly notes: readonly string[];
}

/** Finds which changes between two published versions of a package make the difference. */
export async function searchInsidePackages(context: InsideContext, culprit: Culprit): Promise<InsidePackages> {
  const { run } = context;
  const nothing = { complete: true, broken: [] };
  if (context.namesIn(culprit.causes).length === 0)
    return { ...nothing, notes: ["There is nothing to look into: no package that was found is on both sides."] };
  const opened = await context.open(culprit.causes);
  if (typeof opened === "string") return { ...nothing, notes: [opened] };
  const names = listText(opened.names);
  if (opened.changes.changes.length === 0)
    return { ...nothing, notes: [`The two versions of ${names} have the same files.`] };
  try {
    const base = await findBase(run, opened, culprit.bases);
    if (base) return await isolateLines(context, culprit, { opened, base });
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
  run: Run,
  { changes, world }: OpenedPackages,
  sets: readonly DeltaSet[],
): Promise<DeltaSet | undefined> {
  for (const base of sets) {
    const outcomeOf = async (set: DeltaSet) => (await run.tryWorld("changes", world({ base, set }))).outcome;
    if ((await outcomeOf(DeltaSet.empty)) === "pass" && (await outcomeOf(changes.all)) === "fail") return base;
  }
  return undefined;
}

const maxEntries = 1000;

/** Unresolved outcomes in a row after which no fewer lines are looked for: most mixtures of two distant versions cannot run. */
const maxUnresolved = 60;

interface LinesToIsolate {
  readonly opened: OpenedPackages;
  /** The upgrades among which they are looked for. */
  readonly base: DeltaSet;
}

async function isolateLines(
  context: InsideContext,
  culprit: Culprit,
  { opened, base }: LinesToIsolate,
): Promise<InsidePackages> {
  const { run } = context;
  const { changes, names } = opened;
  const stage = culprit.number === 1 ? "changes" : `changes in ${names.join(" ")}`;
  const world = (set: DeltaSet) => opened.world({ base, set });
  const end = await explainChanges(run, { changes, world, stage, maxUnresolved });
  const { complete, failing, isGivenUp } = end;
  if (isGivenUp && failing.equals(changes.all))
    return { complete, broken: [], notes: [`No lines of ${listText(names)} could be singled out: ${cannotRun}.`] };
  const fresh = { world: opened.freshWorld({ base, set: failing }), name: "package with these changes" };
  const broken = complete ? await confirm(run, [{ ...fresh, outcome: "fail" }]) : [];
  const isConfirmed = complete && broken.length === 0;
  return {
    complete,
    patches: await writePackagePatches(context, culprit, { opened, base, failing, isConfirmed }),
    found: {
      packages: names,
      deltas: { total: changes.changes.length, cause: failing.size },
      minimal: isConfirmed && !isGivenUp,
      cause: linesOf(opened, end),
    },
    broken,
    notes: [
      ...(isGivenUp ? [`The search for the lines in ${listText(names)} was given up: ${cannotRun}.`] : []),
      ...(failing.size > maxEntries
        ? [`Only ${count(maxEntries)} of these ${count(failing.size)} changes are listed.`]
        : []),
    ],
  };
}

const cannotRun = `${maxUnresolved} mixtures of the two versions in a row neither passed nor failed in the same way`;

function linesOf(
  { changes }: OpenedPackages,
  { complete, isGivenUp, failing, causes }: ExplainedChanges,
): CauseEntry[] {
  const needed = complete && !isGivenUp && !causes.isEmpty ? causes : failing;
  return [...needed, ...failing.minus(needed)].slice(0, maxEntries).map((i) => ({
    ...changeEntry(changes.changes[i]!),
    ...(needed.has(i) ? {} : { context: true as const }),
  }));
}
