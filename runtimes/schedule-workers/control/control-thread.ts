import { syncBuiltinESMExports } from "node:module";
import workerThreads from "node:worker_threads";
import { defaultPolicy } from "../../protocol/schedule-policy.ts";
import { virtualTime } from "../../schedule-events/clock.ts";
import { gateFiles } from "../../schedule-events/files.ts";
import { openGate } from "../../schedule-events/gate.ts";
import { gateOperations } from "../../schedule-events/operations.ts";
import { wake, watchForStuck } from "../../schedule-events/pump.ts";
import { seededRandom, textHash } from "../../schedule-events/random.ts";
import { real } from "../../schedule-events/real.ts";
import { replace } from "../../schedule-events/replace.ts";
import { gateSockets } from "../../schedule-events/sockets.ts";
import { gateTimers } from "../../schedule-events/timers.ts";
import { sayWhatIsOutside } from "../../schedule-events/uncontrolled.ts";
import { controlAtomics } from "../calls/atomics.ts";
import { controlBroadcasts } from "../calls/broadcast-channels.ts";
import { adopt, controlPorts } from "../calls/message-ports.ts";
import { type Birth, controlWorkers } from "../calls/workers.ts";
import { instrumentOnLoad } from "../instrumentation/load-hooks.ts";
import { shownName } from "../instrumentation/program-files.ts";
import { makeRuntime, type Runtime } from "../instrumentation/step-functions.ts";
import { Log } from "../log/log.ts";
import type { Turns } from "../scheduler/choose-lane.ts";
import { Lane } from "../scheduler/lane.ts";
import { type Plan, parsePlan } from "../scheduler/plan.ts";
import { Chooser } from "../scheduler/policy.ts";
import { Shared } from "../scheduler/shared-memory.ts";
import { Loop } from "./event-loop.ts";
import { logEnds } from "./thread-end.ts";
import { printDirectly } from "./worker-output.ts";

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
  const preload = new URL("../preload.js", import.meta.url).href;
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
