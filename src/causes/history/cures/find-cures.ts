import { DeltaSet } from "../../../core/delta-set.ts";
import type { Answer, Search } from "../../../core/search.ts";
import { runStage, stageOf } from "../../../run/stage.ts";
import { anotherCure, type Cured, cure, passingPart } from "../../../search/cure.ts";
import type { Observation } from "../../../trial/observation.ts";
import { type ChangesSearch, searchIn } from "../../../versions/changes/explain-changes.ts";
import { overlaid, treeOf } from "../../../versions/worlds/trees.ts";
import { changesBetween } from "../../../world/changes/diff-versions.ts";
import type { Changes } from "../../../world/changes/version-diff.ts";
import type { Version } from "../../../world/tree/version.ts";
import type { HistoryTask } from "../context.ts";

/** Two neighbouring versions: the newer one fails, the older one shows something else. */
export interface Neighbours {
  readonly older: Version;
  readonly newer: Version;
  /** What the older one shows. */
  readonly kind: string;
  /** How many masks were met before. */
  readonly number: number;
}

/** What of the newer version the older one needs to fail as well, or to pass. */
export interface Cures {
  readonly changes: Changes;
  /** Alternatives, the smallest first. */
  readonly cures: readonly DeltaSet[];
  readonly passing?: DeltaSet;
  readonly complete: boolean;
}

/** Isolates what cures an older version, in one way or, where there is another one, in two. */
export async function findCures(task: HistoryTask, mask: Neighbours, several: boolean): Promise<Cures> {
  const changes = await changesBetween(mask.older, mask.newer, task.setting.isPinned);
  const place = { task, mask, changes };
  const first = await seek(place, `cure ${mask.number}`, changes.all, ({ search }) => cure(search));
  if (!first.complete || first.result?.cure === undefined)
    return withPassing(place, { changes, cures: [], complete: first.complete }, first.result?.passing);
  const cures = [first.result.cure];
  const rest = changes.all.minus(first.result.cure);
  if (!several || rest.isEmpty) return { changes, cures, complete: true };
  const name = `other cure ${mask.number}`;
  const second = await seek(place, name, rest, ({ search }) => anotherCure(rest, search));
  if (second.result?.cure) cures.push(second.result.cure);
  cures.sort((a, b) => a.size - b.size);
  return withPassing(place, { changes, cures, complete: second.complete }, second.result?.passing);
}

interface Place {
  readonly task: HistoryTask;
  readonly mask: Neighbours;
  readonly changes: Changes;
}

async function withPassing(place: Place, cures: Cures, passing: DeltaSet | undefined): Promise<Cures> {
  if (passing === undefined) return cures;
  const { mask } = place;
  const end = await seek<DeltaSet>(place, `passing ${mask.number}`, passing, ({ search }) => passingPart(search));
  return { ...cures, passing: end.result ?? passing, complete: end.complete };
}

async function seek<R = Cured>(
  { task, mask, changes }: Place,
  name: string,
  within: DeltaSet,
  searchOf: (search: ChangesSearch) => Search<DeltaSet, R, Answer>,
) {
  const { run, setting } = task;
  const inner = await searchIn(changes, name, within);
  const { placed: before } = treeOf(setting, mask.older);
  const total = within.size;
  const stage = stageOf<R, Answer>({
    name,
    search: searchOf(inner),
    answer: seenAs(mask, inner),
    total,
    world: (set) => inner.hinting(setting.world({ base: setting.old, placed: overlaid(before, changes.compose(set)) })),
    start: { failing: total },
    sizes: () => ({ failing: total }),
  });
  const end = await runStage(run, stage);
  run.stages.push({
    name,
    search: "explain",
    deltas: { total, cause: sizeOf(end.result) ?? total },
    needed: end.needed,
  });
  return end;
}

function sizeOf(result: unknown): number | undefined {
  if (result instanceof DeltaSet) return result.size;
  const { cure, passing } = (result ?? {}) as Cured;
  return (cure ?? passing)?.size;
}

/** What shows what the older version showed is where it was; anything third tells nothing. */
function seenAs({ kind }: Neighbours, { about }: ChangesSearch): (observation: Observation) => Answer {
  return (observation) => {
    const { outcome } = observation;
    if (outcome !== "unresolved") return outcome;
    if ((observation.kind ?? observation.ended) === kind) return "unresolved";
    return { outcome, about: about(observation) ?? DeltaSet.empty } as Answer;
  };
}
