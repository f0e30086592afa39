import { existsSync, readFileSync } from "node:fs";
import {
  type Choice,
  type Choices,
  choicesPath,
  parseChoices,
} from "../../../../runtimes/protocol/schedule-choices.ts";
import type { LaneRun } from "../../../../runtimes/protocol/schedule-log.ts";
import type { Schedule, SchedulePlan, Segment } from "../../../../runtimes/protocol/schedule-plan.ts";
import { NotReproduced } from "../../../run/ends/ends.ts";
import { mayTest } from "../../../run/may-test.ts";
import { progressOf } from "../../../run/stage/progress.ts";
import { type ControlledProgram, logPath, notControlled, planFor, removeLog } from "../control/controlled-program.ts";
import { type Branch, branchesOff, isOnBranch, isSameAsBefore, scheduleInto } from "./branches.ts";
import { Frontier } from "./frontier.ts";
import { loadFrontier, type SavedFrontier, saveFrontier } from "./saved-frontier.ts";
import { tryPlan, type VerifyingTrial } from "./trial.ts";
import type { ExhaustiveSearch } from "./verification.ts";

/** How far an exhaustive search has come. Plain data, so that a resumed run continues there. */
export interface Exhausting {
  readonly search: ExhaustiveSearch;
  readonly frontier: SavedFrontier;
}

export interface ExhaustiveEnd extends Exhausting {
  /** The run that failed, if one did. */
  readonly failed?: VerifyingTrial;
}

/** Milliseconds between two times that the branches are saved, which may be many. */
const saveEvery = 10_000;

/** Runs the program under all schedules within the bound until one fails. */
export async function tryAllSchedules(
  program: ControlledProgram,
  before: Exhausting | undefined,
  save: (state: Exhausting) => void,
): Promise<ExhaustiveEnd> {
  const searching = new ExhaustiveSearching(program, before);
  let saved = Date.now();
  try {
    while (!searching.isOver && mayTest(program.run)) {
      const failed = await searching.tryNext();
      if (failed) return { ...searching.state, failed };
      if (Date.now() - saved < saveEvery) continue;
      save(searching.state);
      saved = Date.now();
    }
  } finally {
    save(searching.state);
  }
  if (!searching.isOver) program.run.stop("exhausted");
  return searching.state;
}

class ExhaustiveSearching {
  readonly #program: ControlledProgram;
  readonly #bound: number;
  readonly #frontier: Frontier;
  #tried: number;
  #unresolved: number;
  /** Some run had more choices than could be written down. */
  #isCut: boolean;

  constructor(program: ControlledProgram, before: Exhausting | undefined) {
    this.#program = program;
    this.#bound = program.request.verify!.exhaustive!;
    this.#frontier = before ? loadFrontier(this.#bound, before.frontier) : new Frontier(this.#bound);
    this.#tried = before?.search.tried ?? 0;
    this.#unresolved = before?.search.unresolved ?? 0;
    this.#isCut = before?.frontier.isCut ?? false;
  }

  /** Nothing is left to run. */
  get isOver(): boolean {
    return this.#frontier.size === this.#frontier.dropped;
  }

  get state(): Exhausting {
    const { runtime } = this.#program;
    const { size, lowestCost } = this.#frontier;
    const isComplete = size === 0 && !this.#isCut;
    const done = this.#isCut || lowestCost === undefined ? -1 : lowestCost - 1;
    return {
      search: {
        by: runtime.lanes === "events" ? "deviations" : "preemptions",
        bound: this.#bound,
        complete: isComplete,
        tried: this.#tried,
        unresolved: this.#unresolved,
        // Of Node's threads it is not known before they run whether they have something to do.
        ...(runtime.name === "workers" && !isComplete ? {} : { atLeast: this.#tried + size }),
        ...(done < 0 ? {} : { completeUpTo: done }),
      },
      frontier: saveFrontier(this.#frontier, this.#isCut),
    };
  }

  /** Runs the next branches, as many as tests may run at once; returns the first run that fails. */
  async tryNext(): Promise<VerifyingTrial | undefined> {
    const branches = this.#frontier.take(this.#program.run.conditions.jobs);
    const runs = await Promise.all(branches.map((branch) => runBranch(this.#program, branch)));
    for (const [i, branch] of branches.entries()) {
      const { trial, turns, choices } = runs[i]!;
      if (trial.outcome === "fails") {
        this.#tried++;
        return trial;
      }
      this.#settle(branch, turns, choices);
      if (trial.outcome === "unknown") this.#unresolved++;
    }
    this.#showProgress();
    return undefined;
  }

  #settle(branch: Branch, turns: Schedule, { choices, isCut }: Choices): void {
    const { runtime } = this.#program;
    this.#frontier.settle(branch);
    // A thread of Node can get its turn and find that it has nothing to do: then it is no other schedule.
    if (!isOnBranch(branch, turns) && isSameAsBefore(branch, turns)) return;
    if (!isOnBranch(branch, turns)) throw new NotReproduced(differs(scheduleInto(branch), turns));
    this.#tried++;
    if (isCut || hasRepeated(choices)) this.#isCut = true;
    this.#frontier.add(branchesOff(branch, turns, choices, runtime.lanes));
  }

  #showProgress(): void {
    const { run } = this.#program;
    const [left, total] = [this.#frontier.size, this.#tried + this.#frontier.size];
    run.listener.onProgress(progressOf(run, { total, unit: "schedules" }, { stage: "verify", failing: left }));
  }
}

interface BranchRun {
  readonly trial: VerifyingTrial;
  readonly turns: Schedule;
  readonly choices: Choices;
}

async function runBranch(program: ControlledProgram, branch: Branch): Promise<BranchRun> {
  const plan: SchedulePlan = { ...planFor(program, scheduleInto(branch)), choices: true };
  const trial = await tryPlan(program, plan);
  const path = choicesPath(logPath(program, plan));
  if (!existsSync(path)) throw new NotReproduced(notControlled);
  const choices = parseChoices(readFileSync(path, "latin1"));
  removeLog(program, plan);
  return { trial, turns: turnsOf(trial.log.runs), choices };
}

/** A lane that is logged twice in a row had one turn. */
function turnsOf(runs: readonly LaneRun[]): Segment[] {
  const last = (i: number) => runs[i + 1]?.lane !== runs[i]!.lane;
  return runs.filter((_, i) => last(i)).map(({ lane, count }) => ({ lane, count }));
}

/** A lane that chooses twice at the same step cannot be stopped at the second time: no schedule says which of the two is meant. */
function hasRepeated(choices: readonly Choice[]): boolean {
  return choices.some(({ lane, count }, i) => lane === choices[i - 1]?.lane && count === choices[i - 1]?.count);
}

function differs(planned: Schedule, turns: Schedule): string {
  const at = planned.findIndex(({ lane, count }, i) => turns[i]?.lane !== lane || turns[i]?.count !== count);
  const text = ({ lane, count }: Segment) => `${lane}@${count}`;
  const instead = turns[at] ? text(turns[at]) : "the end of the run";
  return (
    `The program runs differently under the same schedule: turn ${at + 1} was to be ${text(planned[at] ?? planned.at(-1)!)}, and was ${instead}.\n` +
    "Something that is not controlled decides there, such as time, randomness, addresses or other processes."
  );
}
