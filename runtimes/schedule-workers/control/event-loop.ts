import { real } from "../../schedule-events/replacements/real-functions.ts";
import { clock } from "../../schedule-events/scheduler/clock.ts";
import type { LoopEvent } from "../../schedule-events/scheduler/event.ts";
import { wake } from "../../schedule-events/scheduler/pump.ts";
import type { OtherThreads } from "../../schedule-events/scheduler/state.ts";
import { ready } from "../../schedule-events/scheduler/waiting-events.ts";
import { beginOutsideWait } from "../../schedule-events/uncontrolled/outside-wait.ts";
import { settleNotified } from "../calls/atomics.ts";
import { listeningInbox, receiveMessages } from "../calls/inbox.ts";
import { offerExitEvents, offerOnlineEvents, referencedWorkerSite } from "../calls/worker-children.ts";
import { originalPlace } from "../instrumentation/original-places.ts";
import type { Lane } from "../scheduler/lane.ts";
import { waitKind } from "../scheduler/memory-layout.ts";

/** Milliseconds of real time between two checks for events, while a lane is outside. */
const outsideInterval = 5;
/** Milliseconds after which a thread that should have ended is kept alive by something uncontrolled. */
const endDelay = 50;

/** The event loop of one thread among others: events run only while the thread has the token; with none to run, it waits. */
export class EventLoop implements OtherThreads {
  readonly #lane: Lane;
  /** It waited before, and no event has run since. */
  #isWaiting = false;
  /** To be called when the lane comes back from outside. */
  #endOutside: (() => void) | undefined;

  constructor(lane: Lane) {
    this.#lane = lane;
  }

  before({ kind, site }: LoopEvent): void {
    this.#isWaiting = false;
    this.#comeBack();
    this.#lane.writePendingTurn();
    this.#lane.step(() => `${kind} ${originalPlace(site)}`);
  }

  alive(): boolean {
    return this.#listeningSite() !== undefined;
  }

  rest(due: number): boolean {
    if (this.#offerEvents()) return true;
    const resource = uncontrolledResource();
    if (resource !== undefined || clock.outside > (this.#endOutside ? 1 : 0))
      return this.#goOutside(resource ?? "something uncontrolled");
    const site = this.#listeningSite();
    if (site === undefined && due === Infinity) return this.#awaitEnd();
    // A lane that comes back from beginOutsideWait must not decide anything before it has the token; and others may have ended meanwhile.
    this.#comeBack();
    if (this.#offerEvents()) return true;
    const awaited = site === undefined ? "timer" : "message";
    const place = originalPlace(site ?? "main")
      .split(" ")
      .at(-1)!;
    this.#lane.wait({ kind: waitKind.event, deadline: due, awaited, place, again: this.#isWaiting });
    this.#isWaiting = true;
    this.#offerEvents();
    return true;
  }

  /** The place of something that keeps the thread alive, though it is not an event yet. */
  #listeningSite(): string | undefined {
    return listeningInbox()?.site ?? referencedWorkerSite();
  }

  /** Offers the events of all that has come; true if one can run. */
  #offerEvents(): boolean {
    settleNotified(this.#lane);
    offerOnlineEvents(this.#lane);
    receiveMessages();
    offerExitEvents(this.#lane);
    return ready.length > 0;
  }

  /** Something uncontrolled keeps the loop alive: other lanes may run meanwhile, and real time passes. */
  #goOutside(what: string): false {
    this.#endOutside ??= beginOutsideWait(what);
    this.#lane.goOutside(`waits for ${what}`);
    real.setTimeout(() => {
      this.#offerEvents();
      wake();
    }, outsideInterval);
    return false;
  }

  #comeBack(): void {
    this.#lane.comeBack();
    this.#endOutside?.();
    this.#endOutside = undefined;
  }

  /** Nothing that is known here keeps the thread alive. If it does not end, something else does. */
  #awaitEnd(): false {
    const check = () => this.#goOutside(process.getActiveResourcesInfo()[0] ?? "something unknown");
    real.setTimeout(check, endDelay).unref();
    return false;
  }
}

/** Node's names of what keeps a loop alive, and what that is. */
const uncontrolledResources: readonly (readonly [RegExp, string])[] = [
  [/^Process/, "child process"],
  [/^(TCP|UDP|TLS|HTTP|GetAddrInfo|QueryReq|ChannelWrap)/i, "network"],
  [/^(FSEvent|StatWatcher)/, "fs.watch"],
  [/^Signal/, "signal"],
];

function uncontrolledResource(): string | undefined {
  const names = process.getActiveResourcesInfo();
  return uncontrolledResources.find(([pattern]) => names.some((name) => pattern.test(name)))?.[1];
}
