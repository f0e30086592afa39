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
    (answer) => (answer === "pass" ? done({ passing: explain.ask }) : cure(explain.after(shownAs(answer, "fail")))),
    explain.also,
  );
}

/** The same for a set that has not been tested yet. */
export function anotherCure(set: DeltaSet, explain: HintedSearch<Explanation>): Search<DeltaSet, Cured, Answer> {
  return ask<DeltaSet, Cured, Answer>(set, {}, (answer) => {
    if (answer === "pass") return done({ passing: set });
    return answer === "fail" ? cure(explain) : done({});
  });
}

/** Looks for the smallest passing set inside a set that passes. */
export function passingPart(explain: HintedSearch<Explanation>): Search<DeltaSet, DeltaSet, Answer> {
  if (!asking(explain)) return done(explain.result.failing);
  return ask<DeltaSet, DeltaSet, Answer>(
    explain.ask,
    bestOf(explain)?.failing,
    (answer) => passingPart(explain.after(shownAs(answer, "pass"))),
    explain.also,
  );
}

/** Translates an answer for the inner search: what is wanted fails, the same as without changes passes, all else is unresolved. */
function shownAs(answer: Answer, wanted: "fail" | "pass"): "fail" | "pass" | "unresolved" | Hinted {
  if (answer === wanted) return "fail";
  if (answer === "unresolved") return "pass";
  return typeof answer === "object" && "about" in answer ? (answer as Hinted) : "unresolved";
}
