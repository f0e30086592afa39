import { AsyncResource } from "node:async_hooks";
import { textHash } from "../../shared/seeded-random.ts";
import { scope } from "../replacements/scope.ts";
import { mainEvent, type ParentEvent, scheduler } from "./state.ts";

/** Events that stay in order, so that only the first may run: immediates, timers of one duration, one direction of a socket. */
export class WaitingLine {
  first: LoopEvent | undefined;
  last: LoopEvent | undefined;
}

/**
 * A callback that waits to be run by the event loop. Its id is `PARENT.ORDINAL`; equal ordinals in a row are counted: `0.2.1x3` is
 * the first child of `0.2.1x2`, which is the first child of `0.2.1`.
 */
export class LoopEvent implements ParentEvent {
  readonly id: string;
  readonly stem: string;
  readonly ordinal: number;
  readonly times: number;
  readonly kind: string;
  /** Where the program created it. */
  readonly site: string;
  /** The id of the event with which its chain of first children began. */
  readonly chain: string;
  readonly number: number;
  readonly context: AsyncResource | undefined;
  callers = "";
  run: () => void;
  line: WaitingLine | undefined;
  next: LoopEvent | undefined;
  previous: LoopEvent | undefined;
  children = 0;
  /** The virtual time since which it may run. */
  since = 0;
  /** Of a timer, the virtual time at which it is due, and its duration, which is never 0. */
  due = 0;
  duration = 0;
  state: "created" | "waiting" | "cancelled" | "done" = "created";
  referenced = true;

  constructor(kind: string, run: () => void, site: string) {
    const isLeftOver = scope.isLeftOver();
    const parent = isLeftOver ? endedRun : scheduler.current;
    const ordinal = ++parent.children;
    const repeats = parent.ordinal === ordinal && parent.id !== "0";
    this.stem = repeats ? parent.stem : shorten(parent.id);
    this.times = repeats ? parent.times + 1 : 1;
    this.ordinal = ordinal;
    this.id = `${this.stem}.${ordinal}${this.times > 1 ? `x${this.times}` : ""}`;
    this.chain = ordinal === 1 && parent.id !== "0" ? parent.chain : this.id;
    this.kind = kind;
    this.site = site;
    this.run = run;
    this.number = ++scheduler.created;
    this.context = scheduler.keepsContexts ? new AsyncResource("culprit") : undefined;
    if (isLeftOver) this.state = "done";
    else scheduler.run?.log.add(`lane ${this.id} ${kind} ${site}\n`);
  }

  get isTimer(): boolean {
    return this.duration > 0;
  }
}

/** The parent of events that never run, because the run they belong to has ended. */
const endedRun = mainEvent();

/** Replaces a long id by its hash, which is the same in every run: otherwise ids in deep trees would grow without limit. */
function shorten(id: string): string {
  if (id.length < 60) return id;
  return `~${textHash(id, 1).toString(36)}${textHash(id, 2).toString(36)}`;
}
