import { readFileSync } from "node:fs";
import { join } from "node:path";

/** An entry of the suite's own list, with what the study says about it. */
export interface SuiteEntry {
  /** For people: the folder and the program. */
  readonly title: string;
  /** The part of the suite that it belongs to. */
  readonly folder: string;
  readonly name: string;
  readonly threads: number;
  /** At how many points the study's tools could switch. */
  readonly points: number;
}

/** The list has lines `FOLDER NAME THREADS POINTS`; those behind `#` are not part of the study. */
export function sctbenchEntries(root: string): SuiteEntry[] {
  const list = readFileSync(join(root, "benchmarks/buggy.txt"), "utf8").split("\n");
  return list
    .map((line) => line.trim().split(/\s+/))
    .filter(([folder = "", name]) => name !== undefined && !folder.startsWith("#"))
    .map(([folder = "", name = "", threads, points]) => ({
      title: `${short[folder] ?? folder}.${name}`,
      folder: join(root, "benchmarks", folder),
      name,
      threads: Number(threads),
      points: Number(points),
    }));
}

const short: Readonly<Record<string, string>> = { "concurrent-software-benchmarks": "CS" };
