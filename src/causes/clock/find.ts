import type { Story } from "../../core/finding.ts";
import { pairClaims } from "../../run/confirm.ts";
import { firstTimeLimit } from "../../run/ends/ends.ts";
import { investigate, type SearchEnd } from "../../run/investigate.ts";
import type { Run } from "../../run/run.ts";
import { runStage } from "../../run/stage/stage.ts";
import { type FindingDetails, storyOf } from "../../run/story.ts";
import { testIdentity } from "../../run/test-identity.ts";
import { type ClockTime, clockTimeText, isoText, zoneOf } from "../../world/clock/clock-time.ts";
import { commandAt, type FalseClock, falseClock, readPrograms } from "../../world/clock/false-clock.ts";
import type { ClockFinding } from "./finding.ts";
import type { ClockRequest } from "./request.ts";
import { searchClockTimes, type TimePair } from "./search.ts";

const distance = (one: ClockTime, other: ClockTime) => Math.abs(one.at - other.at);
const outcomeUnknown = "So what the test does at these instants is not known.";
const nextStep = "Name an instant at which it passes.";

/** Finds an instant at which the test fails, one second after one at which it passes. */
export async function findInClock(run: Run, request: ClockRequest): Promise<Story<ClockFinding>> {
  const { test, cwd, old, new: now } = request;
  const clock = falseClock(test, cwd);
  const end = (time: ClockTime) => ({ world: clock.world(time), name: clockTimeText(time) });
  const { result, ...conclusion } = await investigate(run, {
    ends: { failing: end(now), other: end(old) },
    needsPassing: { fail: nextStep, unresolved: nextStep },
    testIdentity: () => testIdentity(test, cwd),
    search: () => narrow(run, request, clock),
    claims: (pair) => pairClaims(pair, clock.world),
  });
  const unreached = await findUnreachedPrograms(run, clock, now);
  const isRefused = result === undefined && unreached.length > 0;
  return storyOf<ClockFinding>(run, request, {
    conclusion: isRefused ? { ...conclusion, reason: `${unreached.join("\n")}\n${outcomeUnknown}` } : conclusion,
    details: { ...detailsOf(request, result), notes: isRefused ? [] : [...durationNotes(run), ...unreached] },
  });
}

async function narrow(run: Run, { old, new: now }: ClockRequest, clock: FalseClock): Promise<SearchEnd<TimePair>> {
  const ends = { passing: old, failing: now };
  const size = (time: ClockTime) => distance(old, time);
  const sizes = ({ passing, failing }: TimePair) => ({ passing: size(passing), failing: size(failing) });
  const end = await runStage<ClockTime, TimePair>(run, {
    search: searchClockTimes(ends),
    key: JSON.stringify,
    world: clock.world,
    shown: (time) => ({ stage: "clock", set: clockTimeText(time), size: size(time) }),
    total: size(now),
    unit: "seconds",
    sizes,
    start: sizes(ends),
    summary: { name: "clock", search: "boundary" },
  });
  const { passing, failing } = end.result ?? ends;
  const minimal = distance(passing, failing) <= (passing.zone === failing.zone ? 1 : 0);
  return { result: { passing, failing }, complete: end.complete, minimal, searches: [] };
}

/** Runs the test once more, and says which of its programs the false clock does not reach. */
async function findUnreachedPrograms(run: Run, { programs }: FalseClock, time: ClockTime): Promise<string[]> {
  if (programs === undefined || run.stopped.aborted) return [];
  try {
    const timeLimit = run.ends?.timeLimit ?? run.conditions.timeout ?? firstTimeLimit;
    const { execution } = await run.execute(programs(time), timeLimit);
    return readPrograms(execution.output.stdout);
  } catch (error) {
    if (!run.stopped.aborted) throw error;
    return [];
  }
}

/** The clock runs on during a test, so what decides may come later than its start. */
function durationNotes({ ends }: Run): string[] {
  const seconds = ends ? Math.round(ends.failing.milliseconds / 1000 / ends.failing.runs) : 0;
  return seconds < 1 ? [] : [`The instants are when the test starts; it runs for about ${seconds} s.`];
}

function detailsOf({ old, new: now, test }: ClockRequest, pair: TimePair | undefined): FindingDetails<ClockFinding> {
  const total = distance(old, now);
  const common = { goal: "isolate", search: "boundary", by: "seconds" } as const;
  if (pair === undefined) return { ...common, deltas: { total, cause: total } };
  const { passing, failing } = pair;
  const cause = distance(passing, failing);
  return {
    ...common,
    ...(cause > 0 ? { deltas: { total, cause } } : { by: "differences", deltas: { total: 2, cause: 1 } }),
    cause: [{ old: clockTimeText(passing), new: clockTimeText(failing) }],
    passes: isoText(passing.at),
    fails: isoText(failing.at),
    zones: { passes: zoneOf(passing), fails: zoneOf(failing) },
    shellLines: { passing: commandAt(passing, test), failing: commandAt(failing, test) },
  };
}
