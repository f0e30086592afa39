import { syncBuiltinESMExports } from "node:module";
import workerThreads from "node:worker_threads";
import { defaultPolicy } from "../../protocol/schedule-policy.ts";
import { controlSockets } from "../../schedule-events/connections/sockets.ts";
import { controlFiles } from "../../schedule-events/files/files.ts";
import { controlThreadPool } from "../../schedule-events/operations/thread-pool.ts";
import { real } from "../../schedule-events/replacements/real-functions.ts";
import { replace } from "../../schedule-events/replacements/replace.ts";
import { wake, watchForStuck } from "../../schedule-events/scheduler/pump.ts";
import { startScheduler } from "../../schedule-events/scheduler/queue.ts";
import { controlTimers } from "../../schedule-events/time/timers.ts";
import { useVirtualTime } from "../../schedule-events/time/virtual-time.ts";
import { logOutsideUse } from "../../schedule-events/uncontrolled/outside-calls.ts";
import { ChoicesFile } from "../../schedule-events/whole-process/choices-file.ts";
import { seededRandom, textHash } from "../../shared/seeded-random.ts";
import { controlAtomics } from "../calls/atomics.ts";
import { controlBroadcasts } from "../calls/broadcast-channels.ts";
import { adoptPort } from "../calls/inbox.ts";
import { controlPorts } from "../calls/message-ports.ts";
import { controlWorkers, type WorkerStartData } from "../calls/workers.ts";
import { instrumentOnLoad } from "../instrumentation/load-hooks.ts";
import { shownName } from "../instrumentation/program-files.ts";
import { makeStepFunctions, type StepFunctions } from "../instrumentation/step-functions.ts";
import { Log } from "../log/log.ts";
import type { Scheduler } from "../scheduler/choose-lane.ts";
import { Lane } from "../scheduler/lane.ts";
import { type LanePlan, parsePlan } from "../scheduler/plan.ts";
import { LanePolicy } from "../scheduler/policy.ts";
import { SharedMemory } from "../scheduler/shared-memory.ts";
import { EventLoop } from "./event-loop.ts";
import { controlThreadEnd } from "./thread-end.ts";
import { printDirectly } from "./worker-output.ts";

/** Puts the main thread under control. */
export function controlMainThread(): void {
  const steps = makeStepFunctions((place) => lane.enterScheduler(place));
  const lane = Lane.main(makeScheduler(undefined), steps, `${shownName(process.argv[1] ?? "[eval]")}:1:1`);
  control(lane, steps);
  // It is not loaded as a file, so it has no steps; but its messages and events are controlled.
  if ("_eval" in process && process._eval !== undefined) lane.reportUncontrolled("code passed with -e");
  wake();
}

/** Puts a worker under control, and returns when it may run. `borrowed` are environment variables to remove again. */
export function controlWorkerThread(start: WorkerStartData, borrowed: readonly string[]): void {
  const { culprit, data } = start;
  const steps = makeStepFunctions((place) => lane.enterScheduler(place));
  const lane = new Lane(makeScheduler(culprit.memory), culprit.lane, steps);
  if (culprit.printsDirectly) printDirectly();
  control(lane, steps);
  replace(workerThreads, "workerData", data);
  replace(workerThreads, "parentPort", adoptPort(culprit.port));
  for (const port of culprit.ports) adoptPort(port);
  syncBuiltinESMExports();
  for (const name of borrowed) delete process.env[name];
  lane.awaitFirstTurn();
  wake();
}

function makeScheduler(memory: SharedArrayBuffer | undefined): Scheduler {
  const plan = readPlan();
  const shared = new SharedMemory(plan.names.size, memory);
  const logPath = process.env.CULPRIT_LOG!;
  const choices = plan.choices ? { choices: new ChoicesFile(logPath) } : {};
  return { shared, plan, policy: new LanePolicy(shared, plan.policy), log: new Log(logPath), ...choices };
}

function readPlan(): LanePlan {
  try {
    return parsePlan(real.readFileSync(process.env.CULPRIT_PLAN ?? "", "utf8"));
  } catch {
    return parsePlan("");
  }
}

function control(lane: Lane, steps: StepFunctions): void {
  Object.defineProperty(globalThis, "$culprit", { value: steps });
  openEventGate(lane);
  watchForStuck();
  controlThreadEnd(lane);
  controlFiles();
  controlTimers();
  controlThreadPool();
  controlSockets();
  logOutsideUse();
  controlAtomics(lane);
  controlPorts(lane);
  controlBroadcasts(lane);
  controlWorkers(lane, new URL("../preload.js", import.meta.url).href);
  instrumentOnLoad((name) => lane.reportUncontrolled(`${name} (cannot be parsed)`));
  Math.random = seededRandom(textHash(lane.name));
  useVirtualTime(Number(process.env.CULPRIT_EPOCH ?? real.Date.UTC(2026, 0, 1)));
  syncBuiltinESMExports();
}

/** The events of one thread run in Node's order: only the switches between threads are scheduled. */
const eventsInOrder = {
  policy: defaultPolicy,
  limit: Infinity,
  ranks: new Map<string, number>(),
  watched: new Set<string>(),
  stops: new Set<string>(),
} as const;

function openEventGate(lane: Lane): void {
  // Of the gate's own log only what is uncontrolled matters here.
  const log = {
    add: (line: string) => (line.startsWith("unc ") ? lane.reportUncontrolled(line.slice(4).trimEnd()) : undefined),
    settle: () => {},
  };
  startScheduler({
    ...{ plan: eventsInOrder, log, keepsAlive: false, awaitsAll: false, onLimit: () => {} },
    others: new EventLoop(lane),
  });
}
