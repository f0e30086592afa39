import { relative } from "node:path";

/** A path as the user sees it from where they stand. */
export function shortPath(path: string, cwd: string): string {
  const from = relative(cwd, path);
  return from === "" || from.startsWith("..") ? path : from;
}
