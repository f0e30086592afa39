/**
 * A lane is a thread of the program. One lane has the token and runs, all others sleep. The lane that has the token decides, from
 * what all lanes share, which one runs next; it logs its own turn and hands over the token.
 *
 * A lane enters the scheduler when it has taken as many steps as its target says, and whenever it has to wait. To wait is a step of
 * its own, and so is to end: a schedule that stops a lane at a step stops it at the same place again.
 */
import { type WaitKind, waitEntry, waitNouns } from "../../protocol/schedule-wait.ts";
import { clock } from "../../schedule-events/scheduler/clock.ts";
import { textHash } from "../../shared/seeded-random.ts";
import { TurnLog } from "../log/turn-log.ts";
import { chooseNextLane, type Scheduler, targetOf } from "./choose-lane.ts";
import { forceEnd } from "./forced-end.ts";
import { addLane, removeLane } from "./live-lanes.ts";
import { waitKind } from "./memory-layout.ts";
import { StepCounter, type StepsLeft } from "./step-counter.ts";
import { Token } from "./token.ts";

export interface WaitRequest {
  /** One of `waitKind`. */
  readonly kind: number;
  /** On the virtual clock; Infinity if there is none. */
  readonly deadline: number;
  /** What for, as the log has it. */
  readonly awaited: WaitKind;
  readonly place: string;
  /** It waited for the same before, and nothing has happened since: no further step. */
  readonly again?: boolean;
}

export class Lane {
  readonly scheduler: Scheduler;
  readonly number: number;
  readonly name: string;
  readonly token: Token;
  readonly #counter: StepCounter;
  readonly #turns: TurnLog;
  #isOver = false;

  constructor(scheduler: Scheduler, number: number, left: StepsLeft) {
    this.scheduler = scheduler;
    this.number = number;
    this.name = scheduler.shared.laneName(number);
    this.token = new Token(scheduler, number);
    this.#counter = new StepCounter(scheduler.shared, number, left);
    this.#turns = new TurnLog(scheduler, number);
  }

  /** The lane of the main thread, which begins with the token. */
  static main(scheduler: Scheduler, left: StepsLeft, place: string): Lane {
    scheduler.shared.set("lowestPriority", 2 ** 32);
    const number = addLane(scheduler, "1", place);
    const lane = new Lane(scheduler, number, left);
    lane.token.isMine = true;
    chooseNextLane(scheduler, number);
    lane.#start();
    return lane;
  }

  /** To be called before any code of the program runs in this thread. */
  awaitFirstTurn(): void {
    this.token.await();
    this.#turns.resume();
    clock.jump(this.scheduler.shared.get("clock"));
    this.#start();
  }

  #start(): void {
    this.scheduler.shared.setLane(this.number, "started", 1);
    this.#counter.grant();
    this.announce();
  }

  /** Counts a step that is not in a source; `place` is called only if the lane enters the scheduler. */
  step(place: () => string): void {
    if (this.#counter.count()) this.enterScheduler(place());
  }

  /** To be called at a step when none is left; returns when the lane may take it. */
  enterScheduler(place: string): void {
    if (this.#isOver) {
      this.#counter.stopCounting();
      return;
    }
    if (!this.token.isMine) this.token.reclaim();
    this.#counter.publish();
    const { shared } = this.scheduler;
    if (shared.lane(this.number, "steps") < shared.lane(this.number, "target")) {
      this.#counter.grant();
      return;
    }
    this.#turns.logWatch(place);
    this.#endAtLimit(place);
    if (this.#staysBetweenSwitches(place)) {
      shared.setLane(this.number, "target", targetOf(this.scheduler, this.number));
      this.#counter.grant();
    } else this.#yield(place);
  }

  #staysBetweenSwitches(place: string): boolean {
    const { shared, policy, plan } = this.scheduler;
    const planIsOver = shared.get("segment") >= plan.segments.length;
    return policy.decidesAtEveryStep && planIsOver && !policy.switchesAt(place, this.number);
  }

  /** Returns when the wait is over; true if its deadline came first. */
  wait({ kind, deadline, awaited, place, again = false }: WaitRequest): boolean {
    const { shared } = this.scheduler;
    const me = this.number;
    if (!again) this.#counter.count();
    this.#counter.publish();
    if (!again) this.#turns.logWatch(place);
    this.#endAtLimit(place);
    shared.setLane(me, "deadline", deadline);
    shared.setLane(me, "announcementsSeen", shared.get("announcements"));
    shared.setLane(me, "timedOut", 0);
    shared.setWaitText(me, waitEntry({ lane: this.name, kind: awaited, where: place }));
    shared.setLane(me, "waitKind", kind);
    this.#yield(`waits for ${waitNouns[awaited]} ${place}`);
    shared.setLane(me, "waitKind", waitKind.nothing);
    return shared.lane(me, "timedOut") === 1;
  }

  /** Lets other lanes run while this lane's event loop waits for something uncontrolled. */
  goOutside(place: string): void {
    if (!this.token.isMine || this.#isOver) return;
    this.#counter.count();
    this.#counter.publish();
    this.#endTurn(place);
    this.token.leave();
    this.#counter.revoke();
  }

  /** Returns when the lane has the token. */
  comeBack(): void {
    if (this.token.isMine || this.#isOver) return;
    this.token.reclaim();
    this.#counter.grant();
  }

  /** Something happened that lanes may wait for: they check, and the next lane is chosen anew. */
  announce(): void {
    this.scheduler.shared.add("announcements", 1);
    this.chooseAtNextStep();
  }

  chooseAtNextStep(): void {
    if (!this.token.isMine || this.#isOver) return;
    this.#counter.publish();
    const { shared } = this.scheduler;
    shared.setLane(this.number, "target", shared.lane(this.number, "steps") + 1);
    this.#counter.grant();
  }

  /** Adds the lane of a thread that this one creates. */
  createLane(place: string): number {
    const { shared } = this.scheduler;
    const ordinal = shared.lane(this.number, "children") + 1;
    shared.setLane(this.number, "children", ordinal);
    const lane = addLane(this.scheduler, `${this.name}.${ordinal}`, place);
    this.chooseAtNextStep();
    return lane;
  }

  /** For a thread that this one terminated, or that could not be started. */
  removeLane(lane: number): void {
    removeLane(this.scheduler, lane);
  }

  /** Makes the number of a lane free for others: its thread is gone. */
  releaseNumber(lane: number): void {
    this.scheduler.shared.setLane(lane, "used", 0);
  }

  /** To be called before this lane does something: the turn of the lane before it is over for good. */
  writePendingTurn(): void {
    this.#turns.writePending();
  }

  /** The thread ends: another lane gets the token. */
  end(place: string): void {
    if (this.#isOver) return;
    this.comeBack();
    this.#takeLastStep(place);
    removeLane(this.scheduler, this.number);
    this.#isOver = true;
    this.scheduler.shared.add("announcements", 1);
    this.token.handOver(this.token.chooseNext());
    this.#counter.stopCounting();
  }

  /** The whole program ends with this thread. */
  endProgram(how: string, place: string): void {
    if (this.#isOver) return;
    this.#takeLastStep(place);
    this.#isOver = true;
    this.scheduler.log.end(how);
    this.#counter.stopCounting();
  }

  /** Logs something that is not controlled, once. */
  reportUncontrolled(what: string): void {
    const { shared, log } = this.scheduler;
    if (shared.isFirstReport(textHash(what))) log.uncontrolled(what);
  }

  /** Lets the next lane run; returns when this one has the token again. */
  #yield(place: string): void {
    const next = this.token.chooseNext();
    if (next !== this.number) {
      this.#turns.end(place);
      if (typeof next !== "number" || !this.#turns.mayResumeAfter(next)) this.#turns.writePending();
      this.token.handOver(next);
      this.token.await();
      this.#turns.resume();
    }
    clock.jump(this.scheduler.shared.get("clock"));
    this.#counter.grant();
  }

  #takeLastStep(place: string): void {
    this.#counter.count();
    this.#counter.publish();
    this.#turns.logWatch(place);
    this.#endTurn(place);
  }

  #endTurn(place: string): void {
    this.#turns.end(place);
    this.#turns.writePending();
  }

  #endAtLimit(place: string): void {
    const { shared, plan } = this.scheduler;
    const total = shared.get("totalSteps");
    if (total < plan.limit) return;
    this.#endTurn(place);
    const message = `still running after ${total} steps`;
    forceEnd(this.scheduler, this.number, { how: "limit", code: 124, message });
  }
}
