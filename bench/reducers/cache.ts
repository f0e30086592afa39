import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** What is fetched and built for the benchmark stays here, out of version control. */
export const cache = resolve("node_modules/.cache/culprit-bench");

/** The folder of that name in the cache; where it is not there yet it is filled first, whole or not at all. */
export function cached(name: string, fill: (folder: string) => void): string {
  const folder = join(cache, name);
  if (existsSync(folder)) return folder;
  mkdirSync(dirname(folder), { recursive: true });
  const begun = mkdtempSync(`${folder}.`);
  try {
    fill(begun);
    renameSync(begun, folder);
  } finally {
    rmSync(begun, { recursive: true, force: true });
  }
  return folder;
}
