import type { Outcome } from "../../core/outcome.ts";
import { filterSteps, nearestPlace, noFilter, type StepFilter } from "./run-model.ts";
import type { RunSteps } from "./run-steps.ts";

/** The steps that a filter lets through, as they arrive, and the one of them that the reader is at. */
export class ShownSteps {
  readonly #steps: RunSteps;
  #filter: StepFilter = noFilter;
  #shown: number[] = [];
  #seen = 0;
  #current = 0;
  #isFollowing = true;

  constructor(steps: RunSteps) {
    this.#steps = steps;
  }

  get count(): number {
    return this.#shown.length;
  }

  /** The number of the step; 0: there is none yet. */
  get current(): number {
    return this.#current;
  }

  /** The step that the reader sees; undefined: the filters let none through, or there is none yet. */
  get visible(): number | undefined {
    return this.#shown.length > 0 ? this.#current : undefined;
  }

  /** Where the current step is among those that are shown. */
  get place(): number {
    return nearestPlace(this.#shown, this.#current);
  }

  /** Takes in steps that have arrived; returns whether there are any. */
  takeNew(): boolean {
    const { count } = this.#steps;
    if (count < this.#seen) {
      this.#seen = 0;
      this.#shown = [];
    }
    const hasNew = count > this.#seen;
    if (hasNew) for (const step of filterSteps(this.#steps, this.#filter, this.#seen + 1)) this.#shown.push(step);
    this.#seen = count;
    if (this.#isFollowing && this.#shown.length > 0) this.#current = this.#shown.at(-1)!;
    return hasNew;
  }

  /** Whether the step that is shown is always the last one. */
  get isFollowing(): boolean {
    return this.#isFollowing;
  }

  /** Stays at this step, also if it is the last one and others arrive. */
  stay(): void {
    this.#isFollowing = false;
  }

  filterBy(filter: StepFilter): void {
    this.#filter = filter;
    this.#shown = filterSteps(this.#steps, filter);
    if (this.#shown.length > 0) this.#current = this.#shown[this.place]!;
  }

  isShown(step: number): boolean {
    return this.#shown[nearestPlace(this.#shown, step)] === step;
  }

  placeNear(step: number): number {
    return nearestPlace(this.#shown, step);
  }

  /** The next place, or the previous one, whose step has an outcome. */
  placeWith(outcome: Outcome, by: 1 | -1): number | undefined {
    for (let place = this.place + by; place >= 0 && place < this.#shown.length; place += by)
      if (this.#steps.outcomeAt(this.#shown[place]!) === outcome) return place;
    return undefined;
  }

  /** Goes to a place, or to the nearest end; returns the step there. */
  goToPlace(place: number): number | undefined {
    const at = Math.min(Math.max(0, place), this.#shown.length - 1);
    const step = this.#shown[at];
    if (step === undefined) return undefined;
    this.#current = step;
    // Whoever looks at the last step wants to see the next one.
    this.#isFollowing = at === this.#shown.length - 1;
    return step;
  }
}
