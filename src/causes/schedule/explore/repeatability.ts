import { firstDifference, type LaneRun, type ScheduleLog } from "../../../../runtimes/protocol/schedule-log.ts";
import { NotReproduced } from "../../../run/ends/ends.ts";
import type { ControlledProgram } from "../control/controlled-program.ts";
import { type Place, tellApart } from "../control/place.ts";

/** Checks that two runs under the same plan did the same; otherwise the error says where they differ. */
export async function requireSameRun(
  { runtime }: ControlledProgram,
  first: ScheduleLog,
  again: ScheduleLog,
): Promise<void> {
  const difference = firstDifference(first, again);
  if (!difference) return;
  const { a, b, number } = difference;
  const [one, other] = tellApart(await runtime.findPlaces([a, b].map((run) => run?.where ?? "")));
  throw new NotReproduced(
    `The program runs differently under the same schedule: switch ${number} was ${switchText(a, one!)} in one run and ` +
      `${switchText(b, other!)} in another.\nSomething that is not controlled decides there, such as time, randomness, addresses or other processes.`,
  );
}

function switchText(run: LaneRun | undefined, place: Place): string {
  return run ? `at step ${run.count} of lane ${run.lane} (${place.text})` : "missing";
}
