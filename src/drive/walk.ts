import type { Outcome } from "../core/outcome.ts";
import type { Answer, Search } from "../core/search.ts";

/** The result of one trial: its outcome, with whatever evidence the caller wants to see again. */
export interface TrialResult {
  readonly outcome: Outcome;
}

/** One question answered, in the order in which the search asks. */
export interface WalkStep<Q, R, O extends TrialResult> {
  readonly question: Q;
  readonly observation: O;
  /** The best answer known after the step. */
  readonly best: R | undefined;
}

/** A search to walk through, the trial that answers its questions, and when to stop. */
export interface Walk<Q, R, O extends TrialResult = TrialResult, A extends Answer = Outcome> {
  readonly search: Search<Q, R, A>;
  /** Turns an observation into the answer that the search takes; by default its outcome. */
  readonly answer?: ((observation: O, question: Q) => A) | undefined;
  /** Equal for equal questions. */
  readonly key: (question: Q) => string;
  /** Answers a question. Rejects when aborted; any other rejection ends the walk and is passed on. */
  readonly trial: (question: Q, signal: AbortSignal) => Promise<O>;
  readonly onStep?: ((step: WalkStep<Q, R, O>) => void) | undefined;
  /** Called before each step to a new question, even if its answer is already known: false ends the walk there. */
  readonly mayContinue?: (() => boolean) | undefined;
  /** Ends the walk from outside; running trials are aborted. */
  readonly stop?: AbortSignal | undefined;
  /** Whether an earlier walk has the answer on record: nothing ends the walk before it has come as far as that one did. */
  readonly isOnRecord?: ((question: Q) => boolean) | undefined;
}

/**
 * Walks a search to its end and returns the last position: done, or still asking if the walk was stopped. Every driver
 * takes the same steps with the same answers to the same position.
 */
export type Driver = <Q, R, O extends TrialResult, A extends Answer = Outcome>(
  walk: Walk<Q, R, O, A>,
) => Promise<Search<Q, R, A>>;
