import type fs from "node:fs";
import { promises } from "node:fs";
import { settle, wrapByCallback } from "./by-callback.ts";
import { gate } from "./event.ts";
import { promisedEvent, wrap } from "./replace.ts";

export function gateFolders(): void {
  wrap(promises, "opendir", (plain) => async (...args) => {
    if (gate.underWay > 0) return plain(...args);
    return gateFolder(await promisedEvent("fs.opendir", () => plain(...args), undefined));
  });
  wrapByCallback("opendir");
}

/** The steps of an open folder: each entry read is an event. */
function gateFolder(folder: fs.Dir): fs.Dir {
  const read = folder.read.bind(folder) as () => Promise<fs.Dirent | null>;
  const close = folder.close.bind(folder) as () => Promise<void>;
  const either = <T>(kind: string, start: () => Promise<T>) =>
    function gated(callback?: (error: unknown, value?: unknown) => void): Promise<T> | undefined {
      const promise = gate.underWay > 0 ? start() : promisedEvent(kind, start, gated);
      if (callback === undefined) return promise;
      settle(promise, callback);
      return undefined;
    };
  const entries = async function* (): AsyncGenerator<fs.Dirent> {
    try {
      for (;;) {
        const entry = await folder.read();
        if (entry === null) return;
        yield entry;
      }
    } finally {
      await folder.close();
    }
  };
  Object.assign(folder, { read: either("fs.readdir", read), close: either("fs.close", close), entries });
  Object.assign(folder, { [Symbol.asyncIterator]: entries });
  return folder;
}
