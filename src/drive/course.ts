import type { Outcome } from "../core/outcome.ts";
import type { Answer, Search } from "../core/search.ts";

/** What a trial reports: the answer the search goes by, with whatever evidence the caller wants to see again. */
export interface Answered {
  readonly outcome: Outcome;
}

/** One question answered, in the order in which the search asks. */
export interface Step<Q, R, O extends Answered> {
  readonly question: Q;
  readonly observation: O;
  /** The best answer known after the step. */
  readonly best: R | undefined;
}

/**
 * A search, the trial that answers it, and when to stop: what every driver is given. Besides outcomes a search may take
 * answers that tell more.
 */
export interface Course<Q, R, O extends Answered = Answered, A extends Answer = Outcome> {
  readonly search: Search<Q, R, A>;
  /** What an observation tells the search; undefined: its outcome. */
  readonly answer?: ((observation: O, question: Q) => A) | undefined;
  /** Equal for equal questions. */
  readonly key: (question: Q) => string;
  /** Answers a question. Rejects when aborted; any other rejection ends the walk and is passed on. */
  readonly trial: (question: Q, signal: AbortSignal) => Promise<O>;
  readonly onStep?: ((step: Step<Q, R, O>) => void) | undefined;
  /** Asked before each step to a new question, whether it was tried ahead or not: false ends the walk there. */
  readonly mayGoOn?: (() => boolean) | undefined;
  /** Ends the walk from outside; what runs is aborted. */
  readonly stop?: AbortSignal | undefined;
}

/**
 * Walks a search to its end and returns where it came to: done, or still asking when it was stopped. Every driver takes
 * the same steps with the same answers and ends at the same place.
 */
export type Driver = <Q, R, O extends Answered, A extends Answer = Outcome>(
  course: Course<Q, R, O, A>,
) => Promise<Search<Q, R, A>>;
