import { type Any, wrap } from "../replacements/replace.ts";
import { siteOf } from "../scheduler/event-creation.ts";
import { scheduler } from "../scheduler/state.ts";

/** Node's name of the function that opens the file of a stream. */
const opening = "constructNT";

/** A file stream opens its file in a later tick, with no line of the program on the stack, so it gets the place of its creation. */
export function setStreamSites(): void {
  wrap(process, "nextTick", (nextTick) => {
    return function later(this: Any, callback: Any, ...args: Any[]): Any {
      if (callback?.name !== opening) return Reflect.apply(nextTick, this, [callback, ...args]);
      const site = siteOf(later);
      return Reflect.apply(nextTick, this, [() => runAtSite(site, () => callback(...args))]);
    };
  });
}

function runAtSite<T>(site: string, run: () => T): T {
  scheduler.site = site;
  try {
    return run();
  } finally {
    scheduler.site = undefined;
  }
}
