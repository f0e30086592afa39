import { andThen, ask, done, on, type Search } from "../../core/search.ts";
import { boundary } from "../../search/boundary.ts";
import type { Moment } from "../../world/clock/moment.ts";

/** Two moments whose outcomes are as named. */
export type Pair = Readonly<Record<"passing" | "failing", Moment>>;

/** Tries the time zone alone where the two differ in it, then halves the time between them. */
export function searchMoments(ends: Pair): Search<Moment, Pair> {
  const { passing: old, failing: now } = ends;
  const oldInZoneOfNew = { ...now, at: old.at };
  const newInZoneOfOld = { ...old, at: now.at };
  const others = old.zone === now.zone ? [] : [oldInZoneOfNew, newInZoneOfOld];
  return andThen(replaceOne(ends, others), (pair) => {
    const { passing, failing } = pair;
    if (passing.zone !== failing.zone) return done(pair);
    const moment = (at: number) => ({ ...failing, at });
    return on(boundary({ passing: passing.at, failing: failing.at }, { unresolved: "skip" }), {
      question: moment,
      result: (found) => ({ passing: moment(found.passing), failing: moment(found.failing) }),
    });
  });
}

/** Puts the first of the moments that can be judged in place of the end with the same outcome. */
function replaceOne(ends: Pair, [moment, ...others]: readonly Moment[]): Search<Moment, Pair> {
  if (moment === undefined) return done(ends);
  return ask<Moment, Pair>(moment, ends, (outcome) => {
    if (outcome === "unresolved") return replaceOne(ends, others);
    return done({ ...ends, [outcome === "fail" ? "failing" : "passing"]: moment });
  });
}
