/**
 * Who runs where the plan says nothing. Random numbers are drawn by the lane that has the token, from a count that all share: the
 * same plan gives the same run.
 *
 * pct is Burckhardt et al., ASPLOS 2010. Deviation: a lane that has run for very long though others can is put last, else a
 * spin-wait of a lane with a high priority would never end.
 */

import type { ParsedPolicy } from "../protocol/schedule-policy.ts";
import { seededRandom, textHash } from "../shared/seeded-random.ts";
import { type Shared, want } from "./shared.ts";

/** So many steps a lane may go on while others wait. */
const fair = 1_000_000;
/** Switches are so many times as likely at places where several lanes have been. */
const sharedFactor = 16;

export class Chooser {
  readonly #shared: Shared;
  readonly #policy: ParsedPolicy;
  /** pct: steps of the whole program at which the running lane is put last. */
  readonly #changes: readonly number[];

  constructor(shared: Shared, policy: ParsedPolicy) {
    this.#shared = shared;
    this.#policy = policy;
    const random = seededRandom(policy.seed);
    const changes = policy.name === "pct" ? Math.min(policy.depth - 1, 64) : 0;
    this.#changes = Array.from({ length: changes }, () => 1 + Math.floor(random() * policy.steps)).sort(
      (a, b) => a - b,
    );
  }

  /** From the name, not from the order of creation: other schedules leave it as it is. */
  priority(name: string): number {
    return 2 ** 33 + textHash(name, this.#policy.seed);
  }

  /** Among `ready`, in the order of names; `justOver`: the last segment ended at this very step. */
  choose(me: number, ready: readonly number[], justOver: boolean): number {
    if (this.#policy.name === "pct") return this.#byPriority(me, ready);
    if (this.#policy.name === "uniform") return this.#uniform(me, ready, justOver);
    if (justOver) return this.#fresh(me);
    return this.#policy.name === "biased" ? ready[this.#below(ready.length)]! : this.#byDefault(me, ready);
  }

  /** The count at which the lane has to look up again. */
  target(lane: number): number {
    const { name } = this.#policy;
    const shared = this.#shared;
    const count = shared.lane(lane, "count");
    const alone = shared.word("live") === 1;
    if (name === "biased") return alone ? Infinity : count + 1;
    if (name === "uniform") return shared.number("due");
    const fairly = alone ? Infinity : shared.lane(lane, "since") + fair;
    const change = this.#changes[shared.word("changes")];
    return change === undefined ? fairly : Math.min(fairly, count + change - shared.number("total"));
  }

  get everyStep(): boolean {
    return this.#policy.name === "biased";
  }

  /** biased: true at one in `quantum` steps, and more often where several lanes have been. */
  switchesHere(me: number, where: string): boolean {
    const several = this.#shared.severalAt(textHash(where), me);
    return this.#random() * this.#policy.quantum < (several ? sharedFactor : 1);
  }

  #random(): number {
    const number = this.#shared.word("random") + 1;
    this.#shared.setWord("random", number);
    return textHash(String(number), this.#policy.seed) / 2 ** 32;
  }

  #below(bound: number): number {
    return Math.floor(this.#random() * bound);
  }

  #overlong(lane: number): boolean {
    return this.#shared.lane(lane, "count") - this.#shared.lane(lane, "since") >= fair;
  }

  /** From here on it may go on for long. */
  #fresh(lane: number): number {
    this.#shared.setLane(lane, "since", this.#shared.lane(lane, "count"));
    return lane;
  }

  #byDefault(me: number, ready: readonly number[]): number {
    const at = ready.indexOf(me);
    if (at === -1) return ready[0]!;
    return this.#overlong(me) ? this.#fresh(ready[(at + 1) % ready.length]!) : me;
  }

  /** A lane that is alone is not stopped; when there is a second one, its next step is as likely a switch as any. */
  #uniform(me: number, ready: readonly number[], justOver: boolean): number {
    const shared = this.#shared;
    const { quantum } = this.#policy;
    const mine = shared.word("dueLane") === me + 1;
    const wasAlone = mine && shared.number("due") === Infinity;
    const alone = shared.word("live") === 1;
    const goesOn = ready.includes(me);
    if (goesOn && wasAlone && alone) return me;
    if (goesOn && mine && !wasAlone && !alone && shared.lane(me, "count") < shared.number("due")) return me;
    const stays = justOver || (goesOn && wasAlone && this.#below(quantum) !== 0);
    const lane = stays ? me : ready[this.#below(ready.length)]!;
    const steps = 1 + Math.round((quantum - 1) * -Math.log(1 - this.#random()));
    shared.setWord("dueLane", lane + 1);
    shared.setNumber("due", alone ? Infinity : shared.lane(lane, "count") + steps);
    return lane;
  }

  #byPriority(me: number, ready: readonly number[]): number {
    const shared = this.#shared;
    const total = shared.number("total");
    let next = shared.word("changes");
    const atChange = total >= (this.#changes[next] ?? Infinity);
    while (total >= (this.#changes[next] ?? Infinity)) next++;
    shared.setWord("changes", next);
    const runs = shared.flag(me, "want") === want.nothing;
    const overlong = runs && this.#overlong(me);
    if (overlong) this.#fresh(me);
    if (atChange || (overlong && ready.length > 1)) {
      const lowest = shared.number("lowest") - 1;
      shared.setNumber("lowest", lowest);
      shared.setLane(me, "priority", lowest);
    }
    return ready.reduce((best, lane) => (shared.lane(lane, "priority") > shared.lane(best, "priority") ? lane : best));
  }
}
