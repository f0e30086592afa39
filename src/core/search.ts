import type { DeltaSet } from "./delta-set.ts";
import type { Outcome } from "./outcome.ts";

/**
 * A search is a decision tree: at each position it asks one more question, or it is done. It is a value; `after` never
 * changes it, so a position can be asked for *any* answer. Walking the tree in order, ahead in parallel, from a journal or
 * for a picture is therefore written once for all searches (`drive/`).
 *
 * A search is a function of the answers alone: no clock, no I/O, randomness only from a seed handed in.
 */
export type Search<Q, R, A = Outcome> = Ask<Q, R, A> | Done<R>;

export interface Ask<Q, R, A = Outcome> {
  /** What to test next: usually a set of deltas; a text, a seed, a version with patches. */
  readonly ask: Q;
  /** The answer if we stopped here. */
  readonly best: R | undefined;
  readonly after: (answer: A) => Search<Q, R, A>;
  /** Questions that will follow whatever the answer to this one is: a hint for parallel drivers. */
  readonly also?: (() => Iterable<Q>) | undefined;
}

export interface Done<R> {
  readonly result: R;
}

/** The usual kind: asks about sets of deltas. */
export type DeltaSearch<R = DeltaSet> = Search<DeltaSet, R>;

export function asking<Q, R, A>(search: Search<Q, R, A>): search is Ask<Q, R, A> {
  return "ask" in search;
}

/** An unresolved outcome with the deltas that it seems to be about: a missing name, a file that errors mention. */
export interface Hinted {
  readonly outcome: "unresolved";
  readonly about: DeltaSet;
}

/** The answer to a question: an outcome, perhaps with more information. Every search takes bare outcomes too. */
export type Answer = Outcome | { readonly outcome: Outcome };

/** A search that uses hints, but does not need them. */
export type HintedSearch<R> = Search<DeltaSet, R, Outcome | Hinted>;

export function outcomeOf(answer: Answer): Outcome {
  return typeof answer === "string" ? answer : answer.outcome;
}

/** One question; `best` is the answer if we stopped here. */
export function ask<Q, R, A = Outcome>(
  question: Q,
  best: R | undefined,
  after: (answer: A) => Search<Q, R, A>,
  also?: () => Iterable<Q>,
): Ask<Q, R, A> {
  return { ask: question, best, after, also };
}

export function done<R>(result: R): Done<R> {
  return { result };
}

/** The answer so far: the result, or the best one known. */
export function bestOf<Q, R, A>(search: Search<Q, R, A>): R | undefined {
  return asking(search) ? search.best : search.result;
}

/**
 * Runs one search, then the one made from its result. Nest to the right: depth on the left costs time at each step. (Not
 * called `then`: `import()` takes a module that exports that name for a promise.)
 */
export function andThen<Q, R, A = Outcome>(
  search: Search<Q, R, A>,
  next: (result: R) => Search<Q, R, A>,
): Search<Q, R, A>;
export function andThen<Q, R, S, A = Outcome>(
  search: Search<Q, R, A>,
  next: (result: R) => Search<Q, S, A>,
  best: (soFar: R) => S | undefined,
): Search<Q, S, A>;
export function andThen<Q, R, S, A = Outcome>(
  search: Search<Q, R, A>,
  next: (result: R) => Search<Q, S, A>,
  best: (soFar: R) => S | undefined = (soFar) => soFar as unknown as S,
): Search<Q, S, A> {
  if (!asking(search)) return next(search.result);
  const soFar = search.best === undefined ? undefined : best(search.best);
  return ask(search.ask, soFar, (answer) => andThen(search.after(answer), next, best), search.also);
}

/** How to translate the questions, answers and results of a search. */
export interface Translation<Q, R, A, Q2, R2, A2> {
  readonly question: (question: Q) => Q2;
  readonly result: (result: R) => R2;
  readonly answer?: (answer: A2) => A;
}

/** Translates a search to other questions: from units to sets of deltas, from what is left out to what remains. */
export function on<Q, R, Q2, R2, A = Outcome>(
  search: Search<Q, R, A>,
  translation: Translation<Q, R, A, Q2, R2, A>,
): Search<Q2, R2, A> {
  const { question, result, answer = (same: A) => same } = translation;
  if (!asking(search)) return done(result(search.result));
  const { also } = search;
  return ask(
    question(search.ask),
    search.best === undefined ? undefined : result(search.best),
    (given: A) => on(search.after(answer(given)), translation),
    also && (() => translated(also(), question)),
  );
}

function* translated<Q, Q2>(questions: Iterable<Q>, question: (question: Q) => Q2): Generator<Q2> {
  for (const each of questions) yield question(each);
}
