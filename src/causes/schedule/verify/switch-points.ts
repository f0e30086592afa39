import type { ScheduleLog } from "../../../../runtimes/protocol/schedule-log.ts";
import type { RuntimeName } from "../request.ts";

/** Says where the program can be made to switch: schedules that differ only in between are not told apart. */
export function switchesSentence(runtime: RuntimeName, { isInstrumented }: ScheduleLog): string {
  if (runtime === "async") return "The order is that of Node's events: timers, files, sockets, messages.";
  if (runtime === "workers")
    return "Threads switch at functions, loops, accesses by a computed name, Atomics and messages.";
  return isInstrumented
    ? "Threads switch at calls of pthread functions, and before memory accesses of the code built with culprit schedule build."
    : "Threads switch only at calls of pthread functions: the program was not built with culprit schedule build.";
}
