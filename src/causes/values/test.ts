import type { Outcome } from "../../core/outcome.ts";

/** Returns `true` or `"fail"` if a value fails, `false` or `"pass"` if it does not, `"unresolved"` if that cannot be decided. */
export type Test<V> = (value: V, signal: AbortSignal) => boolean | Outcome | Promise<boolean | Outcome>;

/**
 * Makes a test of code that throws when it fails. With a pattern or an error class, only errors of that kind are the
 * failure; any other is unresolved.
 */
export function throwing<V>(run: (value: V) => unknown, kind?: RegExp | (new (...args: never[]) => Error)): Test<V> {
  return async (value) => {
    try {
      await run(value);
      return "pass";
    } catch (error) {
      return kind === undefined || isOfKind(error, kind) ? "fail" : "unresolved";
    }
  };
}

function isOfKind(error: unknown, kind: RegExp | (new (...args: never[]) => Error)): boolean {
  return kind instanceof RegExp ? kind.test(String(error)) : error instanceof kind;
}

export function asOutcome(answer: boolean | Outcome): Outcome {
  if (answer === true) return "fail";
  return answer === false ? "pass" : answer;
}
