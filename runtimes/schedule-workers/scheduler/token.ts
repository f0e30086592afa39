import { exitNow } from "../../schedule-events/replacements/real-functions.ts";
import { clock } from "../../schedule-events/scheduler/clock.ts";
import { chooseNextLane, type NextLane, type Scheduler, targetOf } from "./choose-lane.ts";
import { forceEnd } from "./forced-end.ts";
import { signal, waitKind } from "./memory-layout.ts";

/** The right to run, as one lane sees it. */
export class Token {
  readonly #scheduler: Scheduler;
  readonly #lane: number;
  /** Called when the lane that has the token marked an element of shared memory, and asks whether this lane waits there. */
  onFindMark: () => void = () => {};
  /** Whether this lane has the token. */
  isMine = false;

  constructor(scheduler: Scheduler, lane: number) {
    this.#scheduler = scheduler;
    this.#lane = lane;
  }

  /** Chooses the lane that gets the token. If there is none, the first lane that comes back from outside may take it. */
  chooseNext(): NextLane {
    const { shared } = this.#scheduler;
    const choose = () => {
      const next = chooseNextLane(this.#scheduler, this.#lane);
      if (next === "nobody") shared.set("tokenIsFree", 1);
      return next;
    };
    return shared.get("lanesOutside") > 0 ? shared.withLock(choose) : choose();
  }

  handOver(next: NextLane): void {
    if (next === "deadlock") forceEnd(this.#scheduler, this.#lane, { how: "deadlock", code: 123, message: "deadlock" });
    const { shared } = this.#scheduler;
    this.isMine = false;
    shared.set("clock", Math.max(shared.get("clock"), clock.now));
    if (next === "nobody") return;
    shared.setLane(next, "turnStart", shared.lane(next, "steps"));
    shared.sendSignal(next, signal.run);
  }

  /** Sleeps until another lane hands it over to this one. */
  await(): void {
    const { shared } = this.#scheduler;
    for (;;) {
      const value = shared.awaitSignal(this.#lane);
      if (value === signal.exit) exitNow(shared.get("exitCode"));
      if (value === signal.run) break;
      this.onFindMark();
      shared.answer();
    }
    this.isMine = true;
  }

  /** Hands it over without sleeping: the lane goes outside. */
  leave(): void {
    const { shared } = this.#scheduler;
    shared.withLock(() => {
      shared.setLane(this.#lane, "waitKind", waitKind.outside);
      shared.add("lanesOutside", 1);
    });
    this.handOver(this.chooseNext());
  }

  /** Brings the lane back from outside: takes the token if it is free, else waits for it. */
  reclaim(): void {
    const { shared } = this.#scheduler;
    this.isMine = shared.withLock(() => {
      const isFree = shared.get("tokenIsFree") === 1;
      shared.set("tokenIsFree", 0);
      shared.setLane(this.#lane, "waitKind", waitKind.nothing);
      shared.add("lanesOutside", -1);
      return isFree;
    });
    if (this.isMine) shared.setLane(this.#lane, "target", targetOf(this.#scheduler, this.#lane));
    else this.await();
    clock.jump(shared.get("clock"));
  }
}
