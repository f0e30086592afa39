import { promises } from "node:fs";
import { wrapByCallback } from "./by-callback.ts";
import { gate } from "./event.ts";
import { type Any, promisedEvent, wrap } from "./replace.ts";

export function gateRemoval(plain: typeof promises.rm): void {
  wrap(promises, "rm", () => remove(plain));
  wrapByCallback("rm");
}

interface Removal {
  readonly force?: boolean;
  readonly recursive?: boolean;
}

/** `rm -r` in its steps: look, list, remove each, remove the folder. */
function remove(plain: typeof promises.rm): (path: Any, options?: Removal) => Promise<void> {
  const tree = async (path: string): Promise<void> => {
    const stat = await promises.lstat(path);
    if (!stat.isDirectory()) return promises.unlink(path);
    for (let attempt = 0; ; attempt++) {
      for (const name of await promises.readdir(path)) await missingIsFine(tree(`${path}/${name}`));
      try {
        return await promises.rmdir(path);
      } catch (error) {
        if (attempt > 0 || (error as NodeJS.ErrnoException).code !== "ENOTEMPTY") throw error;
      }
    }
  };
  const rm = async (path: Any, options: Removal = {}): Promise<void> => {
    if (gate.underWay > 0) return plain(path, options);
    if (!options.recursive || typeof path !== "string") {
      return promisedEvent("fs.rm", () => plain(path, options), rm);
    }
    const removal = tree(path);
    return options.force ? missingIsFine(removal) : removal;
  };
  return rm;
}

async function missingIsFine(removal: Promise<void>): Promise<void> {
  try {
    await removal;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}
