import { mayTest } from "../../../run/may-test.ts";
import { findCommonMoments } from "../capture/moments.ts";
import { stateDefaults } from "../defaults.ts";
import { isolateAt } from "../isolate/isolate-at.ts";
import type { StateRun } from "../state-run.ts";
import { type FollowedCause, followCause } from "./follow.ts";
import type { InputTexts } from "./input-text.ts";
import { findSpansBetween, isolateAtNamed, type NamedPlaces } from "./named-places.ts";
import { suspicionOf } from "./rank.ts";
import type { ProgramView } from "./span-search.ts";
import { isStoppedInTest } from "./tests-last.ts";

/** The cause along the whole run of the program, or between the places that the user named. */
export interface TracedCause extends FollowedCause {
  readonly named: NamedPlaces | undefined;
  /** Number of moments that the main code of both runs has, unless the user named places. */
  readonly commonMoments?: number;
}

const maxInVain = 10;

/** Finds the cause at one place after the other. */
export async function traceCause(stateRun: StateRun, inputs: InputTexts): Promise<TracedCause> {
  const view = viewOf(stateRun, inputs);
  if (stateRun.request.at.length === 0) {
    const moments = await findCommonMoments(stateRun);
    const whole = { before: { end: "input" }, after: { end: "output" }, moments } as const;
    return { named: undefined, commonMoments: moments.length, ...(await followCause(view, [whole])) };
  }
  const named = await isolateAtNamed(stateRun);
  return { named, ...(await followCause(view, await findSpansBetween(stateRun, named.found))) };
}

function viewOf(stateRun: StateRun, inputs: InputTexts): ProgramView {
  const { run, request } = stateRun;
  let looks = 0;
  return {
    isolate: (at, nearby) => {
      looks++;
      return isolateAt(stateRun, at, nearby);
    },
    moments: (call) => findCommonMoments(stateRun, call),
    // Who asks for a number of places gets them.
    maxInVain: request.maxPlaces === stateDefaults.maxPlaces ? maxInVain : Number.POSITIVE_INFINITY,
    mayLook: () => looks < request.maxPlaces && mayTest(run),
    suspicion: (span) => suspicionOf(span, inputs),
    isInTest: ({ stack }) => isStoppedInTest(stack, request.cwd),
    tests: () => run.stages.reduce((sum, { needed }) => sum + needed, 0),
  };
}
