/**
 * Which lane runs where the plan does not decide. The lane that has the token draws random numbers from a count that all lanes
 * share, so the same plan gives the same run.
 *
 * pct is Burckhardt et al., ASPLOS 2010. Deviation: a lane that has run for very long while others can run gets the lowest
 * priority; otherwise a lane of high priority that spins would wait forever.
 */

import type { ParsedPolicy } from "../../protocol/schedule-policy.ts";
import { seededRandom, textHash } from "../../shared/seeded-random.ts";
import { waitKind } from "./memory-layout.ts";
import type { SharedMemory } from "./shared-memory.ts";

/** default and pct: maximum number of steps in one turn while other lanes can run. */
const maxTurn = 1_000_000;
/** pct: maximum number of steps at which priorities change. */
const maxChangePoints = 64;
/** biased: how much more likely a switch is at places where several lanes have been. */
const sharedPlaceFactor = 16;

interface Choice {
  /** The lane that has the token. */
  readonly me: number;
  /** The lanes that can run, in the order of their names. */
  readonly ready: readonly number[];
  /** Whether the plan's last segment ended at this very step, and `me` can run on. */
  readonly planEndsHere: boolean;
}

export class LanePolicy {
  readonly #shared: SharedMemory;
  readonly #policy: ParsedPolicy;
  /** pct: steps of the whole program at which the running lane gets the lowest priority. */
  readonly #changePoints: readonly number[];

  constructor(shared: SharedMemory, policy: ParsedPolicy) {
    this.#shared = shared;
    this.#policy = policy;
    const random = seededRandom(policy.seed);
    const length = policy.name === "pct" ? Math.min(policy.depth - 1, maxChangePoints) : 0;
    this.#changePoints = Array.from({ length }, () => 1 + Math.floor(random() * policy.steps)).sort((a, b) => a - b);
  }

  /** Depends on the lane's name, not on when it is created, so it is the same in other schedules. */
  priorityOf(name: string): number {
    return 2 ** 33 + textHash(name, this.#policy.seed);
  }

  choose(choice: Choice): number {
    const { me, ready, planEndsHere } = choice;
    if (this.#policy.name === "pct") return this.#chooseByPriority(me, ready);
    if (this.#policy.name === "uniform") return this.#chooseUniformly(choice);
    if (planEndsHere) return this.#beginTurn(me);
    return this.#policy.name === "biased" ? ready[this.#randomBelow(ready.length)]! : this.#chooseByDefault(me, ready);
  }

  /** The step at which the lane has to enter the scheduler again. */
  targetOf(lane: number): number {
    const { name } = this.#policy;
    const shared = this.#shared;
    const steps = shared.lane(lane, "steps");
    const isAlone = shared.get("liveLanes") === 1;
    if (name === "biased") return isAlone ? Infinity : steps + 1;
    if (name === "uniform") return shared.get("turnEnd");
    const turnEnd = isAlone ? Infinity : shared.lane(lane, "turnStart") + maxTurn;
    const change = this.#changePoints[shared.get("changePoint")];
    return change === undefined ? turnEnd : Math.min(turnEnd, steps + change - shared.get("totalSteps"));
  }

  get decidesAtEveryStep(): boolean {
    return this.#policy.name === "biased";
  }

  /** biased: true at one in `quantum` steps, and more often where several lanes have been. */
  switchesAt(place: string, me: number): boolean {
    const isSharedPlace = this.#shared.visitPlace(textHash(place), me);
    return this.#random() * this.#policy.quantum < (isSharedPlace ? sharedPlaceFactor : 1);
  }

  #random(): number {
    return textHash(String(this.#shared.add("randomDraws", 1)), this.#policy.seed) / 2 ** 32;
  }

  #randomBelow(bound: number): number {
    return Math.floor(this.#random() * bound);
  }

  #hasLongTurn(lane: number): boolean {
    return this.#shared.lane(lane, "steps") - this.#shared.lane(lane, "turnStart") >= maxTurn;
  }

  #beginTurn(lane: number): number {
    this.#shared.setLane(lane, "turnStart", this.#shared.lane(lane, "steps"));
    return lane;
  }

  #chooseByDefault(me: number, ready: readonly number[]): number {
    const at = ready.indexOf(me);
    if (at === -1) return ready[0]!;
    return this.#hasLongTurn(me) ? this.#beginTurn(ready[(at + 1) % ready.length]!) : me;
  }

  /** A lane that is alone is not stopped; once there is a second one, its next step is as likely a switch as any. */
  #chooseUniformly({ me, ready, planEndsHere }: Choice): number {
    const shared = this.#shared;
    const { quantum } = this.#policy;
    const isMyTurn = shared.get("turnLane") === me + 1;
    const wasAlone = isMyTurn && shared.get("turnEnd") === Infinity;
    const isAlone = shared.get("liveLanes") === 1;
    const canRunOn = ready.includes(me);
    if (canRunOn && wasAlone && isAlone) return me;
    if (canRunOn && isMyTurn && !wasAlone && !isAlone && shared.lane(me, "steps") < shared.get("turnEnd")) return me;
    const stays = planEndsHere || (canRunOn && wasAlone && this.#randomBelow(quantum) !== 0);
    const lane = stays ? me : ready[this.#randomBelow(ready.length)]!;
    const steps = 1 + Math.round((quantum - 1) * -Math.log(1 - this.#random()));
    shared.set("turnLane", lane + 1);
    shared.set("turnEnd", isAlone ? Infinity : shared.lane(lane, "steps") + steps);
    return lane;
  }

  #chooseByPriority(me: number, ready: readonly number[]): number {
    const shared = this.#shared;
    const isAtChange = this.#passChangePoints();
    const isTooLong = shared.lane(me, "waitKind") === waitKind.nothing && this.#hasLongTurn(me);
    if (isTooLong) this.#beginTurn(me);
    if (isAtChange || (isTooLong && ready.length > 1)) shared.setLane(me, "priority", shared.add("lowestPriority", -1));
    return ready.reduce((best, lane) => (shared.lane(lane, "priority") > shared.lane(best, "priority") ? lane : best));
  }

  /** True if the program has come to a change point. */
  #passChangePoints(): boolean {
    const total = this.#shared.get("totalSteps");
    const first = this.#shared.get("changePoint");
    let next = first;
    while (total >= (this.#changePoints[next] ?? Infinity)) next++;
    this.#shared.set("changePoint", next);
    return next > first;
  }
}
