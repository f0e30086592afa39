import type { DeltaSet } from "../../../core/delta-set.ts";
import { type Answer, ask, done, outcomeOf } from "../../../core/search.ts";
import type { HistoryContext } from "../context.ts";
import { type CurePart, type PatchedVersion, topTree } from "../patches/patch-series.ts";
import { runSingleTests } from "../walk/single-tests.ts";
import { type Cures, findCures } from "./find-cures.ts";
import type { CuringCommit, MaskedNeighbours } from "./merged-commits.ts";
import { splitByCommit } from "./split-by-commit.ts";

/** Cures of a masked version. */
export interface FoundParts {
  /** Alternatives, the smallest first. */
  readonly cures: readonly { readonly parts: readonly CurePart[]; readonly isAll: boolean }[];
  readonly passing?: readonly CurePart[];
  readonly complete: boolean;
}

/**
 * Isolates the changes of one commit that cure the version with the commits before it, and tries them on the version itself.
 * Undefined if they do not cure that: they need some of the commits before.
 */
export async function cureByCommit(
  context: HistoryContext,
  neighbours: MaskedNeighbours,
  { before, after, isOnlySuspect }: CuringCommit,
): Promise<FoundParts | undefined> {
  const { older, newer, number } = neighbours;
  if (before === older) return undefined;
  const found = await searchBetween(context, neighbours, {
    before,
    after,
    name: `${number} in ${after.commit!.slice(0, 10)}`,
  });
  if (!found.complete) return { cures: [], complete: false };
  if (found.passing) return undefined;
  const cures: { parts: CurePart[]; isAll: boolean }[] = [];
  for (const [i, set] of found.cures.entries()) {
    const tree = carryToOlder(context, { before, older }, treeWith(context, before, found, set));
    const cured = await failsWith(context, older, { name: `carried ${number}.${i + 1}`, tree });
    if (cured === undefined) return { cures: [], complete: false };
    const commit = isOnlySuspect ? after.commit : newer.commit;
    if (cured) cures.push({ parts: [{ tree, changes: set.size, commit }], isAll: false });
  }
  return cures.length === 0 ? undefined : { cures, complete: true };
}

/** Isolates the changes that cure the version, of all the commits up to the one that does. */
export async function cureByAll(
  context: HistoryContext,
  neighbours: MaskedNeighbours,
  curing: CuringCommit | undefined,
): Promise<FoundParts> {
  const { older, newer, number } = neighbours;
  const after = curing?.after ?? newer;
  const found = await searchBetween(context, neighbours, { before: older, after, name: String(number) });
  const partsOf = (set: DeltaSet): CurePart[] => {
    const isOneCommit = !curing || (curing.before === older && curing.isOnlySuspect);
    const sorted = isOneCommit
      ? [{ set, commit: after.commit }]
      : splitByCommit(context.history, { changes: found.changes, set }, { ...curing, older });
    return sorted.map(({ set: own, commit = newer.commit }, i) => {
      const upTo = sorted.slice(0, i + 1).reduce((all, each) => all.union(each.set), own);
      return { tree: treeWith(context, older, found, upTo), changes: own.size, commit };
    });
  };
  return {
    cures: found.cures.map((set) => ({
      parts: partsOf(set),
      isAll: after === newer && set.size === found.changes.all.size,
    })),
    ...(found.passing ? { passing: partsOf(found.passing) } : {}),
    complete: found.complete,
  };
}

interface Between {
  readonly before: PatchedVersion;
  readonly after: PatchedVersion;
  readonly name: string;
}

function searchBetween(
  context: HistoryContext,
  { kind }: MaskedNeighbours,
  { before, after, name }: Between,
): Promise<Cures> {
  const [older, newer] = [before, after].map((each) => context.history.versionOf(each.series, each.commit));
  const several = context.branches.length < context.historyRequest.branches;
  return findCures(context, { older: older!, newer: newer!, kind, name }, { several });
}

/** The tree of a version with some of the changes that were searched. */
function treeWith(
  { history }: HistoryContext,
  { series, commit }: PatchedVersion,
  { changes }: Cures,
  set: DeltaSet,
): string {
  const { items } = history.versionOf(series, commit);
  const placed = changes.compose(set).filter(({ path, item }) => items.get(path) !== item);
  return history.treeWith(topTree(series), placed);
}

function carryToOlder(
  { history }: HistoryContext,
  { before, older }: { readonly before: PatchedVersion; readonly older: PatchedVersion },
  cured: string,
): string {
  return history.merge({ base: topTree(before.series), ours: topTree(older.series), theirs: cured }, "theirs").tree;
}

/** Whether a version shows the failure with one more patch; undefined if the run was stopped. */
function failsWith(
  context: HistoryContext,
  { series, commit }: PatchedVersion,
  { name, tree }: { readonly name: string; readonly tree: string },
): Promise<boolean | undefined> {
  const search = ask<"cured", boolean, Answer>("cured", undefined, (answer) => done(outcomeOf(answer) === "fail"));
  const cured = { series: { ...series, trees: [...series.trees, tree] }, commit };
  return runSingleTests(context, { name, search, versions: { cured } });
}
