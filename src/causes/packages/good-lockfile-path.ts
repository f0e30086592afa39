import { existsSync } from "node:fs";
import { join } from "node:path";

/** Where the lockfile with the good upgrades goes: a name that is free in a folder. */
export function goodPlace(folder: string): string {
  for (let number = 1; ; number++) {
    const path = join(folder, `package-lock.good${number === 1 ? "" : `-${number}`}.json`);
    if (!existsSync(path)) return path;
  }
}
