import { runInThisContext, Script } from "node:vm";
import type { BodyEnd } from "../body-failure.ts";
import { afterTime } from "./main-context.ts";
import { runSilently } from "./silence.ts";

/** Runs a body again, silently. After `limit` milliseconds it is ended, or no longer waited for. */
export async function runBody(body: () => unknown, limit: number): Promise<BodyEnd> {
  let stopTimer = () => {};
  try {
    const result = runSilently(() => callWithin(body, limit));
    if (!isThenable(result)) return "returned";
    const timeout = new Promise<"timed out">((resolve) => {
      stopTimer = afterTime(limit, () => resolve("timed out"));
    });
    return await Promise.race([result.then(() => "returned" as const), timeout]);
  } catch (error) {
    return isTimeout(error) ? "timed out" : { thrown: error };
  } finally {
    stopTimer();
  }
}

function isThenable(value: unknown): value is Promise<unknown> {
  return typeof value === "object" && value !== null && typeof (value as Promise<unknown>).then === "function";
}

/**
 * Calls a function that may loop for ever. Nothing in JavaScript can interrupt that, but the time limit of a script can, which
 * also holds for what the script calls.
 */
function callWithin(body: () => unknown, limit: number): unknown {
  shared.call = body;
  return script.runInThisContext({ timeout: Math.max(1, Math.ceil(limit)), displayErrors: false });
}

const shared = runInThisContext("globalThis[Symbol.for('culprit.explain')] ??= {}") as { call?: () => unknown };
const script = new Script("globalThis[Symbol.for('culprit.explain')].call()");

function isTimeout(error: unknown): boolean {
  return (error as NodeJS.ErrnoException | null)?.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
}
