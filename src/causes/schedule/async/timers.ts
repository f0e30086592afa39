import timers from "node:timers";
import timersPromises from "node:timers/promises";
import { promisify } from "node:util";
import { clock } from "./clock.ts";
import { Event, gate, Line, made, madeFor } from "./event.ts";
import { offer, offerTimer, refer, withdraw } from "./gate.ts";
import { real } from "./real.ts";
import { replace } from "./replace.ts";
import { afresh, scoped } from "./scope.ts";

type Callback = (...args: unknown[]) => void;

const lines = new Map<number, Line>();
const byNumber = new Map<number, Timeout>();
let lastNumber = 0;
let immediates = new Line();
afresh(() => {
  lines.clear();
  immediates = new Line();
});

class Timeout {
  readonly duration: number;
  readonly repeats: boolean;
  /** Named as in Node, for the names in stacks. */
  _onTimeout: Callback | undefined;
  readonly args: readonly unknown[];
  event: Event;
  #number: number | undefined;

  constructor(callback: Callback, { duration, repeats, args, event }: Setting) {
    this.duration = duration;
    this.repeats = repeats;
    this._onTimeout = callback;
    this.args = args;
    this.event = event;
    this.#arm();
  }

  #arm(): void {
    const line = lines.get(this.duration) ?? new Line();
    lines.set(this.duration, line);
    const { event } = this;
    event.line = line;
    event.duration = this.duration;
    event.due = clock.now + this.duration;
    event.run = () => this.#fire();
    offerTimer(event);
  }

  #rearm(): void {
    const { kind, site, referenced } = this.event;
    this.event = new Event(kind, () => {}, site);
    this.event.referenced = referenced;
    this.#arm();
  }

  #fire(): void {
    const fired = this.event;
    try {
      this._onTimeout?.(...this.args);
    } finally {
      if (this.repeats && this._onTimeout !== undefined && this.event === fired) this.#rearm();
    }
  }

  ref(): this {
    refer(this.event, true);
    return this;
  }
  unref(): this {
    refer(this.event, false);
    return this;
  }
  hasRef(): boolean {
    return this.event.referenced;
  }
  refresh(): this {
    if (this._onTimeout === undefined) return this;
    if (this.event.state !== "waiting") this.#rearm();
    else {
      withdraw(this.event);
      this.#arm();
    }
    return this;
  }
  close(): this {
    this._onTimeout = undefined;
    withdraw(this.event);
    if (this.#number !== undefined) byNumber.delete(this.#number);
    return this;
  }
  [Symbol.toPrimitive](): number {
    this.#number ??= ++lastNumber;
    byNumber.set(this.#number, this);
    return this.#number;
  }
  [disposeSymbol()](): void {
    this.close();
  }
}

class Immediate {
  readonly event: Event;
  constructor(event: Event) {
    this.event = event;
  }
  ref(): this {
    refer(this.event, true);
    return this;
  }
  unref(): this {
    refer(this.event, false);
    return this;
  }
  hasRef(): boolean {
    return this.event.referenced;
  }
  [disposeSymbol()](): void {
    withdraw(this.event);
  }
}

function disposeSymbol(): symbol {
  return (Symbol as { dispose?: symbol }).dispose ?? Symbol.for("nodejs.dispose");
}

interface Setting {
  readonly duration: number;
  readonly repeats: boolean;
  readonly args: readonly unknown[];
  readonly event: Event;
}

/** What Node makes of a duration: at least a millisecond, and one if it is out of range. */
function durationOf(wanted: unknown): number {
  const number = Number(wanted);
  return number >= 1 && number <= 2 ** 31 - 1 ? Math.trunc(number) : 1;
}

const nothing = () => {};

function setTimeout(callback: Callback, wanted?: unknown, ...args: unknown[]): Timeout {
  if (typeof callback !== "function") real.setTimeout(callback);
  const event = madeFor(callback, "timeout", setTimeout);
  return new Timeout(callback, { duration: durationOf(wanted), repeats: false, args, event });
}

function setInterval(callback: Callback, wanted?: unknown, ...args: unknown[]): Timeout {
  if (typeof callback !== "function") real.setTimeout(callback);
  const event = madeFor(callback, "interval", setInterval);
  return new Timeout(callback, { duration: durationOf(wanted), repeats: true, args, event });
}

function setImmediate(callback: Callback, ...args: unknown[]): Immediate {
  if (typeof callback !== "function") real.setImmediate(callback);
  const event = madeFor(callback, "immediate", setImmediate);
  event.run = args.length === 0 ? () => callback() : () => callback(...args);
  event.line = immediates;
  offer(event);
  return new Immediate(event);
}

function clearTimeout(timer: unknown): void {
  if (timer instanceof Timeout) timer.close();
  else if (typeof timer === "number" || typeof timer === "string") byNumber.get(Number(timer))?.close();
  else if (timer) real.clearTimeout(timer as NodeJS.Timeout);
}

function clearImmediate(immediate: unknown): void {
  if (immediate instanceof Immediate) withdraw(immediate.event);
  else if (immediate) real.clearImmediate(immediate as NodeJS.Immediate);
}

/** A timer of the runtime's own, such as a socket's: it keeps nothing alive and has the place of the event that sets it. */
export function quietTimeout(callback: () => void, duration: number): Timeout {
  const event = new Event("timeout", nothing, gate.current.site);
  event.referenced = false;
  return new Timeout(callback, { duration: durationOf(duration), repeats: false, args: [], event });
}

function abortLater(duration: number): AbortSignal {
  const controller = new AbortController();
  const reason = new DOMException("The operation was aborted due to timeout", "TimeoutError");
  quietTimeout(() => controller.abort(reason), duration);
  return controller.signal;
}

interface Options {
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

export class AbortError extends Error {
  readonly code = "ABORT_ERR";
  constructor(cause: unknown) {
    super("The operation was aborted", { cause });
    this.name = "AbortError";
  }
}

function later<T>(wanted?: number, value?: T, options?: Options): Promise<T | undefined> {
  const event = made("timeout", nothing, later);
  const setting = { duration: durationOf(wanted), repeats: false, args: [], event };
  return promised((run) => new Timeout(run, setting), value, options);
}

function soon<T>(value?: T, options?: Options): Promise<T | undefined> {
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

async function* again<T>(wanted?: number, value?: T, options?: Options): AsyncGenerator<T | undefined> {
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

/** All timers and immediates pass the gate, on the virtual clock. */
export function gateTimers(): void {
  const promises = {
    setTimeout: scoped<unknown>(later, timersPromises.setTimeout),
    setImmediate: scoped<unknown>(soon, timersPromises.setImmediate),
    setInterval: scoped<unknown>(again, timersPromises.setInterval),
  };
  const callbacks = {
    setTimeout: scoped<unknown>(setTimeout, real.setTimeout),
    setInterval: scoped<unknown>(setInterval, real.setInterval),
    setImmediate: scoped<unknown>(setImmediate, real.setImmediate),
    clearTimeout,
    clearInterval: clearTimeout,
    clearImmediate,
  };
  for (const name of ["setTimeout", "setImmediate"] as const)
    Object.defineProperty(callbacks[name], promisify.custom, { enumerable: true, value: promises[name] });
  for (const [name, value] of Object.entries(callbacks)) {
    replace(timers, name, value);
    replace(globalThis, name, value);
  }
  for (const [name, value] of Object.entries(promises)) replace(timersPromises, name, value);
  replace(AbortSignal, "timeout", scoped(abortLater, AbortSignal.timeout));
  const { scheduler } = timersPromises;
  const wait = (wanted: number, options?: Options) => later(wanted, undefined, options);
  replace(scheduler, "wait", scoped<unknown>(wait, scheduler.wait));
  replace(
    scheduler,
    "yield",
    scoped<unknown>(() => soon(), scheduler.yield),
  );
}
