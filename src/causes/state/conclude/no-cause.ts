import type { DriverPlan, Moment } from "../../../../runtimes/protocol/state.ts";
import { UserError } from "../../../core/user-error.ts";
import { verdictOf } from "../../../run/conclusion.ts";
import type { Refusal } from "../../../run/ends/reproduce.ts";
import { languageDoubts } from "../command/language.ts";
import { runPlan } from "../driver/run-plan.ts";
import type { TracedCause } from "../follow/trace.ts";
import { programOf, type WhichRun } from "../request.ts";
import { mayTest, type StateRun } from "../state-run.ts";
import { noCauseText, unseenText, wrongPlaceText } from "../story/no-cause.ts";

/** Finds out why the runs could not be compared anywhere. Throws if the places that the user named are what is wrong. */
export async function explainNoCause(stateRun: StateRun, { skipped, named }: TracedCause): Promise<Refusal> {
  const { run } = stateRun;
  if (!mayTest(run)) return { verdict: verdictOf(run, false) };
  const unseen = await findUnseenRuns(stateRun);
  if (unseen.length > 0) {
    const { request } = stateRun;
    const doubts = languageDoubts(request[unseen[0]!], request.cwd, request.language);
    return { verdict: "not-reproduced", reason: unseenText(stateRun, unseen, doubts) };
  }
  const { skipped: namedSkipped, withoutCause } = named ?? { skipped: [], withoutCause: [] };
  if (namedSkipped.length > 0 && withoutCause.length === 0 && namedSkipped.every(({ absent }) => absent)) {
    // There is nothing to resume: the command itself has to change.
    run.record.remove();
    throw new UserError(namedSkipped.map((each) => wrongPlaceText(stateRun, each)).join("\n"));
  }
  const reason = noCauseText(stateRun, { skipped: [...namedSkipped, ...skipped], withoutCause });
  return { verdict: "not-reproduced", reason };
}

/** Runs that execute nothing we can inspect: the command may be the wrong one, or the program does not even start. */
async function findUnseenRuns(stateRun: StateRun): Promise<WhichRun[]> {
  const seesCode = async (which: WhichRun) => {
    const planFor = (capture: string): DriverPlan => ({
      ...programOf(stateRun.request, which),
      moments: { hit: 1, capture, most: 1 },
    });
    return ((await runPlan<Moment[]>(stateRun, planFor)).value?.length ?? 0) > 0;
  };
  const [pass, fail] = await Promise.all([seesCode("pass"), seesCode("fail")]);
  return [...(pass ? [] : ["pass" as const]), ...(fail ? [] : ["fail" as const])];
}
