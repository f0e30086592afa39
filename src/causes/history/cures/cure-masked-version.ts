import { invariant } from "../../../core/invariant.ts";
import { Changes } from "../../../world/changes/version-diff.ts";
import type { Branch, HistoryContext, MaskedVersion } from "../context.ts";
import { type Cure, type CurePart, type PatchSeries, topTree, withoutEmptyPatches } from "../patches/patch-series.ts";
import { favourVersion } from "../walk/carry-variants.ts";
import type { BranchWalk } from "../walk/walk.ts";
import { cureByAll, cureByCommit } from "./isolate-cure.ts";
import { findCuringCommit, type MaskedNeighbours } from "./merged-commits.ts";

/**
 * Cures the version that ended a walk, and moves the branch there; the branch stays where it was if the run was stopped.
 * Returns patches only if the version passes with them.
 */
export async function cureMaskedVersion(
  context: HistoryContext,
  branch: Branch,
  walked: BranchWalk & { readonly masked: number },
): Promise<PatchSeries | undefined> {
  const { history } = context;
  const { failing, masked, carriedTo, shown } = walked;
  const neighbours: MaskedNeighbours = {
    older: { series: carriedTo(favourVersion(masked, failing)), commit: history.commitAt(masked) },
    newer: { series: carriedTo(failing), commit: history.commitAt(failing.version) },
    kind: shown?.kind ?? "",
    number: context.masked.length + 1,
  };
  const curing = await findCuringCommit(context, neighbours);
  if (curing && !curing.complete) return undefined;
  const inCommit = curing && (await cureByCommit(context, neighbours, curing));
  const whole = inCommit ? undefined : await cureByAll(context, neighbours, curing);
  const found = inCommit ?? whole!;
  const maskedVersion: MaskedVersion = {
    ...{ versionsBack: masked, series: neighbours.older.series, shows: shown?.outputLine ?? "" },
    ...{ branch: branch.number, triedAllChanges: whole?.cures[0]?.isAll ?? false },
    allChanges: () => allChanges(context, neighbours),
  };
  if (whole?.passing) return addCure(context, branch.number, { maskedVersion, parts: whole.passing });
  if (!found.complete) return undefined;
  const [first, ...others] = found.cures;
  invariant(first, "a complete search for cures finds one");
  context.masked.push(maskedVersion);
  branch.start = masked;
  branch.series = withoutEmptyPatches(addCure(context, branch.number, { maskedVersion, parts: first.parts }));
  for (const { parts } of others) addBranch(context, maskedVersion, parts);
  return undefined;
}

/** The newer version as a patch for the older one. */
function allChanges({ history, pair }: HistoryContext, { older, newer }: MaskedNeighbours): CurePart[] {
  const [from, to] = [older, newer].map(({ series, commit }) => history.versionOf(series, commit));
  const { changes } = Changes.between(from!, to!, pair.isPinned);
  return [{ tree: topTree(newer.series), changes: changes.length, commit: newer.commit }];
}

/** Adds a branch from a masked version, with a different cure. */
export function addBranch(context: HistoryContext, maskedVersion: MaskedVersion, parts: readonly CurePart[]): void {
  const number = context.branches.length + 1;
  const series = withoutEmptyPatches(addCure(context, number, { maskedVersion, parts }));
  const { versionsBack: start, branch } = maskedVersion;
  context.branches.push({ number, from: { branch, version: start }, start, series, ended: "not followed" });
}

interface CuredVersion {
  readonly maskedVersion: MaskedVersion;
  readonly parts: readonly CurePart[];
}

/** Keeps a cure for the report; returns the patches of the version with that cure as the last. */
function addCure(context: HistoryContext, branch: number, { maskedVersion, parts }: CuredVersion): PatchSeries {
  const { versionsBack, series, shows } = maskedVersion;
  const cures = parts.map(
    ({ changes, commit }, i): Cure => ({
      number: context.cures.length + i + 1,
      cures: shows,
      at: context.history.nameAt(versionsBack),
      version: versionsBack,
      changes,
      ...(commit === undefined ? {} : { commit }),
    }),
  );
  context.cures.push(...cures.map((cure) => ({ cure, branch })));
  return { trees: [...series.trees, ...parts.map(({ tree }) => tree)], cures: [...series.cures, ...cures] };
}
