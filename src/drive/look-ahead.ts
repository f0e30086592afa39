import type { Outcome } from "../core/outcome.ts";
import { type Answer, type Ask, asking, bestOf, type Search } from "../core/search.ts";
import type { Answered, Course, Driver } from "./course.ts";
import { Odds } from "./odds.ts";
import { plan, type Wanted } from "./plan.ts";

/**
 * Makes any search parallel. While the search waits for one answer, the free workers test the questions it will probably
 * ask next, whatever that answer is: positions ahead are expanded best first by outcome probabilities learned in the
 * run. When an answer arrives the search moves on, trials that have become moot are aborted, and free workers are given
 * the next likely questions. Steps and result are those of the sequential driver, whichever trial finishes first.
 */
export function lookAhead(workers: number): Driver {
  return (course) => new Walk(course, workers).toEnd();
}

/** A position in the tree that remembers its children, so that planning again costs little. */
export class Position<Q, R, A extends Answer = Outcome> {
  readonly search: Ask<Q, R, A>;
  readonly key: string;
  readonly #keyOf: (question: Q) => string;
  readonly #children = new Map<A, Position<Q, R, A> | undefined>();

  constructor(search: Ask<Q, R, A>, keyOf: (question: Q) => string) {
    this.search = search;
    this.#keyOf = keyOf;
    this.key = keyOf(search.ask);
  }

  /** Where the search stands after this answer; undefined when it is done. */
  after(answer: A): Position<Q, R, A> | undefined {
    if (!this.#children.has(answer)) {
      const next = this.search.after(answer);
      this.#children.set(answer, asking(next) ? new Position(next, this.#keyOf) : undefined);
    }
    return this.#children.get(answer);
  }

  /** Questions that will be asked whatever this one's outcome is. */
  *also(): Generator<{ key: string; question: Q }> {
    for (const question of this.search.also?.() ?? []) yield { key: this.#keyOf(question), question };
  }
}

interface Running {
  readonly abort: AbortController;
  readonly settled: Promise<void>;
}

/** What is known of a question. */
interface Known<O, A> {
  readonly observation: O;
  readonly answer: A;
}

class Walk<Q, R, O extends Answered, A extends Answer> {
  readonly #course: Course<Q, R, O, A>;
  readonly #workers: number;
  readonly #known = new Map<string, Known<O, A>>();
  /** The questions whose answers the search has used: a budget counts these, not what was tried ahead of need. */
  readonly #taken = new Set<string>();
  readonly #running = new Map<string, Running>();
  readonly #odds = new Odds();
  #failure: { error: unknown } | undefined;

  constructor(course: Course<Q, R, O, A>, workers: number) {
    this.#course = course;
    this.#workers = workers;
  }

  async toEnd(): Promise<Search<Q, R, A>> {
    let search = this.#course.search;
    let here = asking(search) ? new Position<Q, R, A>(search, this.#course.key) : undefined;
    while (here !== undefined) {
      if (!this.#taken.has(here.key) && this.#mustStop()) break;
      const known = this.#known.get(here.key);
      if (known !== undefined) {
        const { observation, answer } = known;
        if (!this.#taken.has(here.key)) this.#odds.learn(observation.outcome);
        this.#taken.add(here.key);
        const from: Position<Q, R, A> = here;
        search = from.search.after(answer);
        here = from.after(answer);
        if (here !== undefined) search = here.search;
        this.#course.onStep?.({ question: from.search.ask, observation, best: bestOf(search) });
        continue;
      }
      this.#keepBusy(here);
      await this.#oneSettled();
      if (this.#failure) break;
    }
    await this.#abortAll();
    if (this.#failure && !this.#course.stop?.aborted) throw this.#failure.error;
    return search;
  }

  #mustStop(): boolean {
    return this.#course.stop?.aborted === true || this.#course.mayGoOn?.() === false;
  }

  #keepBusy(here: Position<Q, R, A>): void {
    const { wanted, seen } = plan(here, { workers: this.#workers, known: this.#known, odds: this.#odds });
    for (const [key, running] of this.#running) if (!seen.has(key)) running.abort.abort();
    const next = wanted.filter(({ key }) => !this.#running.has(key));
    const free = this.#workers - this.#running.size;
    for (const each of next.slice(0, free)) this.#start(each);
    if (free <= 0 && !this.#running.has(here.key)) this.#makeRoom(wanted);
  }

  /** The one question that is needed for certain has no worker: the least likely trial gives way. */
  #makeRoom(wanted: readonly Wanted<Q>[]): void {
    const likely = wanted.filter(({ key }) => this.#running.has(key));
    const least = likely.at(-1)?.key;
    if (least !== undefined && likely.length === this.#running.size) this.#running.get(least)?.abort.abort();
  }

  #start({ key, question }: Wanted<Q>): void {
    const abort = new AbortController();
    const settled = this.#course.trial(question, abort.signal).then(
      (observation) => {
        this.#running.delete(key);
        this.#known.set(key, {
          observation,
          answer: this.#course.answer?.(observation, question) ?? (observation.outcome as A),
        });
      },
      (error: unknown) => {
        this.#running.delete(key);
        if (!abort.signal.aborted) this.#failure ??= { error };
      },
    );
    this.#running.set(key, { abort, settled });
  }

  async #oneSettled(): Promise<void> {
    const { stop } = this.#course;
    let onStop = () => {};
    const stopped = new Promise<void>((resolve) => {
      onStop = resolve;
    });
    stop?.addEventListener("abort", onStop, { once: true });
    await Promise.race([stopped, ...Array.from(this.#running.values(), ({ settled }) => settled)]);
    stop?.removeEventListener("abort", onStop);
  }

  async #abortAll(): Promise<void> {
    for (const { abort } of this.#running.values()) abort.abort();
    await Promise.all(Array.from(this.#running.values(), ({ settled }) => settled));
  }
}
