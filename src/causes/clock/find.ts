import type { Story } from "../../core/finding.ts";
import { pairClaims } from "../../run/confirm.ts";
import { investigate, type SearchEnd } from "../../run/investigate.ts";
import type { Run } from "../../run/run.ts";
import { runStage } from "../../run/stage.ts";
import { type FindingDetails, storyOf } from "../../run/story.ts";
import { testIdentity } from "../../run/test-identity.ts";
import { commandAt, type FalseClock, falseClock, readPrograms } from "../../world/clock/false-clock.ts";
import { isoText, type Moment, show, zoneOf } from "../../world/clock/moment.ts";
import type { ClockFinding } from "./finding.ts";
import type { ClockRequest } from "./request.ts";
import { type Pair, searchMoments } from "./search.ts";

const distance = (one: Moment, other: Moment) => Math.abs(one.at - other.at);
const unknown = "So what the test does at these instants is not known.";
const nextStep = "Name an instant at which it passes.";

/** Finds an instant at which the test fails, one second after one at which it passes. */
export async function findInClock(run: Run, request: ClockRequest): Promise<Story<ClockFinding>> {
  const { test, cwd, old, new: now } = request;
  const clock = falseClock(test, cwd);
  const end = (moment: Moment) => ({ world: clock.world(moment), name: show(moment) });
  const { result, ...conclusion } = await investigate(run, {
    ends: { failing: end(now), other: end(old) },
    needsPassing: { fail: nextStep, unresolved: nextStep },
    testIdentity: () => testIdentity(test, cwd),
    search: () => narrow(run, request, clock),
    claims: (pair) => pairClaims(pair, clock.world),
  });
  const outside = await programsOutside(run, clock, now);
  const isRefused = result === undefined && outside.length > 0;
  return storyOf<ClockFinding>(run, request, {
    conclusion: isRefused ? { ...conclusion, reason: `${outside.join("\n")}\n${unknown}` } : conclusion,
    details: { ...detailsOf(request, result), notes: isRefused ? [] : [...slowness(run), ...outside] },
  });
}

async function narrow(run: Run, { old, new: now }: ClockRequest, clock: FalseClock): Promise<SearchEnd<Pair>> {
  const ends = { passing: old, failing: now };
  const size = (moment: Moment) => distance(old, moment);
  const sizes = ({ passing, failing }: Pair) => ({ passing: size(passing), failing: size(failing) });
  const end = await runStage<Moment, Pair>(run, {
    search: searchMoments(ends),
    key: JSON.stringify,
    world: clock.world,
    shown: (moment) => ({ stage: "clock", set: show(moment), size: size(moment) }),
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
async function programsOutside(run: Run, { programs }: FalseClock, moment: Moment): Promise<string[]> {
  if (programs === undefined || run.stopped.aborted) return [];
  try {
    const timeLimit = run.ends?.timeLimit ?? run.conditions.timeout ?? 60_000;
    const { execution } = await run.execute(programs(moment), timeLimit);
    return readPrograms(execution.output.stdout);
  } catch (error) {
    if (!run.stopped.aborted) throw error;
    return [];
  }
}

/** The clock runs on during a test, so what decides may come later than its start. */
function slowness({ ends }: Run): string[] {
  const seconds = ends ? Math.round(ends.failing.milliseconds / 1000 / ends.failing.runs) : 0;
  return seconds < 1 ? [] : [`The instants are when the test starts; it runs for about ${seconds} s.`];
}

function detailsOf({ old, new: now, test }: ClockRequest, pair: Pair | undefined): FindingDetails<ClockFinding> {
  const total = distance(old, now);
  const common = { goal: "isolate", search: "boundary", by: "seconds" } as const;
  if (pair === undefined) return { ...common, deltas: { total, cause: total } };
  const { passing, failing } = pair;
  const cause = distance(passing, failing);
  return {
    ...common,
    ...(cause > 0 ? { deltas: { total, cause } } : { by: "differences", deltas: { total: 2, cause: 1 } }),
    cause: [{ old: show(passing), new: show(failing) }],
    passes: isoText(passing.at),
    fails: isoText(failing.at),
    zones: { passes: zoneOf(passing), fails: zoneOf(failing) },
    shellLines: { passing: commandAt(passing, test), failing: commandAt(failing, test) },
  };
}
