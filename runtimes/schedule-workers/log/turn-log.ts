import type { Scheduler } from "../scheduler/choose-lane.ts";
import { waitKind } from "../scheduler/memory-layout.ts";

/**
 * Logs the turns of a lane. A lane that waits for events may get the token and find none; then the lane before it continues, and
 * its turn as well. So a turn stays pending, in shared memory, until another lane really does something.
 */
export class TurnLog {
  readonly #scheduler: Scheduler;
  readonly #lane: number;
  readonly #name: string;
  /** The steps at which the last turn of this lane ended, and the one before. */
  #lastEnd = 0;
  #endBefore = 0;

  constructor(scheduler: Scheduler, lane: number) {
    this.#scheduler = scheduler;
    this.#lane = lane;
    this.#name = scheduler.shared.laneName(lane);
  }

  /** The lane's turn ends here; it becomes the pending one. */
  end(place: string): void {
    const { shared } = this.#scheduler;
    const steps = shared.lane(this.#lane, "steps");
    if (steps === this.#lastEnd) return;
    this.writePending();
    this.#endBefore = this.#lastEnd;
    this.#lastEnd = steps;
    shared.setPendingTurnText(`run ${this.#name} ${steps} ${place}`);
    shared.set("pendingTurn", this.#lane + 1);
  }

  /** Whether the pending turn may continue though the lane `next` gets the token. */
  mayResumeAfter(next: number): boolean {
    const { shared } = this.#scheduler;
    return shared.lane(next, "waitKind") === waitKind.event || shared.get("pendingTurn") === next + 1;
  }

  writePending(): void {
    const { shared, log } = this.#scheduler;
    if (shared.get("pendingTurn") === 0) return;
    shared.set("pendingTurn", 0);
    log.run(shared.pendingTurnText());
  }

  /** To be called when the lane has the token again. */
  resume(): void {
    const { shared } = this.#scheduler;
    if (shared.get("pendingTurn") === this.#lane + 1) {
      shared.set("pendingTurn", 0);
      this.#lastEnd = this.#endBefore;
    } else if (shared.lane(this.#lane, "waitKind") !== waitKind.event) this.writePending();
  }

  /** Logs where the lane is, if the plan watches this step. */
  logWatch(place: string): void {
    const { plan, shared, log } = this.#scheduler;
    const steps = shared.lane(this.#lane, "steps");
    if (plan.watches.get(this.#name)?.includes(steps)) log.at(this.#name, steps, place);
  }
}
