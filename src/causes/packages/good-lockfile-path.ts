import { existsSync } from "node:fs";
import { join } from "node:path";

/** A path for the lockfile of `--keep-good` that does not exist yet. */
export function goodLockfilePath(folder: string): string {
  for (let number = 1; ; number++) {
    const path = join(folder, `package-lock.good${number === 1 ? "" : `-${number}`}.json`);
    if (!existsSync(path)) return path;
  }
}
