import { parseWaitEntry, waitText } from "../../protocol/schedule-wait.ts";
import { exitNow, real } from "../../schedule-events/replacements/real-functions.ts";
import type { Scheduler } from "./choose-lane.ts";
import { signal, waitKind } from "./memory-layout.ts";

export interface ForcedEnd {
  /** For the log: `deadlock` or `limit`. */
  readonly how: string;
  readonly code: number;
  readonly message: string;
}

/** Ends the whole program, and reports what each lane waits for. Only the main thread can end the process. */
export function forceEnd({ shared, log }: Scheduler, me: number, { how, code, message }: ForcedEnd): never {
  const waiting = shared.liveLanes().filter((lane) => shared.lane(lane, "waitKind") !== waitKind.nothing);
  const waits = waiting.map((lane) => parseWaitEntry(shared.waitText(lane)));
  for (const wait of waits) log.wait(wait);
  log.end(how);
  const lines = [`culprit: ${message}`, ...waits.map((wait) => `  ${waitText(wait)} at ${wait.where}`)];
  real.writeSync(2, `${lines.join("\n")}\n`);
  if (me === 0) exitNow(code);
  shared.set("exitCode", code);
  shared.sendSignal(0, signal.exit);
  for (;;) shared.awaitSignal(me);
}
