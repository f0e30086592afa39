import type { TrialResult } from "../../../src/drive/walk.ts";
import type { Random } from "../../random.ts";

/** How a build farm behaves; times in seconds. */
export interface FarmBehaviour {
  readonly workers: number;
  /** What an action takes besides the test. */
  readonly overhead: () => number;
  /** How long a test that is no longer needed keeps its worker at most; 0: the farm can cancel. */
  readonly lingers: number;
}

interface Trial {
  readonly seconds: number;
  readonly finish: () => void;
  /** Undefined while it waits for a worker. */
  endsAt?: number;
  isAborted: boolean;
}

/** A build farm on a clock that jumps to the next event as soon as nothing else can happen. Who comes first is served first. */
export class VirtualFarm {
  now = 0;
  started = 0;
  readonly #behaviour: FarmBehaviour;
  readonly #waiting = new Set<Trial>();
  readonly #running = new Set<Trial>();
  #isPumping = false;

  constructor(behaviour: FarmBehaviour) {
    this.#behaviour = behaviour;
  }

  /** A trial whose test takes so many seconds once it has a worker. Rejects when aborted, though the worker may be busy still. */
  trial<O extends TrialResult>(seconds: number, answer: () => O, signal: AbortSignal): Promise<O> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const trial: Trial = {
        seconds: seconds + this.#behaviour.overhead(),
        isAborted: false,
        finish: () => {
          signal.removeEventListener("abort", onAbort);
          resolve(answer());
        },
      };
      const onAbort = () => {
        this.#abandon(trial);
        reject(signal.reason);
      };
      signal.addEventListener("abort", onAbort, { once: true });
      this.#waiting.add(trial);
      this.#assign();
      this.#pump();
    });
  }

  #abandon(trial: Trial): void {
    trial.isAborted = true;
    if (this.#waiting.delete(trial)) return;
    trial.endsAt = Math.min(trial.endsAt!, this.now + this.#behaviour.lingers);
    if (trial.endsAt === this.now) this.#running.delete(trial);
    this.#assign();
  }

  #assign(): void {
    for (const trial of this.#waiting) {
      if (this.#running.size >= this.#behaviour.workers) return;
      this.#waiting.delete(trial);
      this.#running.add(trial);
      this.started++;
      trial.endsAt = this.now + trial.seconds;
    }
  }

  #pump(): void {
    if (this.#isPumping) return;
    this.#isPumping = true;
    setImmediate(() => {
      this.#isPumping = false;
      this.#advance();
      if (this.#running.size > 0) this.#pump();
    });
  }

  #advance(): void {
    let next = Number.POSITIVE_INFINITY;
    for (const { endsAt } of this.#running) next = Math.min(next, endsAt!);
    if (next === Number.POSITIVE_INFINITY) return;
    this.now = next;
    for (const trial of this.#running) {
      if (trial.endsAt! > next) continue;
      this.#running.delete(trial);
      if (!trial.isAborted) trial.finish();
    }
    this.#assign();
  }
}

/** Seconds that an action takes besides its test: 20 to 60 ms, as measured with Buildbarn and buildbox-casd, and, as assumed, 1 to 10 s once in a hundred. */
export function measuredOverhead(next: Random): () => number {
  return () => {
    const isSlow = next() < 0.01;
    return 0.02 + 0.04 * next() + (isSlow ? 1 + 9 * next() : 0);
  };
}
