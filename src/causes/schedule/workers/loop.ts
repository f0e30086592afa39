/** The event loop of a thread among others: it goes round only while the thread has the token, and waits for its turn otherwise. */
import { clock } from "../async/clock.ts";
import type { Turns } from "../async/event.ts";
import { outside } from "../async/outside.ts";
import { wake } from "../async/pump.ts";
import { real } from "../async/real.ts";
import { ready } from "../async/waiting.ts";
import { settleWoken } from "./futex.ts";
import type { Lane } from "./lane.ts";
import { original } from "./places.ts";
import { listening, takeMessages } from "./ports.ts";
import { want } from "./shared.ts";
import { takeBegun, takeEnded, workersAlive } from "./worker.ts";

export function turnsOf(lane: Lane): Turns {
  let waits = false;
  let back: (() => void) | undefined;

  const look = () => {
    settleWoken(lane);
    takeBegun(lane);
    takeMessages();
    takeEnded(lane);
    return ready.length > 0;
  };

  /** Something that is not controlled keeps the loop alive: others may run meanwhile, and time passes as it really does. */
  const goOutside = (what: string) => {
    back ??= outside(what);
    lane.leave(`waits for ${what}`);
    real.setTimeout(() => {
      look();
      wake();
    }, 5);
    return false;
  };

  const comeBack = () => {
    lane.takePart();
    back?.();
    back = undefined;
  };

  return {
    before({ kind, site }) {
      waits = false;
      comeBack();
      lane.written();
      lane.step(() => `${kind} ${original(site)}`);
    },
    alive: () => listening() !== undefined || workersAlive() !== undefined,
    rest(due) {
      if (look()) return true;
      const outer = outerResource();
      if (outer !== undefined || clock.outside > (back ? 1 : 0)) return goOutside(outer ?? "something outside");
      const where = listening()?.site ?? workersAlive();
      if (where === undefined && due === Infinity) return rests(goOutside);
      // Who comes back from outside decides nothing before it has the token; and others may have ended meanwhile.
      comeBack();
      if (look()) return true;
      const what = where === undefined ? "a timer" : "a message";
      const place = original(where ?? "main")
        .split(" ")
        .at(-1)!;
      lane.wait({ want: want.events, deadline: due, what, where: place }, waits);
      waits = true;
      look();
      return true;
    },
  };
}

/** Nothing of what is known here keeps the thread alive. If it lives on, something else does. */
function rests(goOutside: (what: string) => boolean): boolean {
  real.setTimeout(() => goOutside(process.getActiveResourcesInfo()[0] ?? "something unknown"), 50).unref();
  return false;
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
