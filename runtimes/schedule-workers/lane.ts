/**
 * A lane is a thread of the program; this is what it does when it looks up from its work. One lane has the token and runs, all
 * others sleep. The one that has it decides who runs next, from what all know in common, writes down what ran, and hands it over.
 *
 * A lane looks up when its count of steps has come to its target, and whenever it has to wait. To wait is a step of its own, and
 * so is the end: then a schedule that stops a lane at a count stops it where it was.
 */
import { clock } from "../schedule-events/scheduler/clock.ts";
import { textHash } from "../shared/seeded-random.ts";
import { type Turns, targetOf, who } from "./choice.ts";
import { Diary } from "./diary.ts";
import { endProcess } from "./halt.ts";
import { registerLane, removeLane } from "./lanes.ts";
import { type Budget, Meter } from "./meter.ts";
import { want } from "./shared.ts";
import { Token } from "./token.ts";

export interface Wait {
  readonly want: number;
  /** On the virtual clock; Infinity: for ever. */
  readonly deadline: number;
  /** What for, as in `a message`, and the place. */
  readonly what: string;
  readonly where: string;
}

export class Lane {
  readonly turns: Turns;
  readonly number: number;
  readonly name: string;
  readonly token: Token;
  readonly #meter: Meter;
  readonly #diary: Diary;
  #over = false;

  constructor(turns: Turns, number: number, budget: Budget) {
    this.turns = turns;
    this.number = number;
    this.name = turns.shared.name(number);
    this.token = new Token(turns, number);
    this.#meter = new Meter(turns.shared, number, budget);
    this.#diary = new Diary(turns, number);
  }

  /** The main thread is the first lane, and begins with the token. */
  static first(turns: Turns, budget: Budget, where: string): Lane {
    const { shared } = turns;
    shared.setNumber("lowest", 2 ** 32);
    const number = registerLane(turns, "1", where);
    const lane = new Lane(turns, number, budget);
    lane.token.held = true;
    who(turns, number);
    lane.#begin();
    return lane;
  }

  /** Before anything of the program runs in this thread. */
  awaitFirstTurn(): void {
    this.token.await();
    this.#diary.goesOn();
    clock.jump(this.turns.shared.number("clock"));
    this.#begin();
  }

  #begin(): void {
    const { shared } = this.turns;
    shared.setFlag(this.number, "begun", 1);
    this.#meter.refill();
    this.ring();
  }

  /** A step that is counted here, not in a source; `where` is asked only if the lane stops. */
  step(where: () => string): void {
    if (this.#meter.step()) this.lookUp(where());
  }

  lookUp(where: string): void {
    if (this.#over) {
      this.#meter.rest();
      return;
    }
    if (!this.token.held) this.token.reclaim();
    this.#meter.settle();
    const { shared, chooser, plan } = this.turns;
    if (shared.lane(this.number, "count") < shared.lane(this.number, "target")) {
      this.#meter.refill();
      return;
    }
    this.#diary.watch(where);
    this.#endAtLimit(where);
    const segmentsOver = shared.number("position") >= plan.segments.length;
    const goesOn = chooser.everyStep && segmentsOver && !chooser.switchesHere(this.number, where);
    if (goesOn) {
      shared.setLane(this.number, "target", targetOf(this.turns, this.number));
      this.#meter.refill();
    } else this.#pass(where);
  }

  /** Comes back when what is waited for is there; true if the deadline came first. `again`: it still waits, and nothing happened. */
  wait({ want: kind, deadline, what, where }: Wait, again = false): boolean {
    const { shared } = this.turns;
    const me = this.number;
    if (!again) this.#meter.step();
    this.#meter.settle();
    if (!again) this.#diary.watch(where);
    this.#endAtLimit(where);
    shared.setLane(me, "deadline", deadline);
    shared.setLane(me, "heard", shared.number("bell"));
    shared.setFlag(me, "timedOut", 0);
    shared.setWaits(me, `${what} ${where}`);
    shared.setFlag(me, "want", kind);
    this.#pass(`waits for ${what} ${where}`);
    shared.setFlag(me, "want", want.nothing);
    return shared.flag(me, "timedOut") === 1;
  }

  /** The event loop goes on without the token: something outside is waited for. */
  leave(where: string): void {
    if (!this.token.held || this.#over) return;
    this.#meter.step();
    this.#meter.settle();
    this.#diary.ran(where);
    this.#diary.write();
    this.token.leave();
    this.#meter.stop();
  }

  /** Has the token when this returns. */
  takePart(): void {
    if (this.token.held || this.#over) return;
    this.token.reclaim();
    this.#meter.refill();
  }

  /** Something happened that other lanes may wait for: they look, and so does who chooses. */
  ring(): void {
    const { shared } = this.turns;
    shared.setNumber("bell", shared.number("bell") + 1);
    this.recheck();
  }

  /** Who runs is chosen again at the next step. */
  recheck(): void {
    if (!this.token.held || this.#over) return;
    this.#meter.settle();
    const { shared } = this.turns;
    shared.setLane(this.number, "target", shared.lane(this.number, "count") + 1);
    this.#meter.refill();
  }

  /** A new lane, made by this one. */
  create(where: string): number {
    const { shared } = this.turns;
    const ordinal = shared.lane(this.number, "children") + 1;
    shared.setLane(this.number, "children", ordinal);
    const lane = registerLane(this.turns, `${this.name}.${ordinal}`, where);
    this.recheck();
    return lane;
  }

  /** A lane that this one ended, or that could not be started. */
  remove(lane: number): void {
    removeLane(this.turns, lane);
  }

  /** Its number may be used again: the thread is gone. */
  release(lane: number): void {
    this.turns.shared.setFlag(lane, "used", 0);
  }

  /** Something happens in this lane: what ran before it is written. */
  written(): void {
    this.#diary.write();
  }

  /** The thread ends: the token goes to another lane. */
  end(where: string): void {
    if (this.#over) return;
    this.takePart();
    this.#meter.step();
    this.#meter.settle();
    this.#diary.watch(where);
    this.#diary.ran(where);
    this.#diary.write();
    removeLane(this.turns, this.number);
    this.#over = true;
    const { shared } = this.turns;
    shared.setNumber("bell", shared.number("bell") + 1);
    this.token.give(this.token.decide());
    this.#meter.rest();
  }

  /** The whole program ends with this thread. */
  endAll(how: string, where: string): void {
    if (this.#over) return;
    this.#meter.step();
    this.#meter.settle();
    this.#diary.watch(where);
    this.#diary.ran(where);
    this.#diary.write();
    this.#over = true;
    this.turns.log.end(how);
    this.#meter.rest();
  }

  uncontrolled(what: string): void {
    const { shared, log } = this.turns;
    if (shared.firstTime(textHash(what))) log.uncontrolled(what);
  }

  /** Who is next runs; comes back when that is this lane. */
  #pass(where: string): void {
    const next = this.token.decide();
    if (next !== this.number) {
      this.#diary.ran(where);
      if (typeof next !== "number" || !this.#diary.mayResume(next)) this.#diary.write();
      this.token.give(next);
      this.token.await();
      this.#diary.goesOn();
    }
    clock.jump(this.turns.shared.number("clock"));
    this.#meter.refill();
  }

  #endAtLimit(where: string): void {
    const { shared, plan } = this.turns;
    const total = shared.number("total");
    if (total < plan.limit) return;
    this.#diary.ran(where);
    this.#diary.write();
    const message = `still running after ${total} steps`;
    endProcess(this.turns, this.number, { how: "limit", code: 124, message });
  }
}
