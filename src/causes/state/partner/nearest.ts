import { dirname, sep } from "node:path";
import type { SuiteTest } from "../../../suites/suite-test.ts";
import type { SharedLines } from "./partner.ts";

/** Each as FILE:LINE. */
export type ExecutedLines = ReadonlySet<string>;

/** The other tests of the same file, the nearest in the file first. */
export function nearestInFile(tests: readonly SuiteTest[], failing: SuiteTest): SuiteTest[] {
  const inFile = tests.filter(({ file }) => file === failing.file);
  const place = inFile.findIndex(({ id }) => id === failing.id);
  return inFile
    .map((test, i) => ({ test, distance: Math.abs(i - place) }))
    .filter(({ test }) => test.id !== failing.id)
    .sort((a, b) => a.distance - b.distance)
    .map(({ test }) => test);
}

/** The tests of other files: one of each file, then another one of each; those in the nearest folders first. */
export function nearestInOtherFiles(tests: readonly SuiteTest[], failing: SuiteTest): SuiteTest[] {
  const byFile = new Map<string, SuiteTest[]>();
  for (const test of tests.filter(({ file }) => file !== failing.file))
    byFile.set(test.file, [...(byFile.get(test.file) ?? []), test]);
  const files = [...byFile.keys()].sort((a, b) => distance(a, failing.file) - distance(b, failing.file));
  const rounds = Math.max(0, ...[...byFile.values()].map(({ length }) => length));
  return Array.from({ length: rounds }, (_, round) => files.flatMap((file) => byFile.get(file)![round] ?? [])).flat();
}

/** How many folders are between two files. */
function distance(one: string, other: string): number {
  const [a, b] = [dirname(one).split(sep), dirname(other).split(sep)];
  const parting = a.findIndex((part, i) => part !== b[i]);
  const common = parting === -1 ? a.length : parting;
  return a.length + b.length - 2 * common;
}

/** A passing test, and the lines that it executes. */
export interface TracedTest {
  readonly test: SuiteTest;
  readonly lines: ExecutedLines;
}

export interface NearTest {
  readonly test: SuiteTest;
  /** Undefined: they are not known. */
  readonly lines?: SharedLines;
}

/**
 * The tests that execute a line of the failing one, the most alike first: by the lines that both execute, of those that one of them
 * does (Jaccard's index). So a test that goes through the whole program is not the nearest to each other one. The order of `passing`
 * decides between equals.
 */
export function nearestByLines(passing: readonly TracedTest[], failing: ExecutedLines): Required<NearTest>[] {
  return passing
    .map(({ test, lines }) => {
      const shared = [...lines].filter((line) => failing.has(line)).length;
      return { test, lines: { failing: failing.size, shared, others: lines.size - shared } };
    })
    .filter(({ lines }) => lines.shared > 0)
    .sort((a, b) => likeness(b.lines) - likeness(a.lines));
}

function likeness({ failing, shared, others }: SharedLines): number {
  return shared / (failing + others);
}
