import { fileURLToPath } from "node:url";

/** The file that calls a function: that of the test. */
export function callerFile(callee: (...words: never[]) => unknown): string | undefined {
  const holder: { stack?: string } = {};
  Error.captureStackTrace(holder, callee);
  const [, place] = /^\s+at (?:.*\()?((?:file:|\/|\w:[\\/]).*?):\d+:\d+\)?$/m.exec(holder.stack ?? "") ?? [];
  return place?.startsWith("file:") ? fileURLToPath(place) : place;
}

/** The time limit of the running test in milliseconds, where the test runner tells it. */
export function timeLimitOfTest(): number | undefined {
  const { __vitest_worker__: vitest, [jestLimit]: jest } = globalThis as RunnerGlobals;
  const limit = vitest ? vitest.current?.timeout : jest;
  return typeof limit === "number" && limit > 0 ? limit : undefined;
}

const jestLimit = Symbol.for("TEST_TIMEOUT_SYMBOL");

interface RunnerGlobals {
  readonly __vitest_worker__?: { readonly current?: { readonly timeout?: unknown } };
  readonly [jestLimit]?: unknown;
}
