import { firstDifference, type LaneRun, type ScheduleLog } from "../../../runtimes/protocol/schedule-log.ts";
import { NotReproduced } from "../../run/ends.ts";
import type { Place } from "./kind.ts";
import type { ScheduleTask } from "./task.ts";

/** Sees that a program did the same under the same plan; else says where the two runs part. */
export async function requireSame(task: ScheduleTask, first: ScheduleLog, again: ScheduleLog): Promise<void> {
  const difference = firstDifference(first, again);
  if (!difference) return;
  const { a, b, number } = difference;
  const [one, other] = await task.kind.places([a, b].map((ran) => ran?.where ?? ""));
  throw new NotReproduced(
    `The program does not do the same again under the same schedule: switch ${number} was by ${told(a, one!)}, ` +
      `then by ${told(b, other!)}.\nSomething decides there that is not controlled: time, randomness, addresses, other processes.`,
  );
}

function told(ran: LaneRun | undefined, place: Place): string {
  return ran ? `lane ${ran.lane} at step ${ran.count} (${place.text})` : "nothing";
}
