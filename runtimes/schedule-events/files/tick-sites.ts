import { captureFrames } from "../../shared/stack-frames.ts";
import { isFromPackage } from "../places/own-code.ts";
import { type Any, type Callable, wrap } from "../replacements/replace.ts";
import { siteOf } from "../scheduler/event-creation.ts";
import { onReset } from "../scheduler/resets.ts";
import { scheduler } from "../scheduler/state.ts";

/** Node's names of functions that begin an operation in a later tick: the constructor of a file stream, and `fs.realpath`. */
const beginnings = new Set(["constructNT", "LOOP"]);

/**
 * What a call begins in a later tick has no line of the program on its stack, so it gets the place of the call. This is for Node's
 * own functions that do so, and for packages.
 */
export function keepSitesInTicks(): void {
  wrap(process, "nextTick", (nextTick) => {
    return function later(this: Any, callback: Any, ...args: Any[]): Any {
      if (typeof callback !== "function" || !(beginnings.has(callback.name) || isCalledByPackage(later)))
        return Reflect.apply(nextTick, this, [callback, ...args]);
      const site = siteOf(later);
      return Reflect.apply(nextTick, this, [() => runAtSite(site, () => callback(...args))]);
    };
  });
}

/** The number of ticks whose caller is read from the stack. It is slow, so in a long run only Node's own beginnings count. */
const exactTicks = 20_000;
let ticks = 0;
onReset(() => {
  ticks = 0;
});

function isCalledByPackage(callee: Callable): boolean {
  return ticks++ < exactTicks && captureFrames(callee, 1).some(isFromPackage);
}

function runAtSite<T>(site: string, run: () => T): T {
  const outer = scheduler.site;
  scheduler.site = site;
  try {
    return run();
  } finally {
    scheduler.site = outer;
  }
}
