import { questionAdvice } from "../../trial/asks-for-input.ts";
import type { FailureMode } from "../../trial/failure.ts";
import type { EndsEvent } from "../record/events.ts";
import { type Ends, NotReproduced } from "./ends.ts";

/** Advice for the user if the other end fails, or is unresolved. */
export interface PassingAdvice {
  readonly fail: string;
  readonly unresolved: string;
}

/** Checks that the other end passes, which isolating needs. */
export function requirePassing(settled: EndsEvent, ends: Ends, advice: PassingAdvice): EndsEvent {
  const { outcome, ended, outputLine, question } = settled.other;
  const [failing, other] = [ends.failing.name, ends.other.name];
  if (outcome === "fail") {
    throw new NotReproduced(
      `The test fails on ${other} as well as on ${failing} (${ended}), so there is none that passes to compare with.\n${advice.fail}`,
    );
  }
  if (outcome === "unresolved") {
    const printed = outputLine === undefined ? "" : ` It printed: ${outputLine}`;
    throw new NotReproduced(
      `The test cannot tell whether ${other} passes (${ended}, which is neither a pass nor the failure of ${failing}); isolating ` +
        `needs an end that passes.${printed}${questionAdvice(question)}\n${advice.unresolved}`,
    );
  }
  return settled;
}

/** A warning about pairs, where the definition of the failure calls for one. */
export function cautionFor({ mode }: FailureMode): string | undefined {
  return mode === "interesting" ? brokenPasses : undefined;
}

const brokenPasses =
  "With --interesting everything but exit 0 passes, build errors too: a passing result may be merely broken.";
