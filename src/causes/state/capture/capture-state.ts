import type { MemoryGraph, WantedChunks } from "../../../../runtimes/protocol/state.ts";
import type { PrintedAtPlace } from "../driver/printed-output.ts";
import type { ProgramPlan } from "../driver/program-plan.ts";
import { type PlanResult, runPlan, runPrinting } from "../driver/run-plan.ts";
import { programOf, type WhichRun } from "../request.ts";
import type { StateRun } from "../state-run.ts";
import { describeMiss, type MissedRun } from "./missed-place.ts";
import type { CommonMoment, NotComparable } from "./place.ts";
import { callsIn, sharedFrames } from "./shared-frames.ts";

/** The memory of both runs at one moment. */
export interface CapturedPair {
  readonly passing: MemoryGraph;
  readonly failing: MemoryGraph;
  /** Milliseconds that the passing run took, stopped there and continued. */
  readonly milliseconds: number;
  /** What the two runs had printed there, where a test judges the output and it is not the same. */
  readonly printed?: { readonly passing: PrintedAtPlace; readonly failing: PrintedAtPlace };
}

/** Captures the memory of both runs at a moment. */
export async function captureStates(stateRun: StateRun, at: CommonMoment): Promise<CapturedPair | NotComparable> {
  const { criterion } = stateRun;
  const capture = criterion.test.length > 0 ? runPrinting : runPlan;
  const [passing, failing] = await Promise.all([
    // The passing run continues to its end: that is the first test there, with no changes.
    capture<MemoryGraph>(stateRun, planFor(stateRun, "pass", { place: at.passing }), criterion),
    capture<MemoryGraph>(stateRun, planFor(stateRun, "fail", { place: at.failing, stop: true })),
  ]);
  const missed = missedRuns(passing, failing);
  if (missed) return { at, ...describeMiss(missed[0].side === "passing" ? at.passing : at.failing, missed) };
  const { milliseconds } = passing;
  if (passing.exit !== 0)
    return {
      at,
      reason: `the passing run does not pass when it is stopped there and continued (${describeEnd(passing)})`,
    };
  const shared = sharedFrames(passing.value!, failing.value!);
  if (shared) return { ...shared, milliseconds, ...printedDifferently(passing.printed, failing.printed) };
  const calls = [passing, failing].map(({ value }) => callsIn(value!)).join(" and ");
  return { at, reason: `the two runs reach it through different calls: ${calls}` };
}

/** Captures both memories once more, with some parts of large things. Undefined: that was not possible. */
export async function captureChunks(
  stateRun: StateRun,
  at: CommonMoment,
  chunks: readonly WantedChunks[],
): Promise<Pick<CapturedPair, "passing" | "failing"> | undefined> {
  const [passing, failing] = await Promise.all([
    runPlan<MemoryGraph>(stateRun, planFor(stateRun, "pass", { place: at.passing, chunks, stop: true })),
    runPlan<MemoryGraph>(stateRun, planFor(stateRun, "fail", { place: at.failing, chunks, stop: true })),
  ]);
  return passing.value && failing.value && { passing: passing.value, failing: failing.value };
}

function planFor({ request }: StateRun, which: WhichRun, plan: Omit<ProgramPlan, "command">) {
  return (capture: string): ProgramPlan => ({ ...programOf(request, which), ...plan, capture });
}

type Capture = PlanResult<MemoryGraph>;

function printedDifferently(
  passing: PrintedAtPlace | undefined,
  failing: PrintedAtPlace | undefined,
): Pick<CapturedPair, "printed"> {
  if (!passing || !failing) return {};
  const isSame = passing.before === failing.before && passing.buffered === failing.buffered;
  return isSame ? {} : { printed: { passing, failing } };
}

function missedRuns(passing: Capture, failing: Capture): readonly [MissedRun, ...MissedRun[]] | undefined {
  const [first, ...others] = [
    ...(passing.value ? [] : [{ side: "passing" as const, result: passing }]),
    ...(failing.value ? [] : [{ side: "failing" as const, result: failing }]),
  ];
  return first && [first, ...others];
}

function describeEnd({ exit, timedOut }: Capture): string {
  if (timedOut) return "it takes too long";
  return exit === 1 ? "it fails" : "it ends like neither run";
}
