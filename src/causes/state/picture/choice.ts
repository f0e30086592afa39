import type { Difference } from "../compare/differences.ts";
import { type Step, sides, type TwoMemories } from "./two-memories.ts";

/** So many rows can be read at a glance; what the cause needs is shown anyway. */
const mostRows = 40;
/** So many of a box's rows are shown, if there is no reason for more. */
export const rowsOfBox = 7;
/** So much of a long way is shown at its beginning and at its end. */
const near = { start: 2, end: 3 };
/** To leave so few of it out is not worth while. */
const fewSkipped = 2;
/** Other differences are shown if they are not farther away. */
const longestWay = 6;
const mostCauses = 6;
const mostDifferences = 200;
/** Of larger things, not every part is known as where a pointer may lead. */
const mostOwned = 10_000;
/** Calls next to the innermost one and to those of the cause. */
const nearCalls = 2;

/** Which boxes are to be drawn, and which of their rows in any case. */
export interface Choice {
  readonly boxes: ReadonlyMap<string, ReadonlySet<string>>;
  /** The rows of the cause, as `rowKey` names them. */
  readonly cause: ReadonlySet<string>;
  /** From the row before to the box after what is left out of a long way. */
  readonly skips: ReadonlyMap<string, { readonly to: string; readonly skipped: number }>;
}

export const rowKey = ({ box, label }: Step) => `${box} ${label}`;

/** The cause with the way to it and what is around it comes first, then what else differs, then what the calls know. */
export function chooseBoxes(
  memories: TwoMemories,
  differences: readonly Difference[],
  cause: readonly Difference[],
): Choice {
  const chosen = new Chosen(memories);
  const named = cause.slice(0, mostCauses).map(({ at }) => chosen.owned(memories.way(at)));
  const ways = named.filter((way) => way.length > 0);
  chosen.takeWays(ways);
  for (const way of ways) chosen.cause.add(rowKey(way.at(-1)!));
  chosen.takeCalls();
  for (const way of ways) chosen.takeAround(way.at(-1)!);
  for (const { at } of differences.slice(0, mostDifferences)) chosen.takeIfRoom(chosen.owned(memories.way(at)));
  chosen.takeReached();
  return chosen;
}

class Chosen implements Choice {
  readonly boxes = new Map<string, Set<string>>();
  readonly cause = new Set<string>();
  readonly skips = new Map<string, { to: string; skipped: number }>();
  readonly #memories: TwoMemories;
  /** Where values stand to which pointers may lead. */
  readonly #owners = new Map<string, Step>();
  #rows = 0;

  constructor(memories: TwoMemories) {
    this.#memories = memories;
    for (const box of memories.roots.keys()) this.#own(box);
  }

  /** Long ways are shown from both ends, with what the cause leads back to, and where they meet. */
  takeWays(ways: readonly (readonly Step[])[]): void {
    const kept = new Set(
      ways.flatMap((way) => [...way.slice(0, near.start), ...way.slice(-near.end)]).map(({ box }) => box),
    );
    for (const way of ways) for (const back of this.#targets(way.at(-1)!)) kept.add(back);
    for (const way of ways) {
      const shown = way.flatMap(({ box }, i) => (kept.has(box) ? [i] : []));
      for (const [k, i] of shown.entries()) {
        const next = shown[k + 1] ?? i + 1;
        if (next - i <= 1 + fewSkipped) for (const step of way.slice(i, next)) this.#take(step);
        else {
          this.#take(way[i]!);
          this.skips.set(rowKey(way[i]!), { to: way[next]!.box, skipped: next - i - 1 });
        }
      }
    }
  }

  /** The innermost calls, those of the cause with who called them, and where it all began. */
  takeCalls(): void {
    const calls = [...this.#memories.roots.keys()].filter(
      (key) => key.startsWith("call ") && this.#memories.slotsOf(key).length > 0,
    );
    const named = calls.map((key) => this.boxes.has(key));
    calls.forEach((key, i) => {
      const isNear = i < nearCalls || i === calls.length - 1 || named[i - 1] || named[i];
      if (isNear || calls.length <= nearCalls + 2) this.#box(key);
    });
  }

  /** What it leads to in both runs, and what that leads to. */
  takeAround(step: Step): void {
    for (const beside of this.#targets(step)) {
      this.#takeThing(beside);
      for (const { label } of this.#memories.slotsOf(beside).slice(0, rowsOfBox))
        for (const next of this.#targets({ box: beside, label })) if (this.#fits(next)) this.#takeThing(next);
    }
  }

  takeIfRoom(way: readonly Step[]): void {
    if (way.some((step) => this.skips.has(rowKey(step)))) return;
    const fresh = way.filter(({ box }) => !this.boxes.has(box));
    const rows = fresh.reduce((sum, { box }) => sum + this.#cost(box), 0);
    if (way.length <= longestWay && this.#rows + rows <= mostRows) for (const { box } of way) this.#box(box);
  }

  /** What the chosen boxes lead to, the nearest first. */
  takeReached(): void {
    for (const [box] of this.boxes) {
      if (this.#memories.roots.get(box)?.kind === "file") continue;
      for (const { label } of this.#memories.slotsOf(box).slice(0, rowsOfBox))
        for (const next of this.#targets({ box, label })) if (this.#fits(next)) this.#takeThing(next);
    }
  }

  /** A pointer to a variable, a member or an element leads to where that stands. */
  owned(way: readonly Step[]): Step[] {
    return way.map((step) => (this.boxes.has(step.box) ? step : (this.#owners.get(step.box) ?? step)));
  }

  #targets({ box, label }: Step): string[] {
    const skip = this.skips.get(rowKey({ box, label }));
    if (skip) return [skip.to];
    const slot = this.#memories.slotsOf(box).find((each) => each.label === label);
    return slot ? sides.flatMap((side) => this.#memories.target(side, slot) ?? []) : [];
  }

  #takeThing(key: string): void {
    const owner = this.#owners.get(key);
    if (owner && !this.boxes.has(key)) this.#take(owner);
    else this.#box(key);
  }

  #take({ box, label }: Step): void {
    this.#box(box).add(label);
  }

  #box(key: string): Set<string> {
    const known = this.boxes.get(key);
    if (known) return known;
    const labels = new Set<string>();
    this.#rows += this.#cost(key);
    this.boxes.set(key, labels);
    this.#own(key);
    return labels;
  }

  #fits(key: string): boolean {
    return this.boxes.has(key) || this.#owners.has(key) || this.#rows + this.#cost(key) <= mostRows;
  }

  #cost(key: string): number {
    return 1 + Math.min(rowsOfBox, this.#memories.slotsOf(key).length);
  }

  #own(box: string): void {
    for (const slot of this.#memories.slotsOf(box).slice(0, mostOwned))
      for (const side of sides) {
        const number = slot[side];
        if (number === undefined || !this.#memories.isHeld(side, number)) continue;
        const key = this.#memories.keyOf(side, number);
        if (key !== box && !this.#owners.has(key)) this.#owners.set(key, { box, label: slot.label });
      }
  }
}
