import { AsyncResource } from "node:async_hooks";
import type { Plan } from "./plan.ts";
import { textHash } from "./random.ts";
import { afresh, scope } from "./scope.ts";
import { callSite } from "./where.ts";

/** Events of which only the first may run: immediates, timers of one duration, one direction of a socket. */
export class Line {
  first: Event | undefined;
  last: Event | undefined;
}

/**
 * One callback that waits to run. Ids are `parent.ordinal`, with equal ordinals in a row counted: `0.2.1x3` is the first child of
 * `0.2.1x2`, which is `0.2.1.1`.
 */
export class Event {
  readonly id: string;
  readonly stem: string;
  readonly ordinal: number;
  readonly times: number;
  readonly kind: string;
  readonly site: string;
  readonly chain: string;
  readonly number: number;
  readonly context: AsyncResource | undefined;
  run: () => void;
  line: Line | undefined;
  next: Event | undefined;
  previous: Event | undefined;
  children = 0;
  /** Virtual times: since when it may run; of timers, when it is due, and how long it was to take, which is never 0. */
  since = 0;
  due = 0;
  duration = 0;
  state: "made" | "waiting" | "withdrawn" | "done" = "made";
  referenced = true;

  constructor(kind: string, run: () => void, site: string) {
    const over = scope.isOver();
    const parent = over ? limbo : gate.current;
    const ordinal = ++parent.children;
    const again = parent.ordinal === ordinal && parent.id !== "0";
    this.stem = again ? parent.stem : shortened(parent.id);
    this.times = again ? parent.times + 1 : 1;
    this.ordinal = ordinal;
    this.id = `${this.stem}.${ordinal}${this.times > 1 ? `x${this.times}` : ""}`;
    this.chain = ordinal === 1 && parent.id !== "0" ? parent.chain : this.id;
    this.kind = kind;
    this.site = site;
    this.run = run;
    this.number = ++gate.made;
    this.context = gate.contexts ? new AsyncResource("culprit") : undefined;
    if (over) this.state = "done";
    else gate.held?.log.add(`lane ${this.id} ${kind} ${site}\n`);
  }

  get isTimer(): boolean {
    return this.duration > 0;
  }
}

/** Ids of deep trees do not grow for ever: a long stem becomes its hash, the same in every run. */
function shortened(id: string): string {
  if (id.length < 60) return id;
  return `~${textHash(id, 1).toString(36)}${textHash(id, 2).toString(36)}`;
}

/** Whose events the gate holds. */
export interface Held {
  readonly plan: Plan;
  readonly log: { add(line: string): void; settle(): void };
  /** The process does not end while the gate is open, whatever waits there. */
  readonly keepsAlive: boolean;
  /** Timers too that keep nothing alive come to their hour. */
  readonly awaitsAll: boolean;
  readonly onLimit: () => void;
  /** What an event throws; undefined: as Node does it. */
  readonly onError?: (error: unknown) => void;
  /** Nothing can run now. */
  readonly onRest?: () => void;
  readonly others?: Turns;
}

/** Other threads, with which this one takes turns. */
export interface Turns {
  /** An event is about to run. */
  before(event: Event): void;
  /** No event can run before `due`, if then; true: that may have changed. */
  rest(due: number): boolean;
  /** Whether something keeps this thread alive that is no event yet. */
  alive(): boolean;
}

const root = () =>
  ({
    id: "0",
    stem: "0",
    ordinal: 0,
    times: 1,
    chain: "0",
    children: 0,
    kind: "main",
    site: "main",
  }) as unknown as Event;

/** The parent of what nobody will run. */
const limbo = root();

export const gate = {
  held: undefined as Held | undefined,
  current: root(),
  made: 0,
  steps: 0,
  /** Native operations under way: the one of the current event. */
  underWay: 0,
  /** Events and timers that wait and keep the process alive. */
  references: 0,
  referencedTimers: 0,
  /** Where what is made now was asked for, if that is not the place of the event that runs. */
  site: undefined as string | undefined,
  /** Set when the program uses asynchronous contexts: before, none needs to be kept. */
  contexts: false,
  /** How often it was opened: what belongs to an earlier time no longer counts. */
  openings: 0,
};
afresh(() => {
  Object.assign(gate, { current: root(), made: 0, steps: 0, underWay: 0, references: 0, referencedTimers: 0 });
  gate.openings++;
});

/** The current event makes another one; `above` is the function that the program called to make it. */
// biome-ignore lint/suspicious/noExplicitAny: any function.
export function made(kind: string, run: () => void, above: (...args: any[]) => unknown): Event {
  return new Event(kind, run, callSite(above) ?? siteHere());
}

/** So many events have the place that the stack shows. */
const exactPlaces = 20_000;
const remembered = new WeakMap<object, { readonly from: string; readonly ordinal: number; readonly site: string }>();

/**
 * Like `made`, for a callback that may be set again and again. To look at the stack takes longer than all the rest, so in a long
 * run the place is remembered for the same callback, set as the same child by an event of the same place.
 */
// biome-ignore lint/suspicious/noExplicitAny: any function.
export function madeFor(callback: object, kind: string, above: (...args: any[]) => unknown): Event {
  if (gate.made < exactPlaces) return made(kind, nothing, above);
  const { site: from, children } = gate.current;
  const known = remembered.get(callback);
  if (known !== undefined && known.from === from && known.ordinal === children)
    return new Event(kind, nothing, known.site);
  const event = made(kind, nothing, above);
  remembered.set(callback, { from, ordinal: children, site: event.site });
  return event;
}

const nothing = () => {};

/** Like `made`, for what no line of the program made directly: it has the place of the event that runs. */
export function inherited(kind: string, run: () => void): Event {
  return new Event(kind, run, siteHere());
}

function siteHere(): string {
  return gate.site ?? gate.current.site;
}
