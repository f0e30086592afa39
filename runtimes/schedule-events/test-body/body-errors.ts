import type { LaneWait } from "../../protocol/schedule-wait.ts";

/** The body waits for something that never comes. */
export class Hang extends Error {
  override readonly name = "Hang";
  constructor(waits: readonly LaneWait[]) {
    super(`The body never ends: it is waiting, and nothing is left to run.${openText(waits)}`);
  }
}

/** The time that the body was given is over, and it still runs or waits. */
export class OutOfTime extends Error {
  override readonly name = "OutOfTime";
  constructor(waits: readonly LaneWait[]) {
    super(`The body had not ended when its time was over.${openText(waits)}`);
  }
}

export class Endless extends Error {
  override readonly name = "Endless";
  constructor(limit: number) {
    super(`The body is still running after ${limit} events.`);
  }
}

function openText(waits: readonly LaneWait[]): string {
  return waits.length === 0 ? "" : ` Still open:${waits.map(({ kind, where }) => `\n  ${kind} ${where}`).join("")}`;
}
