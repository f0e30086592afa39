import { scope } from "../replacements/scope.ts";
import { onReset } from "./resets.ts";
import { scheduler } from "./state.ts";

const logged = new Set<string>();
onReset(() => logged.clear());

/** Logs that the program uses something uncontrolled, once for each kind. */
export function logUncontrolled(what: string): void {
  if (logged.has(what) || scope.isLeftOver()) return;
  logged.add(what);
  scheduler.run?.log.add(`unc ${what}\n`);
}

/** Timers at least this long, in milliseconds, may be waiting for an answer of the parent process, so they wait for real. */
export const maxAnswerTime = 2000;

export const parentProcess = {
  /** Whether a parent process or thread may send messages at any time. */
  sendsMessages: false,
};

export function expectParentMessages(): void {
  logUncontrolled("parent process");
  parentProcess.sendsMessages = true;
}
