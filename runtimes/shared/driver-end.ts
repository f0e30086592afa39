import { notCarriedOut, type RunEnd } from "../protocol/run-end.ts";
import { endBySignal } from "./end-by-signal.ts";

/** Ends a driver as its program ended. */
export function endDriverAs(end: RunEnd): void {
  if ("message" in end) endDriverWithMessage(end.message);
  if ("exit" in end) process.exit(end.exit);
  endBySignal(end.signal as NodeJS.Signals);
}

export function endDriverWithMessage(message: string): never {
  process.stderr.write(`culprit: ${message}\n`);
  process.exit(notCarriedOut);
}
