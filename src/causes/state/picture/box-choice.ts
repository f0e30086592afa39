import type { StateDifference } from "../compare/differences.ts";
import type { PairedMemory, PathStep } from "./paired-memory.ts";
import { runSides } from "./root-boxes.ts";

/** Maximum number of rows, for a picture that can be read at a glance; what the cause needs is shown in any case. */
const maxRows = 40;
/** Maximum number of rows of one box that are shown without a special reason. */
export const maxRowsOfBox = 7;
/** How many steps of a long path are shown at its start and at its end. */
const shownSteps = { start: 2, end: 3 };
/** Fewer steps than this are not worth leaving out. */
const minSkipped = 3;
/** Maximum length of the paths to differences other than the cause. */
const maxPath = 6;
const maxCauses = 6;
const maxDifferences = 200;
/** Maximum number of slots of a box that are known as targets of pointers. */
const maxTargets = 10_000;
/** How many of the innermost calls are shown. */
const nearCalls = 2;

/** Which boxes to draw, and which of their rows in any case. */
export interface BoxChoice {
  readonly boxes: ReadonlyMap<string, ReadonlySet<string>>;
  /** The rows of the cause, by `rowKey`. */
  readonly cause: ReadonlySet<string>;
  /** Where a part of a long path is left out: from the row before it to the box after it. */
  readonly skips: ReadonlyMap<string, { readonly to: string; readonly skipped: number }>;
}

export const rowKey = ({ box, label }: PathStep) => `${box} ${label}`;

/** Chooses the cause with the path to it and its surroundings first, then other differences, then what the calls know. */
export function chooseBoxes(
  memory: PairedMemory,
  differences: readonly StateDifference[],
  cause: readonly StateDifference[],
): BoxChoice {
  const chooser = new BoxChooser(memory);
  const pathTo = ({ at }: StateDifference) => chooser.toOwners(memory.stepsTo(at));
  const paths = cause
    .slice(0, maxCauses)
    .map(pathTo)
    .filter((path) => path.length > 0);
  chooser.addPaths(paths);
  for (const path of paths) chooser.cause.add(rowKey(path.at(-1)!));
  chooser.addCalls();
  for (const path of paths) chooser.addSurroundings(path.at(-1)!);
  for (const each of differences.slice(0, maxDifferences)) chooser.addIfSmall(pathTo(each));
  chooser.addReachable();
  return chooser;
}

class BoxChooser implements BoxChoice {
  readonly boxes = new Map<string, Set<string>>();
  readonly cause = new Set<string>();
  readonly skips = new Map<string, { to: string; skipped: number }>();
  readonly #memory: PairedMemory;
  /** The slots that pointers may lead to, by the keys of their vertices. */
  readonly #owners = new Map<string, PathStep>();
  #rows = 0;

  constructor(memory: PairedMemory) {
    this.#memory = memory;
    for (const box of memory.roots.keys()) this.#addTargets(box);
  }

  /** Shows long paths from both ends, with the boxes that the cause leads back to, and where paths meet. */
  addPaths(paths: readonly (readonly PathStep[])[]): void {
    const { start, end } = shownSteps;
    const kept = new Set(paths.flatMap((path) => [...path.slice(0, start), ...path.slice(-end)]).map(({ box }) => box));
    for (const path of paths) for (const back of this.#targetsOf(path.at(-1)!)) kept.add(back);
    for (const path of paths) {
      const shown = path.flatMap(({ box }, i) => (kept.has(box) ? [i] : []));
      for (const [k, i] of shown.entries()) {
        const next = shown[k + 1] ?? i + 1;
        const skipped = next - i - 1;
        if (skipped < minSkipped) for (const step of path.slice(i, next)) this.#addRow(step);
        else {
          this.#addRow(path[i]!);
          this.skips.set(rowKey(path[i]!), { to: path[next]!.box, skipped });
        }
      }
    }
  }

  /** The innermost calls, those with the cause and their callers, and the outermost one. */
  addCalls(): void {
    const calls = [...this.#memory.roots.keys()].filter(
      (key) => key.startsWith("call ") && this.#memory.slotsOf(key).length > 0,
    );
    const isChosen = calls.map((key) => this.boxes.has(key));
    calls.forEach((key, i) => {
      const isNear = i < nearCalls || i === calls.length - 1 || isChosen[i - 1] || isChosen[i];
      if (isNear || calls.length <= nearCalls + 2) this.#addBox(key);
    });
  }

  /** What a row leads to in both runs, and what that leads to. */
  addSurroundings(row: PathStep): void {
    for (const box of this.#targetsOf(row)) {
      this.#addThing(box);
      this.#addTargetsOf(box);
    }
  }

  addIfSmall(path: readonly PathStep[]): void {
    if (path.some((step) => this.skips.has(rowKey(step)))) return;
    const added = path.filter(({ box }) => !this.boxes.has(box));
    const rows = added.reduce((sum, { box }) => sum + this.#rowsOf(box), 0);
    if (path.length <= maxPath && this.#rows + rows <= maxRows) for (const { box } of path) this.#addBox(box);
  }

  /** What the chosen boxes lead to, the nearest first. */
  addReachable(): void {
    for (const [box] of this.boxes) if (this.#memory.roots.get(box)?.kind !== "file") this.#addTargetsOf(box);
  }

  /** A pointer to a variable, a member or an element leads to the slot that contains it. */
  toOwners(path: readonly PathStep[]): PathStep[] {
    return path.map((step) => (this.boxes.has(step.box) ? step : (this.#owners.get(step.box) ?? step)));
  }

  #targetsOf({ box, label }: PathStep): string[] {
    const skip = this.skips.get(rowKey({ box, label }));
    if (skip) return [skip.to];
    const slot = this.#memory.slotsOf(box).find((each) => each.label === label);
    return slot ? runSides.flatMap((side) => this.#memory.target(side, slot) ?? []) : [];
  }

  #addTargetsOf(box: string): void {
    for (const { label } of this.#memory.slotsOf(box).slice(0, maxRowsOfBox))
      for (const next of this.#targetsOf({ box, label })) if (this.#fits(next)) this.#addThing(next);
  }

  #addThing(key: string): void {
    const owner = this.#owners.get(key);
    if (owner && !this.boxes.has(key)) this.#addRow(owner);
    else this.#addBox(key);
  }

  #addRow({ box, label }: PathStep): void {
    this.#addBox(box).add(label);
  }

  #addBox(key: string): Set<string> {
    const known = this.boxes.get(key);
    if (known) return known;
    const labels = new Set<string>();
    this.#rows += this.#rowsOf(key);
    this.boxes.set(key, labels);
    this.#addTargets(key);
    return labels;
  }

  #fits(key: string): boolean {
    return this.boxes.has(key) || this.#owners.has(key) || this.#rows + this.#rowsOf(key) <= maxRows;
  }

  #rowsOf(key: string): number {
    return 1 + Math.min(maxRowsOfBox, this.#memory.slotsOf(key).length);
  }

  #addTargets(box: string): void {
    for (const slot of this.#memory.slotsOf(box).slice(0, maxTargets))
      for (const side of runSides) {
        const number = slot[side];
        if (number === undefined || !this.#memory.isSlotTarget(side, number)) continue;
        const key = this.#memory.keyOf(side, number);
        if (key !== box && !this.#owners.has(key)) this.#owners.set(key, { box, label: slot.label });
      }
  }
}
