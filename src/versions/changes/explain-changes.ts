import { DeltaSet } from "../../core/delta-set.ts";
import type { Outcome } from "../../core/outcome.ts";
import type { Hinted, HintedSearch } from "../../core/search.ts";
import { atOnce, type Pace } from "../../core/work.ts";
import type { SearchTaken } from "../../run/conclusion.ts";
import type { Run } from "../../run/run.ts";
import { pacedBy } from "../../run/stage/paced.ts";
import type { Sizes } from "../../run/stage/progress.ts";
import { runStage, stageOf, testedSets } from "../../run/stage/stage.ts";
import { type Explanation, explainDifference } from "../../search/explain.ts";
import { givingUp, type Reached } from "../../search/giving-up.ts";
import type { ScopedPair } from "../../search/scoped.ts";
import { skipping } from "../../search/skipping.ts";
import type { World } from "../../trial/laboratory.ts";
import type { Observation } from "../../trial/observation.ts";
import { placeOfChange } from "../../world/changes/change-entry.ts";
import { aboutChanges } from "../../world/changes/error-hints.ts";
import { findNames } from "../../world/changes/name-index.ts";
import { bindingsOf, scopesOf } from "../../world/changes/scopes.ts";
import type { Change, Changes } from "../../world/changes/version-diff.ts";
import { changeDetails } from "./change-details.ts";

/** The changes that a failure needs. */
export interface ExplainedChanges extends Explanation {
  readonly complete: boolean;
  /** Whether the search ended because too many candidates could not be judged. */
  readonly isGivenUp: boolean;
  readonly taken: SearchTaken;
}

/** Changes, and how a candidate with some of them is built. */
interface ChangesToExplain {
  readonly changes: Changes;
  readonly world: (set: DeltaSet) => World;
  /** The name of the stage, if the run has several such; default: changes. */
  readonly stage?: string;
  /** Unresolved outcomes in a row after which the search is given up; default: never. */
  readonly maxUnresolved?: number;
}

/** Finds the changes that a failure needs. */
export async function explainChanges(
  run: Run,
  { changes, world, stage: name = "changes", maxUnresolved = Number.POSITIVE_INFINITY }: ChangesToExplain,
  onBest?: (best: Explanation) => void,
): Promise<ExplainedChanges> {
  const changeSearching = await changeSearch(changes, name, { pace: pacedBy(run) });
  const { withHints } = changeSearching;
  const search = givingUp(changeSearching.search, maxUnresolved);
  const { all } = changes;
  const total = all.size;
  const whole: Explanation = { failing: all, causes: all, suspects: all };
  const stage = stageOf<Reached<Explanation>, Outcome | Hinted>({
    name,
    searchName: "explain",
    search,
    answer: hintedAnswer(changeSearching),
    total,
    world: (set) => withHints(world(set)),
    start: { failing: total, passing: 0 },
    sizes: ({ found = whole }) => sizesOf(found),
    left: ({ found = whole }) => found.failing.size,
    logging: { labels: () => changes.changes.map(placeOfChange), details: () => changeDetails(changes) },
  });
  const end = await runStage(run, stage, onBest ? { onBest: ({ found }) => found && onBest(found) } : {});
  const found = end.result?.found ?? whole;
  const taken = { tested: () => testedSets(search, end), found: { failing: found.failing } };
  const isGivenUp = end.complete && end.result?.complete === false;
  return { ...found, complete: end.complete, isGivenUp, taken };
}

/** A search among changes, and how its tests pass hints to it: which changes the errors of a candidate are about. */
export interface ChangeSearch<R = Explanation> {
  readonly search: HintedSearch<R>;
  /** The same world, whose test leaves a hint if it is unresolved. */
  readonly withHints: (world: World) => World;
  /** The hint that an observation has for this search. */
  readonly hintIn: (observation: Observation) => DeltaSet | undefined;
}

/** The answer to an observation, with what its errors are about. */
export function hintedAnswer({
  hintIn,
}: Pick<ChangeSearch<unknown>, "hintIn">): (observation: Observation) => Outcome | Hinted {
  return (observation) => {
    const hint = observation.outcome === "unresolved" ? hintIn(observation) : undefined;
    return hint ? { outcome: "unresolved", about: hint } : observation.outcome;
  };
}

/** Maximum number of candidates that are skipped because they cannot be parsed; after that they are tested anyway. */
const maxSkipped = 2000;

/** Hints begin with the stage's name: in another stage the same world has hints about different changes. */
export async function changeSearch(
  changes: Changes,
  stage: string,
  { failing = changes.all, ...how }: { readonly failing?: DeltaSet } & Omit<AmongChanges, "stage" | "set"> = {},
): Promise<ChangeSearch> {
  return searchAmong(changes, { stage, set: failing, ...how }, (known) =>
    explainDifference({ ...known, passing: DeltaSet.empty, failing }),
  );
}

/** What is known about changes without a test. */
export type KnownOfChanges = Pick<ScopedPair, "depth" | "groups" | "dependencies">;

/** What to search, and how long to prepare that. */
export interface AmongChanges {
  readonly stage: string;
  readonly set: DeltaSet;
  /** About how many bytes may be parsed to skip candidates: that takes time, and cannot be interrupted. */
  readonly maxParsed?: number | undefined;
  readonly pace?: Pace;
}

/** A search among some changes that skips candidates which do not parse, and gets hints. */
export async function searchAmong<R>(
  changes: Changes,
  { stage, set, pace = atOnce, maxParsed = Number.POSITIVE_INFINITY }: AmongChanges,
  make: (known: KnownOfChanges) => HintedSearch<R>,
): Promise<ChangeSearch<R>> {
  const inQuestion = changes.changes.map((change, i) => (set.has(i) ? change : unnamed(change)));
  const named = await pace("reading the names in the changes", findNames(inQuestion, bindingsOf(changes)));
  const within = onlyWith(changes, set);
  const { depth, files, answerWithoutTest } = await scopesOf(within);
  const most = Math.min(maxSkipped, Math.ceil(maxParsed / (sizeOf(within) + 1)));
  const search = make({ depth, dependencies: named.dependencies, groups: files });
  return {
    search: skipping<R, Outcome | Hinted>(search, answerWithoutTest, most),
    withHints: (world) => ({
      ...world,
      hint: (execution) => `${stage}:${aboutChanges(execution, changes, named).toString()}`,
    }),
    hintIn: ({ hint }) => (hint?.startsWith(`${stage}:`) ? DeltaSet.parse(hint.slice(stage.length + 1)) : undefined),
  };
}

/** A change that is not in question, and whose names therefore do not count. */
function unnamed(change: Change): Change {
  return { ...change, old: new Uint8Array(), new: new Uint8Array() };
}

/** The same changes; of files that have none of a set nothing more is known, so they need not be parsed. */
function onlyWith(changes: Changes, set: DeltaSet): Pick<Changes, "files"> {
  const files = changes.files().map((file) => {
    const isIn = !set.intersect(DeltaSet.range(file.first, file.first + file.changes.length)).isEmpty;
    return isIn ? file : { ...file, changes: file.changes.map(({ item: _, ...change }) => change) };
  });
  return { files: () => files };
}

/** The bytes of the changed files of which something is known. */
function sizeOf(changes: Pick<Changes, "files">): number {
  return changes.files().reduce((sum, { changes: [first] }) => sum + (first?.item?.new?.bytes().length ?? 0), 0);
}

/** How far a search has come, for the progress line. */
export function sizesOf({ failing, suspects }: Explanation): Sizes {
  return {
    failing: failing.size,
    passing: failing.size - (suspects.isEmpty ? failing.size : suspects.size),
  };
}
