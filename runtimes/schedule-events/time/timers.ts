import timers from "node:timers";
import timersPromises from "node:timers/promises";
import { promisify } from "node:util";
import { real } from "../replacements/real-functions.ts";
import { replace } from "../replacements/replace.ts";
import { ifControlled } from "../replacements/scope.ts";
import { clearImmediate, clearTimeout, setImmediate, setInternalTimeout, setInterval, setTimeout } from "./timeouts.ts";
import { promiseImmediate, promiseTimeout, repeatTimeout, type TimerOptions } from "./timer-promises.ts";

/** Makes all timers and immediates events, by the virtual clock. */
export function controlTimers(): void {
  const promises = {
    setTimeout: ifControlled<unknown>(promiseTimeout, timersPromises.setTimeout),
    setImmediate: ifControlled<unknown>(promiseImmediate, timersPromises.setImmediate),
    setInterval: ifControlled<unknown>(repeatTimeout, timersPromises.setInterval),
  };
  const callbacks = {
    setTimeout: ifControlled<unknown>(setTimeout, real.setTimeout),
    setInterval: ifControlled<unknown>(setInterval, real.setInterval),
    setImmediate: ifControlled<unknown>(setImmediate, real.setImmediate),
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
  replace(AbortSignal, "timeout", ifControlled(abortAfter, AbortSignal.timeout));
  const { scheduler } = timersPromises;
  const wait = (wanted: number, options?: TimerOptions) => promiseTimeout(wanted, undefined, options);
  replace(scheduler, "wait", ifControlled<unknown>(wait, scheduler.wait));
  replace(
    scheduler,
    "yield",
    ifControlled<unknown>(() => promiseImmediate(), scheduler.yield),
  );
}

function abortAfter(duration: number): AbortSignal {
  const controller = new AbortController();
  const reason = new DOMException("The operation was aborted due to timeout", "TimeoutError");
  setInternalTimeout(() => controller.abort(reason), duration);
  return controller.signal;
}
