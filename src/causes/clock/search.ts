import { andThen, ask, done, on, type Search } from "../../core/search.ts";
import { boundary } from "../../search/boundary.ts";
import type { ClockTime } from "../../world/clock/clock-time.ts";

/** Two instants whose outcomes are as named. */
export type TimePair = Readonly<Record<"passing" | "failing", ClockTime>>;

/** Tries the time zone alone where the two differ in it, then halves the time between them. */
export function searchClockTimes(ends: TimePair): Search<ClockTime, TimePair> {
  const { passing: old, failing: now } = ends;
  const oldInZoneOfNew = { ...now, at: old.at };
  const newInZoneOfOld = { ...old, at: now.at };
  const others = old.zone === now.zone ? [] : [oldInZoneOfNew, newInZoneOfOld];
  return andThen(replaceOne(ends, others), (pair) => {
    const { passing, failing } = pair;
    if (passing.zone !== failing.zone) return done(pair);
    const time = (at: number) => ({ ...failing, at });
    return on(boundary({ passing: passing.at, failing: failing.at }, { unresolved: "skip" }), {
      question: time,
      result: (found) => ({ passing: time(found.passing), failing: time(found.failing) }),
    });
  });
}

/** Puts the first of the instants that can be judged in place of the end with the same outcome. */
function replaceOne(ends: TimePair, [time, ...others]: readonly ClockTime[]): Search<ClockTime, TimePair> {
  if (time === undefined) return done(ends);
  return ask<ClockTime, TimePair>(time, ends, (outcome) => {
    if (outcome === "unresolved") return replaceOne(ends, others);
    return done({ ...ends, [outcome === "fail" ? "failing" : "passing"]: time });
  });
}
