import { exitNow, real } from "../schedule-events/replacements/real-functions.ts";
import type { Turns } from "./choice.ts";
import { call, want } from "./shared.ts";

export interface Halt {
  readonly how: string;
  readonly code: number;
  readonly message: string;
}

/** Ends the whole program, and says what each lane waits for. Only the main thread can end the process. */
export function endProcess({ shared, log }: Turns, me: number, { how, code, message }: Halt): never {
  const waiting = shared.live().filter((lane) => shared.flag(lane, "want") !== want.nothing);
  const waits = waiting.map((lane) => [shared.name(lane), shared.waits(lane)] as const);
  for (const [name, what] of waits) log.wait(name, what);
  log.end(how);
  const told = waits.map(([name, what]) => `  ${name} waits for ${what}`);
  real.writeSync(2, `culprit: ${[message, ...told].join("\n")}\n`);
  if (me === 0) exitNow(code);
  shared.setWord("exit", code);
  shared.tell(0, call.end);
  for (;;) shared.hear(me);
}
