import { type Schedule, scheduleText } from "../../../../runtimes/protocol/schedule-plan.ts";
import { DeltaSet } from "../../../core/delta-set.ts";
import type { SearchEnd } from "../../../run/investigate.ts";
import { runStage, stageOf, testedSets } from "../../../run/stage/stage.ts";
import { auto } from "../../../search/auto.ts";
import type { FailingRange } from "../../../search/boundary.ts";
import {
  type ControlledProgram,
  obtainLog,
  planFor,
  type SchedulePair,
  scheduleWorld,
} from "../control/controlled-program.ts";
import type { ExploredSchedules } from "../explore/explore.ts";
import { type Interruption, interruptionAt, interruptionsIn } from "./interruption.ts";
import { findSwitchRange, type SwitchSearch, shortenLastTurn } from "./switch-moves.ts";

/** The switches without which the outcome is that of the default schedule, which has none of them. */
export interface NeededSwitches extends SchedulePair {
  readonly needed: Schedule;
  /** The lanes that the switches interrupt; the first is that whose switch can be moved the least. */
  readonly interruptions: readonly Interruption[];
  /** The number of switches before the search. */
  readonly total: number;
}

/** Leaves out the switches that are not needed to change the outcome, and finds how far the others can be moved. */
export async function narrowSwitches(
  program: ControlledProgram,
  explored: ExploredSchedules,
): Promise<SearchEnd<NeededSwitches>> {
  const search: SwitchSearch = { program, answer: answerFor(explored) };
  const { needed, total, complete, searches } = await leaveOutSwitches(search, explored);
  const narrowed = complete
    ? await narrowInterruptions(search, needed)
    : { interruptions: await observeInterruptions(program, needed, []), complete };
  const pair = explored.byDefault === "passes" ? { failing: needed, passing: [] } : { failing: [], passing: needed };
  return {
    result: { ...pair, needed, interruptions: narrowed.interruptions, total },
    complete: narrowed.complete,
    searches,
  };
}

function answerFor({ byDefault }: ExploredSchedules): SwitchSearch["answer"] {
  if (byDefault === "passes") return ({ outcome }) => outcome;
  return ({ outcome }) => (outcome === "pass" ? "fail" : outcome === "fail" ? "pass" : outcome);
}

async function leaveOutSwitches({ program, answer }: SwitchSearch, { failing, passing, byDefault }: ExploredSchedules) {
  const schedule = byDefault === "passes" ? failing : passing;
  const switchesIn = (set: DeltaSet) => [...set].map((i) => schedule[i]!);
  const total = schedule.length;
  const search = auto(DeltaSet.range(0, total));
  const end = await runStage(
    program.run,
    stageOf({
      name: "switches",
      searchName: "auto",
      search,
      answer,
      total,
      world: (set) => scheduleWorld(program, switchesIn(set)),
      start: { failing: total },
      sizes: (set) => ({ failing: set.size }),
      logging: {
        search: { goal: "simplify", name: "auto", causes: 1, total },
        labels: () => schedule.map((segment) => scheduleText([segment])),
        details: () => ({ kind: "lanes", items: schedule }),
      },
    }),
  );
  const set = end.result ?? DeltaSet.range(0, total);
  const searches = byDefault === "passes" ? [{ tested: () => testedSets(search, end), found: { failing: set } }] : [];
  return { needed: switchesIn(set), complete: end.complete, total, searches };
}

interface Narrowed {
  readonly interruptions: readonly Interruption[];
  readonly complete: boolean;
}

async function narrowInterruptions(search: SwitchSearch, needed: Schedule): Promise<Narrowed> {
  const { program } = search;
  const ranges: FailingRange[] = [];
  for (const index of needed.keys()) {
    const { range, complete } = await findSwitchRange(search, needed, index);
    if (!complete) return { interruptions: [], complete };
    ranges.push(range);
  }
  const [tightest, ...others] = await observeInterruptions(program, needed, ranges);
  if (!tightest) return { interruptions: [], complete: true };
  const { schedule, complete } = await shortenLastTurn(search, needed, tightest);
  const log = await obtainLog(program, planFor(program, schedule));
  const shortened = log && interruptionAt({ needed, schedule, log }, tightest.index, tightest.range);
  return { interruptions: [shortened ?? tightest, ...others], complete };
}

async function observeInterruptions(
  program: ControlledProgram,
  needed: Schedule,
  ranges: readonly FailingRange[],
): Promise<readonly Interruption[]> {
  const log = await obtainLog(program, planFor(program, needed));
  return log ? interruptionsIn({ needed, schedule: needed, log }, ranges) : [];
}
