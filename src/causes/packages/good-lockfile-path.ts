import { existsSync } from "node:fs";
import { extname, join } from "node:path";

/** A path for the lockfile of `--keep-good` that does not exist yet: package-lock.good.json beside package-lock.json. */
export function goodLockfilePath(folder: string, lockfile = "package-lock.json"): string {
  const end = extname(lockfile);
  const name = lockfile.slice(0, lockfile.length - end.length);
  for (let number = 1; ; number++) {
    const path = join(folder, `${name}.good${number === 1 ? "" : `-${number}`}${end}`);
    if (!existsSync(path)) return path;
  }
}
