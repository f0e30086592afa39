import type fs from "node:fs";
import { promises } from "node:fs";
import { promiseOperation } from "../operations/controlled-operation.ts";
import { wrap } from "../replacements/replace.ts";
import { scheduler } from "../scheduler/state.ts";
import { callBackWith, wrapCallbackVariant } from "./callback-variants.ts";

export function controlFolders(): void {
  wrap(promises, "opendir", (original) => async (...args) => {
    if (scheduler.operations > 0) return original(...args);
    return controlFolder(await promiseOperation("fs.opendir", () => original(...args), undefined));
  });
  wrapCallbackVariant("opendir");
}

/** Controls an open folder: reading an entry is an event, and so is closing the folder. */
function controlFolder(folder: fs.Dir): fs.Dir {
  const read = folder.read.bind(folder) as () => Promise<fs.Dirent | null>;
  const close = folder.close.bind(folder) as () => Promise<void>;
  const step = <T>(kind: string, start: () => Promise<T>) =>
    function controlled(callback?: (error: unknown, value?: unknown) => void): Promise<T> | undefined {
      const promise = scheduler.operations > 0 ? start() : promiseOperation(kind, start, controlled);
      if (callback === undefined) return promise;
      callBackWith(promise, callback);
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
  Object.assign(folder, { read: step("fs.readdir", read), close: step("fs.close", close), entries });
  Object.assign(folder, { [Symbol.asyncIterator]: entries });
  return folder;
}
