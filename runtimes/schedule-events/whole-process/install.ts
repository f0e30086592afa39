import asyncHooks from "node:async_hooks";
import { controlEverything } from "../control-everything.ts";
import { exitNow, real } from "../replacements/real-functions.ts";
import { wrap } from "../replacements/replace.ts";
import { type EventPlan, parsePlan } from "../scheduler/plan.ts";
import { watchForStuck } from "../scheduler/pump.ts";
import { startScheduler } from "../scheduler/queue.ts";
import { type ParentEvent, scheduler } from "../scheduler/state.ts";
import { logIncoming } from "../uncontrolled/incoming.ts";
import { ChoicesFile } from "./choices-file.ts";
import { LogFile } from "./log-file.ts";
import { logProcessEnd } from "./process-end.ts";

/** Takes control of all events of this process. */
export function install(logPath: string): void {
  const log = new LogFile(logPath);
  const plan = parsePlan(readPlan());
  const onLimit = () => endByLimit(plan, log);
  const choices = plan.choices ? new ChoicesFile(logPath) : undefined;
  const onChoice = ({ id }: ParentEvent, candidates: readonly ParentEvent[]) =>
    choices?.add({ lane: id, count: 1, ready: candidates.map((each) => each.id) });
  startScheduler({ plan, log, keepsAlive: false, awaitsAll: false, onLimit, ...(choices ? { onChoice } : {}) });
  watchForStuck();
  logProcessEnd(log);
  logIncoming();
  keepContextsIfUsed();
  controlEverything(Number(process.env.CULPRIT_EPOCH ?? real.Date.UTC(2026, 0, 1)));
}

function readPlan(): string {
  try {
    return real.readFileSync(process.env.CULPRIT_PLAN ?? "", "utf8");
  } catch {
    return "";
  }
}

function endByLimit({ limit }: EventPlan, log: LogFile): never {
  log.end("limit");
  real.writeSync(2, `culprit: still running after ${limit} steps\n`);
  exitNow(124);
}

/** Keeping the asynchronous context of every event is slow, so it begins when the program first uses one. */
function keepContextsIfUsed(): void {
  const keepFromFirst = (object: object, name: string) =>
    wrap(object, name, (original) => {
      return function (...args) {
        scheduler.keepsContexts = true;
        return Reflect.apply(original, this, args);
      };
    });
  keepFromFirst(asyncHooks.AsyncLocalStorage.prototype, "run");
  keepFromFirst(asyncHooks.AsyncLocalStorage.prototype, "enterWith");
  keepFromFirst(asyncHooks, "createHook");
}
