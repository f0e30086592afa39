import { real } from "../replacements/real-functions.ts";
import { scope } from "../replacements/scope.ts";
import { clock } from "../scheduler/clock.ts";
import { wake } from "../scheduler/pump.ts";
import { scheduler } from "../scheduler/state.ts";
import { logUncontrolled } from "../scheduler/uncontrolled.ts";

/** The program waits for something outside the process: until the returned function is called, time is real. */
export function beginOutsideWait(what: string): () => void {
  logUncontrolled(what);
  if (scope.isLeftOver()) return () => {};
  const { resets } = scheduler;
  if (clock.outside++ === 0) clock.followedUntil = real.now();
  let ended = false;
  return () => {
    if (ended || resets !== scheduler.resets) return;
    ended = true;
    clock.followRealTime();
    clock.outside--;
    wake();
  };
}
