import type { Shared } from "./shared-memory.ts";

/** What instrumented sources count down. */
export interface Budget {
  b: number;
}

/** The count is kept in pieces that fit a small integer. */
const piece = 2 ** 30;

/** How many steps a lane has made: its count as all know it, and what its sources have counted down since. */
export class Meter {
  readonly #shared: Shared;
  readonly #lane: number;
  readonly #budget: Budget;
  #base = 0;
  #given = 0;

  constructor(shared: Shared, lane: number, budget: Budget) {
    this.#shared = shared;
    this.#lane = lane;
    this.#budget = budget;
  }

  /** One step more; true if it is time to look up. */
  step(): boolean {
    return --this.#budget.b <= 0;
  }

  /** All know how far the lane is. A loop that counts for itself is looked at only when it looks up itself. */
  settle(): void {
    if (this.#budget.b > piece) return;
    const count = this.#base + this.#given - this.#budget.b;
    const total = this.#shared.number("total") + count - this.#shared.lane(this.#lane, "count");
    this.#shared.setNumber("total", total);
    this.#shared.setLane(this.#lane, "count", count);
    this.#base = count;
    this.#given = this.#budget.b;
  }

  /** The lane may go on up to its target. */
  refill(): void {
    if (this.#budget.b > piece) return;
    this.#base = this.#shared.lane(this.#lane, "count");
    // A small integer, not merely a whole number: it is counted down everywhere.
    this.#given = Math.min(piece, this.#shared.lane(this.#lane, "target") - this.#base) | 0;
    this.#budget.b = this.#given;
  }

  /** The lane looks up at its very next step. */
  stop(): void {
    this.#base = this.#shared.lane(this.#lane, "count");
    this.#given = 0;
    this.#budget.b = 0;
  }

  /** Nothing is counted any more. */
  rest(): void {
    this.#budget.b = piece;
  }
}
