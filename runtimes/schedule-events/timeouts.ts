import { clock } from "./clock.ts";
import { Event, gate, Line, madeFor } from "./event.ts";
import { offer, offerTimer, refer, withdraw } from "./gate.ts";
import { real } from "./real.ts";
import { afresh } from "./scope.ts";

type Callback = (...args: unknown[]) => void;

const lines = new Map<number, Line>();
const byNumber = new Map<number, Timeout>();
let lastNumber = 0;
export let immediates = new Line();
afresh(() => {
  lines.clear();
  immediates = new Line();
});

export class Timeout {
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

export class Immediate {
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
export function durationOf(wanted: unknown): number {
  const number = Number(wanted);
  return number >= 1 && number <= 2 ** 31 - 1 ? Math.trunc(number) : 1;
}

const nothing = () => {};

export function setTimeout(callback: Callback, wanted?: unknown, ...args: unknown[]): Timeout {
  if (typeof callback !== "function") real.setTimeout(callback);
  const event = madeFor(callback, "timeout", setTimeout);
  return new Timeout(callback, { duration: durationOf(wanted), repeats: false, args, event });
}

export function setInterval(callback: Callback, wanted?: unknown, ...args: unknown[]): Timeout {
  if (typeof callback !== "function") real.setTimeout(callback);
  const event = madeFor(callback, "interval", setInterval);
  return new Timeout(callback, { duration: durationOf(wanted), repeats: true, args, event });
}

export function setImmediate(callback: Callback, ...args: unknown[]): Immediate {
  if (typeof callback !== "function") real.setImmediate(callback);
  const event = madeFor(callback, "immediate", setImmediate);
  event.run = args.length === 0 ? () => callback() : () => callback(...args);
  event.line = immediates;
  offer(event);
  return new Immediate(event);
}

export function clearTimeout(timer: unknown): void {
  if (timer instanceof Timeout) timer.close();
  else if (typeof timer === "number" || typeof timer === "string") byNumber.get(Number(timer))?.close();
  else if (timer) real.clearTimeout(timer as NodeJS.Timeout);
}

export function clearImmediate(immediate: unknown): void {
  if (immediate instanceof Immediate) withdraw(immediate.event);
  else if (immediate) real.clearImmediate(immediate as NodeJS.Immediate);
}

/** A timer of the runtime's own, such as a socket's: it keeps nothing alive and has the place of the event that sets it. */
export function quietTimeout(callback: () => void, duration: number): Timeout {
  const event = new Event("timeout", nothing, gate.current.site);
  event.referenced = false;
  return new Timeout(callback, { duration: durationOf(duration), repeats: false, args: [], event });
}
