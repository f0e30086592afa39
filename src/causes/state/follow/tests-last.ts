import { isAbsolute } from "node:path";
import type { StackFrame } from "../../../../runtimes/protocol/state.ts";
import { isTestFile } from "../../../lines/candidate-changes.ts";
import { shortPath } from "../../../world/files/short-path.ts";
import type { StateDifference } from "../compare/differences.ts";
import type { PlaceFinding } from "../isolate/place-finding.ts";
import type { Transition } from "./rank.ts";

/** Whether a value can be reached only from the code of tests, such as what a test expects. */
export function isKnownToTest(
  { at: { root } }: Pick<StateDifference, "at">,
  stack: readonly StackFrame[],
  cwd: string,
): boolean {
  if ("input" in root) return false;
  const file = "global" in root ? root.global : stack[root.frame]?.file;
  return file !== undefined && isInTestFile(file, cwd);
}

/** Whether a cause is about a test: it is seen in the code of one, or only tests know its variables. */
export function isAboutTest({ stack, cause }: Pick<PlaceFinding, "stack" | "cause">, cwd: string): boolean {
  return isStoppedInTest(stack, cwd) || cause.every((each) => isKnownToTest(each, stack, cwd));
}

/** What a test does itself is less likely the defect than anything that the program does. */
export function testsLast(transitions: readonly Transition[], cwd: string): Transition[] {
  const isInTest = ({ before }: Transition) => before.found !== undefined && isStoppedInTest(before.found.stack, cwd);
  return [...transitions.filter((each) => !isInTest(each)), ...transitions.filter(isInTest)];
}

export function isStoppedInTest([innermost]: readonly StackFrame[], cwd: string): boolean {
  return innermost !== undefined && isInTestFile(innermost.file, cwd);
}

function isInTestFile(file: string, cwd: string): boolean {
  const path = shortPath(file, cwd);
  return !isAbsolute(path) && isTestFile(path);
}
