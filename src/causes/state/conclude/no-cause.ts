import type { Moment } from "../../../../runtimes/protocol/state.ts";
import { UserError } from "../../../core/user-error.ts";
import { verdictOf } from "../../../run/conclusion.ts";
import type { Refusal } from "../../../run/ends/reproduce.ts";
import { mayTest } from "../../../run/may-test.ts";
import { languageDoubts } from "../command/language.ts";
import type { ProgramPlan } from "../driver/program-plan.ts";
import { runPlan } from "../driver/run-plan.ts";
import { noCauseAt } from "../follow/named-places.ts";
import type { TracedCause } from "../follow/trace.ts";
import { programOf, type WhichRun } from "../request.ts";
import type { StateRun } from "../state-run.ts";
import { noCauseText, type PlacesWithoutCause, type UnseenRun, unseenText, wrongPlaceText } from "../story/no-cause.ts";

/** Finds out why the runs could not be compared anywhere. Throws if the places that the user named are what is wrong. */
export async function explainNoCause(stateRun: StateRun, traced: TracedCause): Promise<Refusal> {
  const { named } = traced;
  const { run } = stateRun;
  if (!mayTest(run)) return { verdict: verdictOf(run, false) };
  const unseen = await findUnseenRuns(stateRun);
  if (unseen.length > 0) {
    const { request } = stateRun;
    const doubts = languageDoubts(request[unseen[0]!.which], request.cwd, request.language);
    return { verdict: "not-reproduced", reason: unseenText(stateRun, unseen, doubts) };
  }
  if (
    named &&
    named.skipped.length > 0 &&
    named.withoutCause.length === 0 &&
    named.skipped.every(({ absent }) => absent)
  ) {
    // There is nothing to resume: the command itself has to change.
    run.record.remove();
    throw new UserError(named.skipped.map((each) => wrongPlaceText(stateRun, each)).join("\n"));
  }
  return { verdict: "not-reproduced", reason: noCauseText(stateRun, named ?? placesOf(traced)) };
}

function placesOf({ skipped, withoutCause, commonMoments = 0, cutShort }: TracedCause): PlacesWithoutCause {
  return { skipped, withoutCause: withoutCause.map(noCauseAt), whole: { commonMoments, cutShort } };
}

/** Runs that execute nothing we can inspect: the command may be the wrong one, or the program does not even start. */
async function findUnseenRuns(stateRun: StateRun): Promise<UnseenRun[]> {
  const lookAt = async (which: WhichRun): Promise<UnseenRun[]> => {
    const planFor = (capture: string): ProgramPlan => ({
      ...programOf(stateRun.request, which),
      moments: { hit: 1, capture, most: 1 },
    });
    const { value, answer } = await runPlan<Moment[]>(stateRun, planFor);
    if (value?.length) return [];
    return [{ which, ...(answer && "failed" in answer ? { obstacle: answer.reason } : {}) }];
  };
  return (await Promise.all([lookAt("pass"), lookAt("fail")])).flat();
}
