import type { LeakEntry, TestsFinding } from "../../src/causes/tests/finding.ts";
import { type TestSet, testsOf, type Victim } from "./project.ts";

/** `right`: one of the sets that the table knows, and nothing else. */
export type Verdict = "right" | "wrong" | "none";

export function judgeTests(victim: Victim, finding: TestsFinding | undefined): Verdict {
  const found = victim.polluters ? finding?.polluters : finding?.setters;
  return judgeNames(
    victim,
    found?.map(({ test }) => test),
  );
}

export function judgeNames({ polluters, setters }: Victim, found: readonly string[] | undefined): Verdict {
  if (found === undefined) return "none";
  return (polluters ?? setters ?? []).some((set) => isSame(set, found)) ? "right" : "wrong";
}

function isSame(set: TestSet, found: readonly string[]): boolean {
  const tests = testsOf(set);
  return tests.length === found.length && tests.every((test) => found.includes(test));
}

/** Whether what leaks is named: one of the variables, files or places that we read in the code. */
export function judgeLeak({ leak: expected }: Victim, found: readonly LeakEntry[] | undefined): Verdict | "not judged" {
  if (expected === undefined) return "not judged";
  if (found === undefined) return "none";
  const names = found.flatMap(({ name, since, setBy }) => [name, placeOf(since), placeOf(setBy)]);
  return expected.some((each) => names.includes(each)) ? "right" : "wrong";
}

function placeOf(line: LeakEntry["since"]): string | undefined {
  return line && `${line.file}:${line.line}`;
}
