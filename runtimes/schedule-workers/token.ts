import { exitNow } from "../schedule-events/replacements/real-functions.ts";
import { clock } from "../schedule-events/scheduler/clock.ts";
import { type Next, type Turns, targetOf, who } from "./choice.ts";
import { endProcess } from "./halt.ts";
import { call, want } from "./shared.ts";

/** The right to run, as one lane sees it. */
export class Token {
  readonly #turns: Turns;
  readonly #lane: number;
  /** Called when another lane asks whether this one waits at the element that it marked. */
  onLook: () => void = () => {};
  held = false;

  constructor(turns: Turns, lane: number) {
    this.#turns = turns;
    this.#lane = lane;
  }

  /** Who is to have it. Where nobody can run, it lies free for those that come back from outside. */
  decide(): Next {
    const { shared } = this.#turns;
    const decide = () => {
      const next = who(this.#turns, this.#lane);
      if (next === "nobody") shared.setWord("free", 1);
      return next;
    };
    return shared.word("outside") > 0 ? shared.locked(decide) : decide();
  }

  give(next: Next): void {
    if (next === "deadlock") endProcess(this.#turns, this.#lane, { how: "deadlock", code: 123, message: "deadlock" });
    const { shared } = this.#turns;
    this.held = false;
    shared.setNumber("clock", Math.max(shared.number("clock"), clock.now));
    if (next === "nobody") return;
    shared.setLane(next, "since", shared.lane(next, "count"));
    shared.tell(next, call.go);
  }

  /** Comes back when this lane has it. */
  await(): void {
    const { shared } = this.#turns;
    for (;;) {
      const what = shared.hear(this.#lane);
      if (what === call.end) exitNow(shared.word("exit"));
      if (what === call.go) break;
      this.onLook();
      shared.answer();
    }
    this.held = true;
  }

  /** The lane goes on without it: something outside is waited for. */
  leave(): void {
    const { shared } = this.#turns;
    shared.locked(() => {
      shared.setFlag(this.#lane, "want", want.outside);
      shared.setWord("outside", shared.word("outside") + 1);
    });
    this.give(this.decide());
  }

  /** Something from outside has come: the lane takes part again. */
  reclaim(): void {
    const { shared } = this.#turns;
    this.held = shared.locked(() => {
      const free = shared.word("free") === 1;
      shared.setWord("free", 0);
      shared.setFlag(this.#lane, "want", want.nothing);
      shared.setWord("outside", shared.word("outside") - 1);
      return free;
    });
    if (this.held) shared.setLane(this.#lane, "target", targetOf(this.#turns, this.#lane));
    else this.await();
    clock.jump(shared.number("clock"));
  }
}
