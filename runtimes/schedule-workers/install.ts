import { syncBuiltinESMExports } from "node:module";
import workerThreads from "node:worker_threads";
import { defaultPolicy } from "../protocol/schedule-policy.ts";
import { controlSockets as gateSockets } from "../schedule-events/connections/sockets.ts";
import { controlFiles as gateFiles } from "../schedule-events/files/files.ts";
import { controlThreadPool as gateOperations } from "../schedule-events/operations/thread-pool.ts";
import { real } from "../schedule-events/replacements/real-functions.ts";
import { replace } from "../schedule-events/replacements/replace.ts";
import { wake, watchForStuck } from "../schedule-events/scheduler/pump.ts";
import { startScheduler as openGate } from "../schedule-events/scheduler/queue.ts";
import { controlTimers as gateTimers } from "../schedule-events/time/timers.ts";
import { useVirtualTime as virtualTime } from "../schedule-events/time/virtual-time.ts";
import { logOutsideUse as sayWhatIsOutside } from "../schedule-events/uncontrolled/outside-calls.ts";
import { seededRandom, textHash } from "../shared/seeded-random.ts";
import { controlBroadcasts } from "./broadcast.ts";
import type { Turns } from "./choice.ts";
import { logEnds } from "./ends.ts";
import { controlAtomics } from "./futex.ts";
import { Lane } from "./lane.ts";
import { instrumentOnLoad } from "./load.ts";
import { Log } from "./log.ts";
import { Loop } from "./loop.ts";
import { printDirectly } from "./output.ts";
import { type Plan, parsePlan } from "./plan.ts";
import { Chooser } from "./policy.ts";
import { adopt, controlPorts } from "./ports.ts";
import { makeRuntime, type Runtime } from "./runtime.ts";
import { Shared } from "./shared.ts";
import { shownName } from "./sources.ts";
import { type Birth, controlWorkers } from "./worker.ts";

/** Takes control of the main thread. */
export async function installFirst(): Promise<void> {
  const turns = turnsFor(undefined);
  const runtime = makeRuntime((where) => lane.lookUp(where));
  const lane = Lane.first(turns, runtime, `${shownName(process.argv[1] ?? "[eval]")}:1:1`);
  await control(lane, runtime);
  // It is no file that is loaded, so there are no steps in it; its messages and events are controlled.
  if ("_eval" in process && process._eval !== undefined) lane.uncontrolled("code given by -e");
  wake();
}

/** Takes control of a worker: it goes on when its turn has come. */
export async function installWorker({ culprit, data }: Birth, borrowed: readonly string[]): Promise<void> {
  const turns = turnsFor(culprit.memory);
  const runtime = makeRuntime((where) => lane.lookUp(where));
  const lane = new Lane(turns, culprit.lane, runtime);
  if (culprit.prints) printDirectly();
  await control(lane, runtime);
  replace(workerThreads, "workerData", data);
  replace(workerThreads, "parentPort", adopt(culprit.port));
  for (const port of culprit.ports) adopt(port);
  syncBuiltinESMExports();
  for (const name of borrowed) delete process.env[name];
  lane.awaitFirstTurn();
  wake();
}

function turnsFor(memory: SharedArrayBuffer | undefined): Turns {
  const plan = readPlan();
  const shared = new Shared(plan.names.size, memory);
  return { shared, plan, chooser: new Chooser(shared, plan.policy), log: new Log(process.env.CULPRIT_LOG!) };
}

function readPlan(): Plan {
  try {
    return parsePlan(real.readFileSync(process.env.CULPRIT_PLAN ?? "", "utf8"));
  } catch {
    return parsePlan("");
  }
}

/** Events of one thread come in the order that Node gives them; what is chosen is which thread goes on. */
const eventsInOrder = {
  policy: defaultPolicy,
  limit: Infinity,
  ranks: new Map<string, number>(),
  watched: new Set<string>(),
} as const;

async function control(lane: Lane, runtime: Runtime): Promise<void> {
  const sink = {
    add: (line: string) => (line.startsWith("unc ") ? lane.uncontrolled(line.slice(4).trimEnd()) : undefined),
    settle: () => {},
  };
  Object.defineProperty(globalThis, "$culprit", { value: runtime });
  const preload = new URL("./preload.js", import.meta.url).href;
  const onLimit = () => {};
  openGate({
    ...{ plan: eventsInOrder, log: sink, keepsAlive: false, awaitsAll: false, onLimit },
    others: new Loop(lane),
  });
  watchForStuck();
  logEnds(lane);
  gateFiles();
  gateTimers();
  gateOperations();
  gateSockets();
  sayWhatIsOutside();
  controlAtomics(lane);
  controlPorts(lane);
  controlBroadcasts(lane);
  controlWorkers(lane, preload);
  instrumentOnLoad((name) => lane.uncontrolled(`${name} (not understood)`));
  Math.random = seededRandom(textHash(lane.name));
  virtualTime(Number(process.env.CULPRIT_EPOCH ?? real.Date.UTC(2026, 0, 1)));
  syncBuiltinESMExports();
}
