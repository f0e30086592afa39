/** The event loop of a thread among others: it goes round only while the thread has the token, and waits for its turn otherwise. */

import { real } from "../schedule-events/replacements/real-functions.ts";
import { clock } from "../schedule-events/scheduler/clock.ts";
import type { LoopEvent as Event } from "../schedule-events/scheduler/event.ts";
import { wake } from "../schedule-events/scheduler/pump.ts";
import type { OtherThreads as Turns } from "../schedule-events/scheduler/state.ts";
import { ready } from "../schedule-events/scheduler/waiting-events.ts";
import { beginOutsideWait as outside } from "../schedule-events/uncontrolled/outside-wait.ts";
import { settleWoken } from "./futex.ts";
import type { Lane } from "./lane.ts";
import { original } from "./places.ts";
import { listening, takeMessages } from "./ports.ts";
import { want } from "./shared.ts";
import { takeBegun, takeEnded, workersAlive } from "./worker.ts";

export class Loop implements Turns {
  readonly #lane: Lane;
  /** It waits already, and nothing has happened since. */
  #waits = false;
  /** To be called when what is waited for outside is over, or no longer waited for. */
  #back: (() => void) | undefined;

  constructor(lane: Lane) {
    this.#lane = lane;
  }

  before({ kind, site }: Event): void {
    this.#waits = false;
    this.#comeBack();
    this.#lane.written();
    this.#lane.step(() => `${kind} ${original(site)}`);
  }

  alive(): boolean {
    return listening() !== undefined || workersAlive() !== undefined;
  }

  rest(due: number): boolean {
    if (this.#look()) return true;
    const outer = outerResource();
    if (outer !== undefined || clock.outside > (this.#back ? 1 : 0))
      return this.#goOutside(outer ?? "something outside");
    const where = listening()?.site ?? workersAlive();
    if (where === undefined && due === Infinity) return this.#restForGood();
    // Who comes back from outside decides nothing before it has the token; and others may have ended meanwhile.
    this.#comeBack();
    if (this.#look()) return true;
    const what = where === undefined ? "a timer" : "a message";
    const place = original(where ?? "main")
      .split(" ")
      .at(-1)!;
    this.#lane.wait({ want: want.events, deadline: due, what, where: place }, this.#waits);
    this.#waits = true;
    this.#look();
    return true;
  }

  /** Whether something can run, with all that has come. */
  #look(): boolean {
    settleWoken(this.#lane);
    takeBegun(this.#lane);
    takeMessages();
    takeEnded(this.#lane);
    return ready.length > 0;
  }

  /** Something that is not controlled keeps the loop alive: others may run meanwhile, and time passes as it really does. */
  #goOutside(what: string): false {
    this.#back ??= outside(what);
    this.#lane.leave(`waits for ${what}`);
    real.setTimeout(() => {
      this.#look();
      wake();
    }, 5);
    return false;
  }

  #comeBack(): void {
    this.#lane.takePart();
    this.#back?.();
    this.#back = undefined;
  }

  /** Nothing of what is known here keeps the thread alive. If it lives on, something else does. */
  #restForGood(): false {
    const look = () => this.#goOutside(process.getActiveResourcesInfo()[0] ?? "something unknown");
    real.setTimeout(look, 50).unref();
    return false;
  }
}

/** What Node calls that which keeps a loop alive, and what it is. */
const outer: readonly (readonly [RegExp, string])[] = [
  [/^Process/, "child process"],
  [/^(TCP|UDP|TLS|HTTP|GetAddrInfo|QueryReq|ChannelWrap)/i, "network"],
  [/^(FSEvent|StatWatcher)/, "fs.watch"],
  [/^Signal/, "signal"],
];

function outerResource(): string | undefined {
  const names = process.getActiveResourcesInfo();
  return outer.find(([pattern]) => names.some((name) => pattern.test(name)))?.[1];
}
