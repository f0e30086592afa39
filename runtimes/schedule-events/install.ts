import asyncHooks from "node:async_hooks";
import { logEnds } from "./ends.ts";
import { gate } from "./event.ts";
import { openGate } from "./gate.ts";
import { gateEverything } from "./gate-everything.ts";
import { Log } from "./log.ts";
import { type Plan, parsePlan } from "./plan.ts";
import { watchForStuck } from "./pump.ts";
import { exitNow, real } from "./real.ts";
import { wrap } from "./replace.ts";
import { sayWhatComesIn } from "./uncontrolled.ts";

/** Puts the gate in front of everything asynchronous in this process. */
export function install(logPath: string): void {
  const log = new Log(logPath);
  const plan = parsePlan(planText());
  openGate({ plan, log, keepsAlive: false, awaitsAll: false, onLimit: () => endByLimit(plan, log) });
  watchForStuck();
  logEnds(log);
  sayWhatComesIn();
  keepContexts();
  gateEverything(Number(process.env.CULPRIT_EPOCH ?? real.Date.UTC(2026, 0, 1)));
}

function planText(): string {
  try {
    return real.readFileSync(process.env.CULPRIT_PLAN ?? "", "utf8");
  } catch {
    return "";
  }
}

function endByLimit({ limit }: Plan, log: Log): never {
  log.end("limit");
  real.writeSync(2, `culprit: still running after ${limit} steps\n`);
  exitNow(124);
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
