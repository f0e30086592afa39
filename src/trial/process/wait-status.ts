import { constants as system } from "node:os";
import type { Execution } from "./execution.ts";

/** How a process ended, from its wait status. */
export function endingOf(status: number): Pick<Execution, "exit" | "signal"> {
  const signal = status & 127;
  return signal === 0
    ? { exit: status >> 8, signal: undefined }
    : { exit: undefined, signal: signalNames.get(signal) ?? `SIG${signal}` };
}

/** If a signal has two names, the usual one comes first in Node's table. */
const signalNames = new Map(
  Object.entries(system.signals)
    .reverse()
    .map(([name, number]) => [number, name]),
);
