import { AbortError } from "../replacements/abort-error.ts";
import { createEvent } from "../scheduler/event-creation.ts";
import { cancel, enqueue } from "../scheduler/queue.ts";
import { durationOf, Immediate, immediates, setInterval, Timeout } from "./timeouts.ts";

/** The options of the functions in `node:timers/promises`. */
export interface TimerOptions {
  readonly signal?: AbortSignal;
  readonly ref?: boolean;
}

/** Replaces `setTimeout` of `node:timers/promises`. */
export function promiseTimeout<T>(wanted?: number, value?: T, options?: TimerOptions): Promise<T | undefined> {
  const event = createEvent("timeout", () => {}, promiseTimeout);
  const setting = { duration: durationOf(wanted), repeats: false, args: [], event };
  return promiseOf((run) => new Timeout(run, setting), value, options);
}

/** Replaces `setImmediate`. */
export function promiseImmediate<T>(value?: T, options?: TimerOptions): Promise<T | undefined> {
  const event = createEvent("immediate", () => {}, promiseImmediate);
  event.line = immediates;
  return promiseOf(
    (run) => {
      event.run = run;
      enqueue(event);
      return new Immediate(event);
    },
    value,
    options,
  );
}

/** Replaces `setInterval`. */
export async function* repeatTimeout<T>(
  wanted?: number,
  value?: T,
  options?: TimerOptions,
): AsyncGenerator<T | undefined> {
  let ticks = 0;
  let onTick: (() => void) | undefined;
  const timer = setInterval(() => {
    ticks++;
    onTick?.();
  }, wanted);
  if (options?.ref === false) timer.unref();
  try {
    for (;;) {
      if (options?.signal?.aborted) throw new AbortError(options.signal.reason);
      if (ticks === 0) {
        await new Promise<void>((resolve) => {
          onTick = resolve;
          options?.signal?.addEventListener("abort", () => resolve(), { once: true });
        });
      }
      for (; ticks > 0; ticks--) yield value;
    }
  } finally {
    timer.close();
  }
}

/** The promise of a timer or an immediate, which an AbortSignal can cancel. */
function promiseOf<T>(set: (run: () => void) => Timeout | Immediate, value: T, options: TimerOptions = {}): Promise<T> {
  return new Promise((resolve, reject) => {
    const { signal } = options;
    if (signal?.aborted) return reject(new AbortError(signal.reason));
    const timer = set(() => {
      signal?.removeEventListener("abort", abort);
      resolve(value);
    });
    if (options.ref === false) timer.unref();
    const abort = () => {
      if (timer instanceof Timeout) timer.close();
      else cancel(timer.event);
      reject(new AbortError(signal!.reason));
    };
    signal?.addEventListener("abort", abort, { once: true });
  });
}
