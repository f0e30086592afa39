import type { Engine, TestPlace } from "./engine.ts";
import type { Experiment } from "./experiment.ts";
import { howItEnded } from "./failure.ts";
import type { Execution, Judgement } from "./process/execution.ts";

/** What a person is asked to look at. */
export interface Question {
  /** The files under test. */
  readonly candidate: readonly string[];
  /** How the test that shows it ended, and what it printed. */
  readonly ended: string;
  readonly output: string;
}

/** Resolves with what the person says, or rejects once the signal is aborted. */
export type Ask = (question: Question, signal: AbortSignal) => Promise<Judgement>;

/** The exit status that stands for what a person says. */
const statusOf: Readonly<Record<Judgement, number>> = { fails: 1, passes: 0, "cannot tell": 125 };

/** An engine in which the test only shows a world, and a person says whether it fails. */
export class AskingEngine implements Engine {
  readonly #engine: Engine;
  readonly #ask: Ask;
  /** Settles when the test before is answered: a person looks at one thing at a time. */
  #before: Promise<unknown> = Promise.resolve();

  constructor(engine: Engine, ask: Ask) {
    this.#engine = engine;
    this.#ask = ask;
  }

  get reachesFiles(): boolean {
    return this.#engine.reachesFiles;
  }

  execute(experiment: Experiment, at: TestPlace): Promise<Execution> {
    const turn = this.#before.then(() => this.#executeAndAsk(experiment, at));
    this.#before = turn.catch(() => {});
    return turn;
  }

  async #executeAndAsk(experiment: Experiment, at: TestPlace): Promise<Execution> {
    const execution = await this.#engine.execute(experiment, at);
    // There is nothing to look at.
    if (execution.timedOut || execution.unbuilt) return execution;
    const { output } = execution;
    const shown = [output.stdout, output.stderr].filter((text) => text !== "").join("\n");
    const question = { candidate: experiment.candidate, ended: howItEnded(execution), output: shown };
    const judgement = await this.#ask(question, at.signal);
    return { ...execution, exit: statusOf[judgement], signal: undefined, judgement };
  }
}
