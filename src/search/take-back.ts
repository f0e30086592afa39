import { DeltaSet } from "../core/delta-set.ts";
import type { Outcome } from "../core/outcome.ts";
import { andThen, done, type Hinted, type HintedSearch, on } from "../core/search.ts";
import { auto } from "./auto.ts";
import { oneMinimal } from "./ddmin.ts";
import { explainDifference, unhinted } from "./explain.ts";
import { askWithHints, type ScopedPair } from "./scoped.ts";

/** A failing world: all of its deltas, and those found to be the cause. Without any of its deltas it passes. */
export interface FailingDifference extends Pick<ScopedPair, "depth" | "groups" | "dependencies"> {
  readonly all: DeltaSet;
  readonly cause: DeltaSet;
}

/**
 * Finds what to take back of a failing world, besides the cause, so that it passes: what the errors are about, then what
 * depends on the cause, and else what a search finds. It is the search for a cause in the mirror: passing takes the place
 * of failing, and what is taken back that of what is made. The questions are the deltas that are left.
 */
export function takeBack({ all, cause, depth, groups, dependencies }: FailingDifference): HintedSearch<DeltaSet> {
  const rest = all.minus(cause);
  const mirrored = dependencies && { withNeeds: dependencies.withDependents, withDependents: dependencies.withNeeds };
  const place = {
    passing: DeltaSet.empty,
    failing: rest,
    depth,
    dependencies: mirrored,
    ...(groups ? { groups } : {}),
  };
  const dependents = mirrored ? mirrored.withNeeds(cause).intersect(rest) : DeltaSet.empty;
  return on<DeltaSet, DeltaSet, DeltaSet, DeltaSet, Outcome | Hinted>(fromFew(place, [DeltaSet.empty, dependents]), {
    question: (more) => rest.minus(more),
    result: (more) => cause.union(more),
    answer: (answer) => (typeof answer === "string" ? mirror[answer] : answer),
  });
}

const mirror: Readonly<Record<Outcome, Outcome>> = { pass: "fail", fail: "pass", unresolved: "unresolved" };

/** Maximum number of hints to follow from each of the sets to begin with. */
const maxHints = 12;

/** Tries some sets, each with what its errors are about; if none is enough, searches among all. */
function fromFew(place: ScopedPair, [set, ...others]: readonly DeltaSet[]): HintedSearch<DeltaSet> {
  if (set === undefined) {
    return andThen(
      explainDifference(place),
      ({ failing }) => done(failing),
      ({ failing }) => failing,
    );
  }
  const next = () =>
    fromFew(
      place,
      others.filter((other) => !other.equals(set)),
    );
  if (set.equals(place.failing)) return next();
  return askWithHints<DeltaSet>(
    place,
    {
      set,
      how: "more",
      best: place.failing,
      after: (outcome, tested) => (outcome === "fail" ? fewest(tested) : next()),
    },
    maxHints,
  );
}

/** Up to this number, deltas are left out one by one. */
const maxOneByOne = 32;

function fewest(set: DeltaSet): HintedSearch<DeltaSet> {
  return unhinted(set.size > maxOneByOne ? auto(set) : oneMinimal(set));
}
