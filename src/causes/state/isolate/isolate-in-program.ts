import type { StackFrame } from "../../../../runtimes/protocol/state.ts";
import type { StateDifference } from "../compare/differences.ts";
import { isKnownToTest, isStoppedInTest } from "../follow/tests-last.ts";
import type { Isolation, NotIsolated } from "./isolate-cause.ts";

type Isolate = (changes: readonly StateDifference[]) => Promise<Isolation | NotIsolated>;

/** Where the program is stopped; the innermost frame first. */
interface StoppedAt {
  readonly stack: readonly StackFrame[];
  readonly cwd: string;
}

/**
 * Isolates the cause among the values that the program knows. What only a test knows, such as what it expects, makes it fail as well,
 * and says nothing: it counts where nothing else does, and in the code of tests.
 */
export async function isolateInProgram(
  isolate: Isolate,
  all: readonly StateDifference[],
  { stack, cwd }: StoppedAt,
): Promise<Isolation | NotIsolated> {
  const own = isStoppedInTest(stack, cwd) ? all : all.filter((each) => !isKnownToTest(each, stack, cwd));
  if (own.length === 0 || own.length === all.length) return isolate(all);
  const isolated = await isolate(own);
  return "found" in isolated && isolated.found.cause.length > 0 ? isolated : isolate(all);
}
