import fs from "node:fs";
import { gate } from "./event.ts";
import { type Any, replace, wrap } from "./replace.ts";
import { callSite } from "./where.ts";

/** A stream of a file opens it in a later tick, where no line of the program is on the stack: it is told where the stream was made. */
export function placeStreams(): void {
  for (const name of ["createReadStream", "createWriteStream"])
    wrap(fs, name, (create) => {
      return function makeStream(this: Any, ...args: Any[]): Any {
        const site = callSite(makeStream);
        const stream = Reflect.apply(create, this, args);
        const { _construct: open } = stream;
        if (site === undefined || typeof open !== "function") return stream;
        replace(stream, "_construct", (done: Any) => placedAt(site, () => Reflect.apply(open, stream, [done])));
        return stream;
      };
    });
}

function placedAt<T>(site: string, run: () => T): T {
  gate.site = site;
  try {
    return run();
  } finally {
    gate.site = undefined;
  }
}
