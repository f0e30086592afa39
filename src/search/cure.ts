import type { DeltaSet } from "../core/delta-set.ts";
import { type Answer, ask, asking, bestOf, done, type Hinted, type HintedSearch, type Search } from "../core/search.ts";
import type { Explanation } from "./explain.ts";

/** How an older version can be cured of what hides the failure. */
export interface Cured {
  /** With these changes the failure shows; none of them can be left out. */
  readonly cure?: DeltaSet;
  /** With these it passes: what came in with the cure may be the cause. */
  readonly passing?: DeltaSet;
}

/**
 * Looks for the smallest set with which the failure shows, and ends at the first one that passes. The answers: `fail`, the
 * failure shows; `pass`; `unresolved`, it shows what it showed without the changes; or, hinted, something third.
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

/** The same in a set of which it is not known yet whether the failure shows with it. */
export function anotherCure(set: DeltaSet, explain: HintedSearch<Explanation>): Search<DeltaSet, Cured, Answer> {
  return ask<DeltaSet, Cured, Answer>(set, {}, (seen) => {
    if (seen === "pass") return done({ passing: set });
    return seen === "fail" ? cure(explain) : done({});
  });
}

/** Looks for the smallest set that passes, in one that does. */
export function passingPart(explain: HintedSearch<Explanation>): Search<DeltaSet, DeltaSet, Answer> {
  if (!asking(explain)) return done(explain.result.failing);
  return ask<DeltaSet, DeltaSet, Answer>(
    explain.ask,
    bestOf(explain)?.failing,
    (seen) => passingPart(explain.after(shownAs(seen, "pass"))),
    explain.also,
  );
}

/** For the search within: what is wanted is its failure, what was there without changes passes, all else tells nothing. */
function shownAs(seen: Answer, wanted: "fail" | "pass"): "fail" | "pass" | "unresolved" | Hinted {
  if (seen === wanted) return "fail";
  if (seen === "unresolved") return "pass";
  return typeof seen === "object" && "about" in seen ? (seen as Hinted) : "unresolved";
}
