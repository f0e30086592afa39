import type { FailureMode } from "../trial/failure.ts";
import { NotReproduced } from "./ends.ts";
import type { EndsEvent } from "./events.ts";

/** The ends by name, and what to do where the other one does not pass. */
export interface PassingEnd {
  readonly failing: string;
  readonly other: string;
  readonly advice: { readonly fail: string; readonly unresolved: string };
}

/** Sees that the other end passes, which isolating needs. */
export function requirePassing(ends: EndsEvent, { failing, other, advice }: PassingEnd): EndsEvent {
  const { outcome, ended } = ends.other;
  if (outcome === "fail") {
    throw new NotReproduced(
      `The test fails on ${other} as well as on ${failing} (${ended}), so their difference is not the cause.\n${advice.fail}`,
    );
  }
  if (outcome === "unresolved") {
    throw new NotReproduced(
      `The test cannot tell whether ${other} passes (${ended}, which is neither a pass nor the failure of ${failing}); isolating ` +
        `needs an end that passes.\n${advice.unresolved}`,
    );
  }
  return ends;
}

/** What to keep in mind of a pair, by what the user calls the failure. */
export function cautionFor({ mode }: FailureMode): string | undefined {
  return mode === "interesting" ? brokenPasses : undefined;
}

const brokenPasses =
  "By --interesting everything but exit 0 passes, build errors too: a passing result may be one that is merely broken.";
