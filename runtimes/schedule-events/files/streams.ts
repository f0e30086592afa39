import fs from "node:fs";
import { callSite } from "../places/call-site.ts";
import { type Any, replace, wrap } from "../replacements/replace.ts";
import { scheduler } from "../scheduler/state.ts";

/** A file stream opens its file in a later tick, with no line of the program on the stack, so it gets the place of its creation. */
export function setStreamSites(): void {
  for (const name of ["createReadStream", "createWriteStream"])
    wrap(fs, name, (create) => {
      return function createStream(this: Any, ...args: Any[]): Any {
        const site = callSite(createStream);
        const stream = Reflect.apply(create, this, args);
        const { _construct: open } = stream;
        if (site === undefined || typeof open !== "function") return stream;
        replace(stream, "_construct", (done: Any) => runAtSite(site, () => Reflect.apply(open, stream, [done])));
        return stream;
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
