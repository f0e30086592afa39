import { relative } from "node:path";

/** A path relative to the user's folder, if it is inside it. */
export function shortPath(path: string, cwd: string): string {
  const from = relative(cwd, path);
  return from === "" || from.startsWith("..") ? path : from;
}
