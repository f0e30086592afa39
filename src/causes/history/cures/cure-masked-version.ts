import type { DeltaSet } from "../../../core/delta-set.ts";
import { invariant } from "../../../core/invariant.ts";
import type { Branch, HistoryContext, MaskedVersion } from "../context.ts";
import { type Cure, type PatchSeries, topTree, withoutEmptyPatches } from "../patches/patch-series.ts";
import { favourVersion } from "../walk/carry-variants.ts";
import type { BranchWalk } from "../walk/walk.ts";
import { findCures } from "./find-cures.ts";

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
  const series = carriedTo(favourVersion(masked, failing));
  const version = history.versionOf(series, history.commitAt(masked));
  const commit = history.commitAt(failing.version);
  const newer = history.versionOf(carriedTo(failing), commit);
  const found = await findCures(
    context,
    { older: version, newer, kind: shown?.kind ?? "", number: context.masked.length + 1 },
    { several: context.branches.length < context.historyRequest.branches },
  );
  const maskedVersion: MaskedVersion = {
    ...{ versionsBack: masked, version, series, commit, shows: shown?.outputLine ?? "", changes: found.changes },
    ...{ branch: branch.number, triedAllChanges: false },
  };
  if (found.passing) return addCure(context, branch.number, { maskedVersion, cure: found.passing });
  if (!found.complete) return undefined;
  const [first, ...others] = found.cures;
  invariant(first, "a complete search for cures finds one");
  maskedVersion.triedAllChanges = first.size === found.changes.all.size;
  context.masked.push(maskedVersion);
  branch.start = masked;
  branch.series = withoutEmptyPatches(addCure(context, branch.number, { maskedVersion, cure: first }));
  for (const other of others) addBranch(context, maskedVersion, other);
  return undefined;
}

/** Adds a branch from a masked version, with a different cure. */
export function addBranch(context: HistoryContext, maskedVersion: MaskedVersion, cure: DeltaSet): void {
  const number = context.branches.length + 1;
  const series = withoutEmptyPatches(addCure(context, number, { maskedVersion, cure }));
  const { versionsBack: start, branch } = maskedVersion;
  context.branches.push({ number, from: { branch, version: start }, start, series, ended: "not followed" });
}

interface CuredVersion {
  readonly maskedVersion: MaskedVersion;
  readonly cure: DeltaSet;
}

/** Keeps a cure for the report; returns the patches of the version with that cure as the last. */
function addCure(context: HistoryContext, branch: number, { maskedVersion, cure: set }: CuredVersion): PatchSeries {
  const { history } = context;
  const { versionsBack, version, series, commit, shows, changes } = maskedVersion;
  const placed = changes.compose(set).filter(({ path, item }) => version.items.get(path) !== item);
  const cure: Cure = {
    number: context.cures.length + 1,
    cures: shows,
    at: history.nameAt(versionsBack),
    version: versionsBack,
    changes: set.size,
    ...(commit === undefined ? {} : { commit }),
  };
  context.cures.push({ cure, branch });
  return { trees: [...series.trees, history.treeWith(topTree(series), placed)], cures: [...series.cures, cure] };
}
