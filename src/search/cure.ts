import type { DeltaSet } from "../core/delta-set.ts";
import { type Answer, ask, asking, bestOf, done, type Hinted, type HintedSearch, type Search } from "../core/search.ts";
import type { Explanation } from "./explain.ts";

/** How to cure an older version of a defect that hides the failure. */
export interface Cured {
  /** With these changes the failure appears; none of them can be left out. */
  readonly cure?: DeltaSet;
  /** With these it passes: the cause may have come with the cure. */
  readonly passing?: DeltaSet;
}

/**
 * Looks for the smallest set with which the failure appears, and ends at the first one that passes. The answers: `fail`,
 * the failure appears; `pass`; `unresolved`, it shows the same as without the changes; or, with a hint, something else.
 */
export function cure(explain: HintedSearch<Explanation>): Search<DeltaSet, Cured, Answer> {
  if (!asking(explain)) return done({ cure: explain.result.failing });
  return ask<DeltaSet, Cured, Answer>(
    explain.ask,
    {},
    (seen) => (seen === "pass" ? done({ passing: explain.ask }) : cure(explain.after(shownAs(seen, "fail")))),
    explain.also,
  );
}

/** The same for a set that has not been tested yet. */
export function anotherCure(set: DeltaSet, explain: HintedSearch<Explanation>): Search<DeltaSet, Cured, Answer> {
  return ask<DeltaSet, Cured, Answer>(set, {}, (seen) => {
    if (seen === "pass") return done({ passing: set });
    return seen === "fail" ? cure(explain) : done({});
  });
}

/** Looks for the smallest passing set inside a set that passes. */
export function passingPart(explain: HintedSearch<Explanation>): Search<DeltaSet, DeltaSet, Answer> {
  if (!asking(explain)) return done(explain.result.failing);
  return ask<DeltaSet, DeltaSet, Answer>(
    explain.ask,
    bestOf(explain)?.failing,
    (seen) => passingPart(explain.after(shownAs(seen, "pass"))),
    explain.also,
  );
}

/** Translates an answer for the inner search: what is wanted fails, the same as without changes passes, all else is unresolved. */
function shownAs(seen: Answer, wanted: "fail" | "pass"): "fail" | "pass" | "unresolved" | Hinted {
  if (seen === wanted) return "fail";
  if (seen === "unresolved") return "pass";
  return typeof seen === "object" && "about" in seen ? (seen as Hinted) : "unresolved";
}
