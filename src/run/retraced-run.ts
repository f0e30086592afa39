import { UserError } from "../core/user-error.ts";
import type { World } from "../trial/laboratory.ts";
import type { Observation } from "../trial/observation.ts";
import type { Conditions } from "./conditions.ts";
import type { RunRecord } from "./record/record.ts";
import type { StepLine } from "./record/step-lines.ts";
import { Run, type RunOptions } from "./run.ts";

type RecordedStep = Pick<StepLine, "content" | "outcome">;

/** The step that is wanted, and what to do with its world. */
export interface WantedStep {
  /** The name of the run inside of this one that it is a step of; undefined: it is one of this run. */
  readonly inner?: string | undefined;
  /** The steps of the run, in their order, up to the one that is wanted. */
  readonly steps: readonly RecordedStep[];
  readonly visit: (world: World, run: Run) => Promise<void>;
}

/** Ends a retraced run. */
export class StepReached extends Error {}

/**
 * Takes the steps of a recorded run again, up to one whose world is wanted. Worlds are not kept in a record, but the search
 * asks for the same ones again if it gets the same answers; so no test is run on the way.
 */
export class RetracedRun extends Run {
  readonly #answers: ReadonlyMap<string, RecordedStep>;
  readonly #wanted: WantedStep;

  constructor(record: RunRecord, conditions: Conditions, wanted: WantedStep, options: RunOptions) {
    super(record, { ...conditions, jobs: 1, maxTests: undefined, budget: undefined }, options);
    this.#wanted = wanted;
    this.#answers = new Map(wanted.steps.map((step) => [step.content, step]));
  }

  override async runTrial(stage: string, world: World, signal: AbortSignal): Promise<Observation> {
    signal.throwIfAborted();
    const { inner, steps } = this.#wanted;
    if (inner === undefined && world.content === steps.at(-1)!.content) {
      await this.#wanted.visit(world, this);
      throw new StepReached();
    }
    if (this.knows(world.content)) return super.runTrial(stage, world, signal);
    const { outcome, content } = (inner === undefined && this.#answers.get(world.content)) || notRecorded();
    return { outcome, content, ended: "as recorded", milliseconds: 0, runs: 0 };
  }

  /** No test is run on the way, so it does not matter where the others ran. */
  override get changedVariables(): readonly string[] {
    return [];
  }

  /** Runs inside of this one are retraced as well; their steps count if one of theirs is wanted. */
  override inside(record: RunRecord, conditions: Conditions, options: RunOptions): Run {
    const isWanted = this.#wanted.inner === record.header.run;
    const inner = isWanted ? undefined : record.header.run;
    return new RetracedRun(record, conditions, { ...this.#wanted, inner }, options);
  }
}

function notRecorded(): never {
  throw new UserError(
    "The way to that step cannot be retraced: the search asks for something now that is not in the record. " +
      "The files that the run was about have changed since, or another version of culprit recorded it.",
    1,
  );
}
