import type { Turns } from "../scheduler/choose-lane.ts";
import { want } from "../scheduler/shared-memory.ts";

/**
 * What a lane did, for the log. A lane that waits for events may get the token and find none; then the one before goes on as if
 * nothing had been. So a stretch is written when another lane does something, and till then kept where all can see it.
 */
export class Diary {
  readonly #turns: Turns;
  readonly #lane: number;
  readonly #name: string;
  #told = 0;
  #toldBefore = 0;

  constructor(turns: Turns, lane: number) {
    this.#turns = turns;
    this.#lane = lane;
    this.#name = turns.shared.name(lane);
  }

  /** The lane ran up to here. */
  ran(where: string): void {
    const { shared } = this.#turns;
    const count = shared.lane(this.#lane, "count");
    if (count === this.#told) return;
    this.write();
    this.#toldBefore = this.#told;
    this.#told = count;
    shared.setUnwritten(`run ${this.#name} ${count} ${where}`);
    shared.setWord("unwritten", this.#lane + 1);
  }

  /** Whether the stretch may go on though another lane gets the token. */
  mayResume(next: number): boolean {
    const { shared } = this.#turns;
    return shared.flag(next, "want") === want.events || shared.word("unwritten") === next + 1;
  }

  write(): void {
    const { shared, log } = this.#turns;
    if (shared.word("unwritten") === 0) return;
    shared.setWord("unwritten", 0);
    log.run(shared.unwritten());
  }

  /** The lane has the token again. */
  goesOn(): void {
    const { shared } = this.#turns;
    if (shared.word("unwritten") === this.#lane + 1) {
      shared.setWord("unwritten", 0);
      this.#told = this.#toldBefore;
    } else if (shared.flag(this.#lane, "want") !== want.events) this.write();
  }

  /** Says where the lane is, if that is asked for. */
  watch(where: string): void {
    const { plan, shared, log } = this.#turns;
    const count = shared.lane(this.#lane, "count");
    if (plan.watches.get(this.#name)?.includes(count)) log.at(this.#name, count, where);
  }
}
