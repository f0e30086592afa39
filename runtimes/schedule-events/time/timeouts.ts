import { real } from "../replacements/real-functions.ts";
import { clock } from "../scheduler/clock.ts";
import { LoopEvent, WaitingLine } from "../scheduler/event.ts";
import { createEventFor } from "../scheduler/event-creation.ts";
import { cancel, enqueue, enqueueTimer, setReferenced } from "../scheduler/queue.ts";
import { onReset } from "../scheduler/resets.ts";
import { scheduler } from "../scheduler/state.ts";

type Callback = (...args: unknown[]) => void;

/** Timers by their duration. */
const lines = new Map<number, WaitingLine>();
export let immediates = new WaitingLine();
/** Timers whose number the program asked for, to clear them by it. */
const byNumber = new Map<number, Timeout>();
let lastNumber = 0;
onReset(() => {
  lines.clear();
  immediates = new WaitingLine();
});

export class Timeout {
  readonly duration: number;
  readonly repeats: boolean;
  /** Named as in Node, since stack traces show the name. */
  _onTimeout: Callback | undefined;
  readonly args: readonly unknown[];
  event: LoopEvent;
  #number: number | undefined;

  constructor(callback: Callback, { duration, repeats, args, event }: TimeoutSettings) {
    this.duration = duration;
    this.repeats = repeats;
    this._onTimeout = callback;
    this.args = args;
    this.event = event;
    this.#arm();
  }

  #arm(): void {
    const line = lines.get(this.duration) ?? new WaitingLine();
    lines.set(this.duration, line);
    const { event } = this;
    event.line = line;
    event.duration = this.duration;
    event.due = clock.now + this.duration;
    event.run = () => this.#fire();
    enqueueTimer(event);
  }

  #rearm(): void {
    const { kind, site, referenced } = this.event;
    this.event = new LoopEvent(kind, () => {}, site);
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
    setReferenced(this.event, true);
    return this;
  }
  unref(): this {
    setReferenced(this.event, false);
    return this;
  }
  hasRef(): boolean {
    return this.event.referenced;
  }
  refresh(): this {
    if (this._onTimeout === undefined) return this;
    if (this.event.state !== "waiting") this.#rearm();
    else {
      cancel(this.event);
      this.#arm();
    }
    return this;
  }
  close(): this {
    this._onTimeout = undefined;
    cancel(this.event);
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

export class Immediate {
  readonly event: LoopEvent;
  constructor(event: LoopEvent) {
    this.event = event;
  }
  ref(): this {
    setReferenced(this.event, true);
    return this;
  }
  unref(): this {
    setReferenced(this.event, false);
    return this;
  }
  hasRef(): boolean {
    return this.event.referenced;
  }
  [disposeSymbol()](): void {
    cancel(this.event);
  }
}

function disposeSymbol(): symbol {
  return (Symbol as { dispose?: symbol }).dispose ?? Symbol.for("nodejs.dispose");
}

export interface TimeoutSettings {
  readonly duration: number;
  readonly repeats: boolean;
  readonly args: readonly unknown[];
  readonly event: LoopEvent;
}

/** The duration that Node uses: at least a millisecond, and one millisecond if it is out of range. */
export function durationOf(wanted: unknown): number {
  const number = Number(wanted);
  return number >= 1 && number <= 2 ** 31 - 1 ? Math.trunc(number) : 1;
}

export function setTimeout(callback: Callback, wanted?: unknown, ...args: unknown[]): Timeout {
  if (typeof callback !== "function") real.setTimeout(callback); // throws
  const event = createEventFor(callback, "timeout", setTimeout);
  return new Timeout(callback, { duration: durationOf(wanted), repeats: false, args, event });
}

export function setInterval(callback: Callback, wanted?: unknown, ...args: unknown[]): Timeout {
  if (typeof callback !== "function") real.setTimeout(callback); // throws
  const event = createEventFor(callback, "interval", setInterval);
  return new Timeout(callback, { duration: durationOf(wanted), repeats: true, args, event });
}

export function setImmediate(callback: Callback, ...args: unknown[]): Immediate {
  if (typeof callback !== "function") real.setImmediate(callback); // throws
  const event = createEventFor(callback, "immediate", setImmediate);
  event.run = args.length === 0 ? () => callback() : () => callback(...args);
  event.line = immediates;
  enqueue(event);
  return new Immediate(event);
}

export function clearTimeout(timer: unknown): void {
  if (timer instanceof Timeout) timer.close();
  else if (typeof timer === "number" || typeof timer === "string") byNumber.get(Number(timer))?.close();
  else if (timer) real.clearTimeout(timer as NodeJS.Timeout);
}

export function clearImmediate(immediate: unknown): void {
  if (immediate instanceof Immediate) cancel(immediate.event);
  else if (immediate) real.clearImmediate(immediate as NodeJS.Immediate);
}

/** Sets a timer for Node's own use, such as a socket's: it keeps nothing alive, and its place is that of the current event. */
export function setInternalTimeout(callback: () => void, duration: number): Timeout {
  const event = new LoopEvent("timeout", () => {}, scheduler.current.site);
  event.referenced = false;
  return new Timeout(callback, { duration: durationOf(duration), repeats: false, args: [], event });
}
