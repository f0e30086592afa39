import type { ScheduleLog } from "../../../../runtimes/protocol/schedule-log.ts";
import type { RuntimeName } from "../request.ts";

/** Where a program can be made to switch: schedules that differ only in between are not told apart. */
export class SwitchPoints {
  readonly #runtime: RuntimeName;
  /** A switch at an access to memory was seen. */
  hasAccesses: boolean;

  constructor(runtime: RuntimeName, hasAccesses = false) {
    this.#runtime = runtime;
    this.hasAccesses = hasAccesses;
  }

  /** Places of accesses look like `counter+0x11d0!reads@counter+0x4054`. */
  learnFrom({ runs }: ScheduleLog): void {
    this.hasAccesses ||= runs.some(({ where }) => /!(?:reads|writes)\b/.test(where));
  }

  get sentence(): string {
    if (this.#runtime === "async") return "The order is that of Node's events: timers, files, sockets, messages.";
    if (this.#runtime === "workers")
      return "Threads switch at functions, loops, accesses by a computed name, Atomics and messages.";
    return this.hasAccesses
      ? "Threads switch at calls of pthread functions, and before memory accesses of the code built with culprit schedule build."
      : "Threads switch at calls of pthread functions; before memory accesses only in code built with culprit schedule build.";
  }
}
