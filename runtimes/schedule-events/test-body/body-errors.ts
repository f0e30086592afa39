import type { LaneWait } from "../../protocol/schedule-wait.ts";

/** The body waits for something that never comes. */
export class Hang extends Error {
  override readonly name = "Hang";
  constructor(waits: readonly LaneWait[]) {
    const sockets = waits.map(({ kind, where }) => `\n  ${kind} ${where}`).join("");
    super(
      `The body never ends: it is waiting, and nothing is left to run.${sockets === "" ? "" : ` Still open:${sockets}`}`,
    );
  }
}

export class Endless extends Error {
  override readonly name = "Endless";
  constructor(limit: number) {
    super(`The body is still running after ${limit} events.`);
  }
}
