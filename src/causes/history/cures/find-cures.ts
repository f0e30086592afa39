import { DeltaSet } from "../../../core/delta-set.ts";
import type { Answer, Search } from "../../../core/search.ts";
import { runStage, stageOf } from "../../../run/stage/stage.ts";
import { anotherCure, type Cured, cure, passingPart } from "../../../search/cure.ts";
import type { Observation } from "../../../trial/observation.ts";
import { changeDetails } from "../../../versions/changes/change-details.ts";
import { type ChangeSearch, changeSearch } from "../../../versions/changes/explain-changes.ts";
import { overlay, treeOf } from "../../../versions/worlds/trees.ts";
import { changesBetween } from "../../../world/changes/diff-versions.ts";
import type { Changes } from "../../../world/changes/version-diff.ts";
import type { Version } from "../../../world/tree/version.ts";
import type { HistoryContext } from "../context.ts";

/** Two neighbouring versions: the newer one fails, the older one shows something else. */
export interface Neighbours {
  readonly older: Version;
  readonly newer: Version;
  /** What the older one shows. */
  readonly kind: string;
  /** Which search for a cure this is. */
  readonly name: string;
}

/** Which changes of the newer version make the older one fail as well, or pass. */
export interface Cures {
  readonly changes: Changes;
  /** Alternatives, the smallest first. */
  readonly cures: readonly DeltaSet[];
  readonly passing?: DeltaSet;
  readonly complete: boolean;
}

/** Isolates the changes that cure the older version; with `several`, also a second set that does. */
export async function findCures(
  context: HistoryContext,
  neighbours: Neighbours,
  { several }: { readonly several: boolean },
): Promise<Cures> {
  const { name: which } = neighbours;
  const changes = await changesBetween(neighbours.older, neighbours.newer, context.pair.isPinned);
  const place = { context, neighbours, changes };
  const first = await runCureStage<Cured>(place, {
    name: `cure ${which}`,
    within: changes.all,
    searchWith: ({ search }) => cure(search),
  });
  if (!first.complete || first.result?.cure === undefined)
    return isolatePassing(place, { changes, cures: [], complete: first.complete }, first.result?.passing);
  const cures = [first.result.cure];
  const rest = changes.all.minus(first.result.cure);
  if (!several || rest.isEmpty) return { changes, cures, complete: true };
  const second = await runCureStage<Cured>(place, {
    name: `other cure ${which}`,
    within: rest,
    searchWith: ({ search }) => anotherCure(rest, search),
  });
  if (second.result?.cure) cures.push(second.result.cure);
  cures.sort((a, b) => a.size - b.size);
  return isolatePassing(place, { changes, cures, complete: second.complete }, second.result?.passing);
}

interface Place {
  readonly context: HistoryContext;
  readonly neighbours: Neighbours;
  readonly changes: Changes;
}

/** If a search came across changes with which the older version passes, isolates those that it needs for that. */
async function isolatePassing(place: Place, cures: Cures, passing: DeltaSet | undefined): Promise<Cures> {
  if (passing === undefined) return cures;
  const end = await runCureStage<DeltaSet>(place, {
    name: `passing ${place.neighbours.name}`,
    within: passing,
    searchWith: ({ search }) => passingPart(search),
  });
  return { ...cures, passing: end.result ?? passing, complete: end.complete };
}

interface CureStage<R> {
  readonly name: string;
  /** The changes to search. */
  readonly within: DeltaSet;
  readonly searchWith: (search: ChangeSearch) => Search<DeltaSet, R, Answer>;
}

async function runCureStage<R extends Cured | DeltaSet>(
  { context, neighbours, changes }: Place,
  { name, within, searchWith }: CureStage<R>,
) {
  const { run, pair } = context;
  const inner = await changeSearch(changes, name, { failing: within });
  const { placed: before } = treeOf(pair, neighbours.older);
  const treeWith = (set: DeltaSet) => ({ base: pair.old, placed: overlay(before, changes.compose(set)) });
  const total = within.size;
  const stage = stageOf<R, Answer>({
    name,
    search: searchWith(inner),
    answer: answerFor(neighbours, inner),
    total,
    world: (set) => inner.withHints(pair.world(treeWith(set))),
    start: { failing: total },
    sizes: () => ({ failing: total }),
    logging: { details: () => changeDetails(changes, within) },
  });
  const end = await runStage(run, { ...stage, unit: "changes" });
  run.stages.push({
    name,
    search: "explain",
    deltas: { total, cause: (end.result && sizeOf(end.result)) ?? total },
    needed: end.needed,
  });
  return end;
}

function sizeOf(result: Cured | DeltaSet): number | undefined {
  return result instanceof DeltaSet ? result.size : (result.cure ?? result.passing)?.size;
}

/** A candidate that shows what the older version shows is not cured; any third result says nothing. */
function answerFor({ kind }: Neighbours, { hintIn }: ChangeSearch): (observation: Observation) => Answer {
  return (observation) => {
    const { outcome } = observation;
    if (outcome !== "unresolved") return outcome;
    if ((observation.kind ?? observation.ended) === kind) return "unresolved";
    return { outcome, about: hintIn(observation) ?? DeltaSet.empty } as Answer;
  };
}
