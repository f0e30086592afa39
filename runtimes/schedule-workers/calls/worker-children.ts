import { EventEmitter } from "node:events";
import type { Any } from "../../schedule-events/replacements/replace.ts";
import { LoopEvent } from "../../schedule-events/scheduler/event.ts";
import { wake } from "../../schedule-events/scheduler/pump.ts";
import { beginOperation, enqueue } from "../../schedule-events/scheduler/queue.ts";
import type { Lane } from "../scheduler/lane.ts";
import type { Inbox } from "./inbox.ts";

/** A worker that this thread created. */
export interface Child {
  readonly worker: Any;
  /** Of its lane. */
  readonly number: number;
  readonly inbox: Inbox;
  referenced: boolean;
  /** Whether the program has been offered the events `online` and `exit`. */
  isOnline: boolean;
  isEnded: boolean;
  /** Does what Node does when it sees that the thread has ended; undefined until then. */
  finish: (() => void) | undefined;
  /** Called when `finish` is there. */
  onFinish: (() => void) | undefined;
  /** Errors that the program gets when the thread has ended. */
  readonly errors: Any[];
}

const children = new Map<object, Child>();

export function childOf(worker: object): Child | undefined {
  return children.get(worker);
}

export function addChild(lane: Lane, { worker, number, inbox }: Pick<Child, "worker" | "number" | "inbox">): void {
  const child: Child = {
    ...{ worker, number, inbox, referenced: true, isOnline: false, isEnded: false },
    ...{ finish: undefined, onFinish: undefined, errors: [] },
  };
  children.set(worker, child);
  delayEnd(lane, child);
  wake();
}

/** Node reports the end of a thread when it sees it; the program gets it when its event runs. */
function delayEnd(lane: Lane, child: Child): void {
  const handle = handleOf(child.worker);
  const { onexit } = handle;
  handle.onexit = (...args: Any[]) => {
    child.finish = () => {
      children.delete(child.worker);
      child.inbox.closeNow();
      lane.releaseNumber(child.number);
      for (const error of child.errors) child.worker.emit("error", error);
      Reflect.apply(onexit, handle, args);
    };
    child.onFinish?.();
  };
}

function handleOf(worker: object): Any {
  const symbol = Object.getOwnPropertySymbols(worker).find(({ description }) => description === "kHandle");
  return (worker as Any)[symbol!];
}

/** Offers `online` of the workers that have started. */
export function offerOnlineEvents({ scheduler: { shared } }: Lane): void {
  for (const child of children.values()) {
    if (child.isOnline || shared.lane(child.number, "started") === 0) continue;
    child.isOnline = true;
    offerEvent(child, "online", () => EventEmitter.prototype.emit.call(child.worker, "online"));
  }
}

/** Offers `exit` of the workers that have ended; to be called when all their messages have been received. */
export function offerExitEvents({ scheduler: { shared } }: Lane): void {
  const live = new Set(children.size > 0 ? shared.liveLanes() : []);
  for (const child of children.values()) {
    if (child.isEnded || live.has(child.number)) continue;
    child.isEnded = true;
    offerEvent(child, "exit", () => finishWhenPossible(child));
  }
}

function offerEvent(child: Child, kind: string, run: () => void): void {
  const event = new LoopEvent(kind, run, child.inbox.site);
  event.line = child.inbox.line;
  event.referenced = child.referenced;
  enqueue(event);
}

/** If Node has not yet seen the end of the thread, nothing else runs until it has. */
function finishWhenPossible(child: Child): void {
  if (child.finish) {
    child.finish();
    return;
  }
  const done = beginOperation();
  child.onFinish = () => {
    done();
    child.finish!();
  };
}

/** Where a worker was created that keeps this thread alive; undefined if none does. */
export function referencedWorkerSite(): string | undefined {
  for (const { referenced, inbox } of children.values()) if (referenced) return inbox.site;
  return undefined;
}
