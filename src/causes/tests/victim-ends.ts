import { firstTimeLimit } from "../../run/ends/ends.ts";
import { endOf } from "../../suites/test-outcome.ts";
import { type Failure, howItEnded, judge, learnFailure, printedMessage } from "../../trial/failure.ts";
import type { World } from "../../trial/laboratory.ts";
import type { Observation } from "../../trial/observation.ts";
import type { Execution } from "../../trial/process/execution.ts";
import { failsAlone, failsAloneOtherwise, neverFails } from "./refusals.ts";
import { otherTests, type SuiteMember, testsBefore } from "./suite.ts";
import type { VictimSearch } from "./victim-search.ts";
import { worldAfter, worldOf } from "./world-after.ts";

/** What the first two experiments showed: the test among the others, and alone. */
export interface VictimEnds {
  /** `polluted`: it fails among the others. `brittle`: it fails alone. */
  readonly how: "polluted" | "brittle";
  /** The tests that ran before it, in their order. */
  readonly before: readonly SuiteMember[];
}

/** Why there is nothing to search, as sentences. */
export interface Obstacle {
  readonly reason: string;
  readonly failsAlone?: true;
}

/** Runs the test alone, and compares that with what it did in the suite, or else after all other tests, in two orders. */
export async function settleVictim(search: VictimSearch): Promise<VictimEnds | Obstacle> {
  const { run, suite, victim } = search;
  const before = testsBefore(suite, victim);
  const worlds = { among: worldOf(search, before), alone: worldAfter(search, []) };
  if (run.ends) {
    const { content } = run.ends.failing;
    if (content === worlds.alone.content) return { how: "brittle", before };
    const known = otherOrders(search).find((order) => worldOf(search, order).content === content);
    return { how: "polluted", before: known ?? before };
  }
  const [among, alone] = await Promise.all([
    suite.isObserved ? { ...endOf(victim), milliseconds: suite.milliseconds } : runEnd(search, worlds.among),
    runEnd(search, worlds.alone),
  ]);
  const { failure: mode } = run.conditions;
  const failure = learnFailure(mode, among, []) ?? learnFailure(mode, alone, []);
  if (!failure) return settleInOtherOrders(search, alone);
  const [first, second] = [judge(among, failure, []).outcome, judge(alone, failure, []).outcome];
  if (first === "fail" && second === "fail") return { reason: failsAlone(search), failsAlone: true };
  if (first !== "pass" && second !== "pass") return { reason: failsAloneOtherwise(search, alone) };
  const how = first === "pass" ? "brittle" : "polluted";
  // What the suite showed was without culprit's order, so it is not known of that world.
  const isElsewhere = suite.isObserved && !suite.isPlanned;
  const inSuite = isElsewhere ? { ...worlds.among, content: `the suite, ${worlds.among.content}` } : worlds.among;
  const seen = { among: observation(inSuite, among, first), alone: observation(worlds.alone, alone, second) };
  recordEnds(search, failure, how === "polluted" ? [seen.among, seen.alone, among] : [seen.alone, seen.among, alone]);
  return { how, before };
}

/** It passes after the tests before it, and alone. Others, or the same in another order, may be what makes it fail. */
async function settleInOtherOrders(search: VictimSearch, alone: Execution): Promise<VictimEnds | Obstacle> {
  for (const before of otherOrders(search)) {
    const world = worldOf(search, before);
    const among = await runEnd(search, world);
    const failure = learnFailure(search.run.conditions.failure, among, []);
    if (!failure) continue;
    const withOthers = observation(world, among, "fail");
    recordEnds(search, failure, [withOthers, observation(worldAfter(search, []), alone, "pass"), among]);
    return { how: "polluted", before };
  }
  return { reason: neverFails(search) };
}

/** All other tests, also those that come after it in the suite: in the suite's order, and the reverse. */
function otherOrders({ suite, victim }: VictimSearch): (readonly SuiteMember[])[] {
  const all = otherTests(suite, victim);
  const isLast = all.length === testsBefore(suite, victim).length;
  return [...(isLast ? [] : [all]), ...(all.length > 1 ? [[...all].reverse()] : [])];
}

async function runEnd({ run, suite, commands }: VictimSearch, world: World): Promise<Execution> {
  const limit = run.conditions.timeout ?? Math.max(firstTimeLimit, suite.milliseconds);
  const { execution } = await run.execute(world, limit);
  if (!world.fallback || commands.exact.has(world.content)) return execution;
  return (await run.execute(world.fallback, limit)).execution;
}

function observation(world: World, execution: Execution, outcome: Observation["outcome"]): Observation {
  const milliseconds = Math.round(execution.milliseconds);
  return { outcome, content: world.content, ended: howItEnded(execution), milliseconds, runs: 1 };
}

/** Minimum time limit of a test run, in milliseconds: starting a runner takes a while on a busy machine. */
const minTimeLimit = 20_000;

function recordEnds(
  { run, suite }: VictimSearch,
  failure: Failure,
  [failing, other, execution]: readonly [Observation, Observation, Execution],
): void {
  const { timeout, repeat } = run.conditions;
  const printed = printedMessage(execution, failure, []);
  run.recordEnds({
    failing,
    other,
    failure,
    ...(printed === undefined ? {} : { printed }),
    timeLimit: timeout ?? Math.max(minTimeLimit, 10 * suite.milliseconds),
    repeat: repeat === "auto" ? 1 : repeat,
    executions: run.counts.run,
  });
  run.record.keep("failing.txt", execution.output.stderr);
}
