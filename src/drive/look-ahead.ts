import { type Answer, asking, bestOf, type Search } from "../core/search.ts";
import { Odds } from "./odds.ts";
import { SearchPosition } from "./search-position.ts";
import { type PlannedTrial, planTrials } from "./trial-plan.ts";
import type { Driver, TrialResult, Walk } from "./walk.ts";

/**
 * Makes any search parallel. While the search waits for one answer, free workers test the questions that it will probably
 * ask next, whatever that answer is: positions ahead are expanded best first, by the outcome odds learned so far. When an
 * answer arrives, the search moves on, trials that have become moot are aborted, and free workers get the next likely
 * questions. Steps and result are those of the sequential driver, whichever trial finishes first.
 */
export function lookAhead(workers: number, economy: Economy = {}): Driver {
  return (walk) => new LookAhead(walk, { workers, ...economy }).run();
}

/** What to spend on trials that may turn out not to be needed. */
export interface Economy {
  /** A trial is started only if it is needed at least as probably as this; default: however improbable. */
  readonly minProbability?: number;
}

/**
 * With more workers than this, trials ahead are planned again only after several results, so that planning for a thousand workers
 * does not take longer than their tests. Some of them are idle meanwhile, at most one in as many as this.
 */
const replanAlways = 64;

interface RunningTrial {
  readonly abort: AbortController;
  readonly settled: Promise<void>;
}

interface KnownAnswer<O, A> {
  readonly observation: O;
  readonly answer: A;
}

class LookAhead<Q, R, O extends TrialResult, A extends Answer> {
  readonly #walk: Walk<Q, R, O, A>;
  readonly #workers: number;
  readonly #minProbability: number;
  readonly #known = new Map<string, KnownAnswer<O, A>>();
  /** The questions whose answers the search has used: a budget counts these, not what was tried ahead of need. */
  readonly #used = new Set<string>();
  readonly #running = new Map<string, RunningTrial>();
  /** The questions whose trial could not be run, ahead of need: it is run again only if it is needed. */
  readonly #failedAhead = new Set<string>();
  readonly #odds = new Odds();
  /** The question that the search asks now. */
  #needed: string | undefined;
  #failure: { error: unknown } | undefined;
  /** The position from which was planned last, and the number of trials that have ended since. */
  #planned: { readonly at: SearchPosition<Q, R, A>; ended: number } | undefined;
  #wake = () => {};

  constructor(walk: Walk<Q, R, O, A>, { workers, minProbability = 0 }: Economy & { readonly workers: number }) {
    this.#walk = walk;
    this.#workers = workers;
    this.#minProbability = minProbability;
  }

  async run(): Promise<Search<Q, R, A>> {
    let search = this.#walk.search;
    let here = asking(search) ? new SearchPosition<Q, R, A>(search, this.#walk.key) : undefined;
    while (here !== undefined) {
      this.#needed = here.key;
      if (!this.#used.has(here.key) && this.#mustStop()) {
        if (!this.#walk.isOnRecord?.(here.search.ask)) break;
        if (!this.#known.has(here.key)) await this.#answerFromRecord(here);
      }
      const known = this.#known.get(here.key);
      if (known !== undefined) {
        const { observation, answer } = known;
        if (!this.#used.has(here.key)) this.#odds.learn(observation.outcome);
        this.#used.add(here.key);
        const from: SearchPosition<Q, R, A> = here;
        search = from.search.after(answer);
        here = from.after(answer);
        if (here !== undefined) search = here.search;
        this.#walk.onStep?.({ question: from.search.ask, observation, best: bestOf(search) });
        continue;
      }
      if (this.#mustPlan(here)) this.#keepBusy(here);
      await this.#waitForOne();
      if (this.#failure) break;
    }
    await this.#abortAll();
    if (this.#failure && !this.#walk.stop?.aborted) throw this.#failure.error;
    return search;
  }

  #mustStop(): boolean {
    return this.#walk.stop?.aborted === true || this.#walk.mayContinue?.() === false;
  }

  async #answerFromRecord({ key, search }: SearchPosition<Q, R, A>): Promise<void> {
    const observation = await this.#walk.trial(search.ask, new AbortController().signal);
    this.#learn(key, search.ask, observation);
  }

  #learn(key: string, question: Q, observation: O): void {
    const answer = this.#walk.answer?.(observation, question) ?? (observation.outcome as A);
    this.#known.set(key, { observation, answer });
  }

  /** Whether the last plan is out of date. The answer that the search waits for is always on its way. */
  #mustPlan(here: SearchPosition<Q, R, A>): boolean {
    if (this.#planned?.at !== here || !this.#running.has(here.key)) return true;
    return this.#planned.ended >= Math.max(1, Math.floor(this.#workers / replanAlways));
  }

  /** Starts the trials that are most likely to be needed and aborts those that no longer can be. */
  #keepBusy(here: SearchPosition<Q, R, A>): void {
    this.#planned = { at: here, ended: 0 };
    const { trials, keys } = planTrials(here, { workers: this.#workers, known: this.#known, odds: this.#odds });
    for (const [key, running] of this.#running) if (!keys.has(key)) running.abort.abort();
    const isWorthIt = ({ probability }: PlannedTrial<Q>) => probability >= this.#minProbability;
    const mayRun = ({ key }: PlannedTrial<Q>) => key === here.key || !this.#failedAhead.has(key);
    const next = trials.filter((trial) => !this.#running.has(trial.key) && isWorthIt(trial) && mayRun(trial));
    const free = this.#workers - this.#running.size;
    for (const each of next.slice(0, free)) this.#start(each);
    if (free <= 0 && !this.#running.has(here.key)) this.#abortLeastLikely(trials);
  }

  /** Frees a worker for the one question whose answer is needed for certain. */
  #abortLeastLikely(trials: readonly PlannedTrial<Q>[]): void {
    const planned = trials.filter(({ key }) => this.#running.has(key));
    const leastLikely = planned.at(-1)?.key;
    if (leastLikely !== undefined && planned.length === this.#running.size)
      this.#running.get(leastLikely)?.abort.abort();
  }

  #start({ key, question }: PlannedTrial<Q>): void {
    const abort = new AbortController();
    const end = () => {
      this.#running.delete(key);
      if (this.#planned) this.#planned.ended++;
      this.#wake();
    };
    const settled = this.#walk.trial(question, abort.signal).then(
      (observation) => {
        end();
        this.#learn(key, question, observation);
      },
      (error: unknown) => {
        end();
        if (abort.signal.aborted) return;
        if (key === this.#needed) this.#failure ??= { error };
        else this.#failedAhead.add(key);
      },
    );
    this.#running.set(key, { abort, settled });
  }

  /** Waits until a trial has ended or the walk is stopped. What waits is woken: to race all of a thousand trials costs much. */
  async #waitForOne(): Promise<void> {
    const { stop } = this.#walk;
    if (stop?.aborted) return;
    const woken = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    const onStop = this.#wake;
    stop?.addEventListener("abort", onStop, { once: true });
    await woken;
    stop?.removeEventListener("abort", onStop);
    // Trials that end together are taken together.
    for (let i = 0; i < 2; i++) await Promise.resolve();
  }

  async #abortAll(): Promise<void> {
    for (const { abort } of this.#running.values()) abort.abort();
    await Promise.all(Array.from(this.#running.values(), ({ settled }) => settled));
  }
}
