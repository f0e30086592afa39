import type { Outcome } from "../../core/outcome.ts";

/** Says of a value whether the failure occurs: `true` or `"fail"`; not: `false` or `"pass"`; cannot tell: `"unresolved"`. */
export type Test<V> = (value: V, signal: AbortSignal) => boolean | Outcome | Promise<boolean | Outcome>;

/**
 * A test out of code that throws when it fails. With a pattern or an error class only an error of that kind is the
 * failure, and any other is unresolved.
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
