import type { SharedMemory } from "./shared-memory.ts";

/** What instrumented sources count down: the steps until the lane enters the scheduler. */
export interface StepsLeft {
  b: number;
}

/** Maximum number of steps granted at once: small integers are the fastest to count. */
const maxGrant = 2 ** 30;

/** Counts the steps of a lane: those in shared memory, and those that its sources have taken since. */
export class StepCounter {
  readonly #shared: SharedMemory;
  readonly #lane: number;
  readonly #left: StepsLeft;
  /** The lane's steps when it was granted the last ones, and how many these were. */
  #before = 0;
  #granted = 0;

  constructor(shared: SharedMemory, lane: number, left: StepsLeft) {
    this.#shared = shared;
    this.#lane = lane;
    this.#left = left;
  }

  /** Counts a step; true if none is left. */
  count(): boolean {
    return --this.#left.b <= 0;
  }

  /** Puts the lane's steps into shared memory. */
  publish(): void {
    if (this.#isInLeafLoop()) return;
    const steps = this.#before + this.#granted - this.#left.b;
    this.#shared.add("totalSteps", steps - this.#shared.lane(this.#lane, "steps"));
    this.#shared.setLane(this.#lane, "steps", steps);
    this.#before = steps;
    this.#granted = this.#left.b;
  }

  /** Lets the lane run up to its target. */
  grant(): void {
    if (this.#isInLeafLoop()) return;
    this.#before = this.#shared.lane(this.#lane, "steps");
    // `| 0` makes it a small integer for the engine, too.
    this.#granted = Math.min(maxGrant, this.#shared.lane(this.#lane, "target") - this.#before) | 0;
    this.#left.b = this.#granted;
  }

  /** Makes the lane enter the scheduler at its next step. */
  revoke(): void {
    this.#before = this.#shared.lane(this.#lane, "steps");
    this.#granted = 0;
    this.#left.b = 0;
  }

  /** For a lane that is no longer controlled. */
  stopCounting(): void {
    this.#left.b = maxGrant;
  }

  /** Such a loop counts in a variable of its own, and puts more here than can be granted. */
  #isInLeafLoop(): boolean {
    return this.#left.b > maxGrant;
  }
}
