import type { Outcome } from "../../core/outcome.ts";
import type { Search } from "../../core/search.ts";
import type { Run } from "../../run/run.ts";
import { runStage } from "../../run/stage/stage.ts";
import type { World } from "../../trial/laboratory.ts";
import type { Observation } from "../../trial/observation.ts";
import type { Question } from "./diagnosis/diagnose.ts";
import type { Experiment } from "./experiment.ts";
import type { Tried } from "./finding.ts";

/** Makes experiments, and remembers what each showed and cost. */
export class Inquiry {
  readonly #run: Run;
  readonly #tried = new Map<string, Tried>();
  readonly #milliseconds = new Map<string, number>();

  constructor(run: Run) {
    this.#run = run;
    run.onTrial = ({ content }, { milliseconds }) => this.#milliseconds.set(content, milliseconds);
  }

  /** The names of its searches. */
  readonly stages = new Set<string>();

  /** In the order in which they were made. */
  get tried(): Tried[] {
    return [...this.#tried.values()];
  }

  /** The outcome of an experiment, if it was made and was always the same. */
  outcomeOf(how: string): Tried["outcome"] | undefined {
    return this.#tried.get(how)?.outcome;
  }

  add(tried: Tried): void {
    this.#tried.set(tried.how, tried);
  }

  /** Walks a search whose questions are about experiments. Undefined: it was stopped. */
  async walk<R>(
    stage: string,
    search: Search<Question, R>,
    experiments: readonly Experiment[],
    { anyFailure = false }: { readonly anyFailure?: boolean } = {},
  ): Promise<R | undefined> {
    this.stages.add(stage);
    const byId = new Map(experiments.map((each) => [each.id, each]));
    const worlds = new Map<string, World>();
    const worldOf = (question: Question) => {
      const key = JSON.stringify(question);
      const world = worlds.get(key) ?? byId.get(question.experiment)!.world(question.nth);
      worlds.set(key, world);
      return world;
    };
    const asked: Question[] = [];
    const end = await runStage<Question, R>(this.#run, {
      search,
      ...(anyFailure ? { answer: ({ outcome }: Observation) => (outcome === "pass" ? "pass" : "fail") } : {}),
      key: JSON.stringify,
      world: worldOf,
      shown: (question) => {
        if (!asked.some((each) => JSON.stringify(each) === JSON.stringify(question))) asked.push(question);
        return {
          stage,
          set: `${byId.get(question.experiment)!.how}${question.nth > 1 ? `, again (${question.nth})` : ""}`,
          size: 1,
        };
      },
      total: experiments.length,
      unit: "experiments",
      sizes: () => ({ failing: experiments.length }),
      start: { failing: experiments.length },
    });
    for (const question of asked) {
      const outcome = end.answers.get(JSON.stringify(question));
      if (outcome) this.#count(byId.get(question.experiment)!, worldOf(question), outcome);
    }
    return end.complete ? end.result : undefined;
  }

  #count({ how }: Experiment, { content }: World, outcome: Outcome): void {
    const before = this.#tried.get(how) ?? { how, outcome, runs: 0, failed: 0, seconds: 0 };
    const seconds = before.seconds + (this.#milliseconds.get(content) ?? 0) / 1000;
    const isSame = before.runs === 0 || before.outcome === outcome;
    this.#tried.set(how, {
      how,
      outcome: isSame ? outcome : before.outcome === "unresolved" ? outcome : before.outcome,
      runs: before.runs + 1,
      failed: before.failed + (outcome === "fail" ? 1 : 0),
      seconds: Math.round(seconds * 1000) / 1000,
    });
  }
}
