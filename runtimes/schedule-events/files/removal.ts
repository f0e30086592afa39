import { promises } from "node:fs";
import { promiseOperation } from "../operations/controlled-operation.ts";
import { type Any, wrap } from "../replacements/replace.ts";
import { scheduler } from "../scheduler/state.ts";
import { wrapCallbackVariant } from "./callback-variants.ts";

export function controlRemoval(original: typeof promises.rm): void {
  wrap(promises, "rm", () => removeInSteps(original));
  wrapCallbackVariant("rm");
}

interface RemovalOptions {
  readonly force?: boolean;
  readonly recursive?: boolean;
}

/** `rm` with `recursive` in single steps: stat, list, remove each entry, remove the folder. */
function removeInSteps(original: typeof promises.rm): (path: Any, options?: RemovalOptions) => Promise<void> {
  const removeTree = async (path: string): Promise<void> => {
    const stat = await promises.lstat(path);
    if (!stat.isDirectory()) return promises.unlink(path);
    for (let attempt = 0; ; attempt++) {
      for (const name of await promises.readdir(path)) await ignoreMissing(removeTree(`${path}/${name}`));
      try {
        return await promises.rmdir(path);
      } catch (error) {
        if (attempt > 0 || (error as NodeJS.ErrnoException).code !== "ENOTEMPTY") throw error;
      }
    }
  };
  const rm = async (path: Any, options: RemovalOptions = {}): Promise<void> => {
    if (scheduler.operations > 0) return original(path, options);
    if (!options.recursive || typeof path !== "string") {
      return promiseOperation("fs.rm", () => original(path, options), rm);
    }
    const removal = removeTree(path);
    return options.force ? ignoreMissing(removal) : removal;
  };
  return rm;
}

async function ignoreMissing(removal: Promise<void>): Promise<void> {
  try {
    await removal;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}
