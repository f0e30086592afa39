import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

/** Where Python keeps our modules compiled: in the user's cache, since the folder they are in may not be writable. */
export function bytecodeFolder({ XDG_CACHE_HOME: cache }: NodeJS.ProcessEnv = process.env): string {
  return join(cache && isAbsolute(cache) ? cache : join(homedir(), ".cache"), "culprit", "python");
}
