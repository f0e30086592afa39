import asyncHooks from "node:async_hooks";
import { syncBuiltinESMExports } from "node:module";
import { virtualTime } from "./clock.ts";
import { logEnds } from "./ends.ts";
import { gate } from "./event.ts";
import { gateFiles } from "./files.ts";
import { openGate } from "./gate.ts";
import { Log } from "./log.ts";
import { gateOperations } from "./operations.ts";
import { parsePlan } from "./plan.ts";
import { seededRandom } from "./random.ts";
import { real } from "./real.ts";
import { wrap } from "./replace.ts";
import { gateSockets } from "./sockets.ts";
import { gateTimers } from "./timers.ts";
import { sayWhatIsUncontrolled } from "./uncontrolled.ts";

/** Puts the gate in front of everything asynchronous. */
export async function install(logPath: string): Promise<void> {
  const log = new Log(logPath);
  openGate(parsePlan(planText()), log);
  logEnds(log);
  await gateFiles();
  gateTimers();
  gateOperations();
  gateSockets();
  sayWhatIsUncontrolled();
  keepContexts();
  Math.random = seededRandom(1);
  virtualTime(Number(process.env.CULPRIT_EPOCH ?? real.Date.UTC(2026, 0, 1)));
  syncBuiltinESMExports();
}

function planText(): string {
  try {
    return real.readFileSync(process.env.CULPRIT_PLAN ?? "", "utf8");
  } catch {
    return "";
  }
}

/** Keeping the asynchronous context of every event costs time: it is done from the first use of one on. */
function keepContexts(): void {
  const notice = (object: object, name: string) =>
    wrap(object, name, (original) => {
      return function (...args) {
        gate.contexts = true;
        return Reflect.apply(original, this, args);
      };
    });
  notice(asyncHooks.AsyncLocalStorage.prototype, "run");
  notice(asyncHooks.AsyncLocalStorage.prototype, "enterWith");
  notice(asyncHooks, "createHook");
}
