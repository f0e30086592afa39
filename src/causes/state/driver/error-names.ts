import { stripVTControlCharacters } from "node:util";

/** A line that reports an error: `TypeError: …`, pytest's `E   ValueError: …` and `x.py:3: KeyError`, TAP's `name: 'TypeError'`. */
const reported =
  /^[\s│●→❯>]*(?:E\s+|[^\s:]+:\d+: |name: '|(?:Uncaught|Caused by:?)\s+)?((?:\w+\.)*\w*(?:Error|Exception|Interrupt))(?=$|[\s:'[])/gm;

/** The kinds of errors that a test runner reports, each once, in alphabetical order. */
export function errorNames(output: string): string[] {
  const names = [...stripVTControlCharacters(output).matchAll(reported)].map(([, name]) => name!.split(".").at(-1)!);
  return [...new Set(names)].sort();
}
