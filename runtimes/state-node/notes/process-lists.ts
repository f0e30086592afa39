import { readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { readJsonLines } from "./json-lines-file.ts";

/** Where this process writes its part of a list. */
export function processListFile(path: string): string {
  return `${path}.${process.pid}`;
}

/**
 * The longest of the lists that the processes of a command have written to a path, or the one at the path itself. A test runner has
 * a process for each file of tests, and most do nothing if only one test is run.
 */
export function takeLongestList<Item>(path: string): Item[] {
  const isList = (name: string) => name.startsWith(`${basename(path)}.`) && /\.\d+$/.test(name);
  const files = readdirSync(dirname(path)).filter(isList);
  let longest = readJsonLines<Item>(path);
  for (const file of files.map((name) => join(dirname(path), name))) {
    const list = readJsonLines<Item>(file);
    if (list.length > longest.length) longest = list;
    rmSync(file, { force: true });
  }
  return longest;
}
