import { AbortError } from "./abort-error.ts";
import { made } from "./event.ts";
import { offer, withdraw } from "./gate.ts";
import { durationOf, Immediate, immediates, setInterval, Timeout } from "./timeouts.ts";

const nothing = () => {};

export interface Options {
  readonly signal?: AbortSignal;
  readonly ref?: boolean;
}

/** The promise of a timer or an immediate, that an AbortSignal can break off. */
function promised<T>(set: (run: () => void) => Timeout | Immediate, value: T, options: Options = {}): Promise<T> {
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
      else withdraw(timer.event);
      reject(new AbortError(signal!.reason));
    };
    signal?.addEventListener("abort", abort, { once: true });
  });
}

export function later<T>(wanted?: number, value?: T, options?: Options): Promise<T | undefined> {
  const event = made("timeout", nothing, later);
  const setting = { duration: durationOf(wanted), repeats: false, args: [], event };
  return promised((run) => new Timeout(run, setting), value, options);
}

export function soon<T>(value?: T, options?: Options): Promise<T | undefined> {
  const event = made("immediate", nothing, soon);
  event.line = immediates;
  return promised(
    (run) => {
      event.run = run;
      offer(event);
      return new Immediate(event);
    },
    value,
    options,
  );
}

export async function* again<T>(wanted?: number, value?: T, options?: Options): AsyncGenerator<T | undefined> {
  let due = 0;
  let wait: (() => void) | undefined;
  const timer = setInterval(() => {
    due++;
    wait?.();
  }, wanted);
  if (options?.ref === false) timer.unref();
  try {
    for (;;) {
      if (options?.signal?.aborted) throw new AbortError(options.signal.reason);
      if (due === 0) {
        await new Promise<void>((resolve) => {
          wait = resolve;
          options?.signal?.addEventListener("abort", () => resolve(), { once: true });
        });
      }
      for (; due > 0; due--) yield value;
    }
  } finally {
    timer.close();
  }
}
