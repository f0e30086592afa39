import timers from "node:timers";
import timersPromises from "node:timers/promises";
import { promisify } from "node:util";
import { real } from "./real.ts";
import { replace } from "./replace.ts";
import { scoped } from "./scope.ts";
import { clearImmediate, clearTimeout, quietTimeout, setImmediate, setInterval, setTimeout } from "./timeouts.ts";
import { again, later, type Options, soon } from "./timer-promises.ts";

/** All timers and immediates pass the gate, on the virtual clock. */
export function gateTimers(): void {
  const promises = {
    setTimeout: scoped<unknown>(later, timersPromises.setTimeout),
    setImmediate: scoped<unknown>(soon, timersPromises.setImmediate),
    setInterval: scoped<unknown>(again, timersPromises.setInterval),
  };
  const callbacks = {
    setTimeout: scoped<unknown>(setTimeout, real.setTimeout),
    setInterval: scoped<unknown>(setInterval, real.setInterval),
    setImmediate: scoped<unknown>(setImmediate, real.setImmediate),
    clearTimeout,
    clearInterval: clearTimeout,
    clearImmediate,
  };
  for (const name of ["setTimeout", "setImmediate"] as const)
    Object.defineProperty(callbacks[name], promisify.custom, { enumerable: true, value: promises[name] });
  for (const [name, value] of Object.entries(callbacks)) {
    replace(timers, name, value);
    replace(globalThis, name, value);
  }
  for (const [name, value] of Object.entries(promises)) replace(timersPromises, name, value);
  replace(AbortSignal, "timeout", scoped(abortLater, AbortSignal.timeout));
  const { scheduler } = timersPromises;
  const wait = (wanted: number, options?: Options) => later(wanted, undefined, options);
  replace(scheduler, "wait", scoped<unknown>(wait, scheduler.wait));
  replace(
    scheduler,
    "yield",
    scoped<unknown>(() => soon(), scheduler.yield),
  );
}

function abortLater(duration: number): AbortSignal {
  const controller = new AbortController();
  const reason = new DOMException("The operation was aborted due to timeout", "TimeoutError");
  quietTimeout(() => controller.abort(reason), duration);
  return controller.signal;
}
