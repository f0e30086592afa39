import {
  hasParts,
  type MemoryGraph,
  type NewValue,
  type ValueChange,
  type ValuePath,
  type Vertex,
} from "../../../../runtimes/protocol/state.ts";
import {
  type AccessPath,
  extendPath,
  pathText,
  stableKeys,
  stableLabel,
  valuePathOf,
  variableKey,
} from "./access-path.ts";
import type { ListAlignment, ListEdit } from "./list-alignment.ts";
import { newValueFor, newValueText } from "./new-value.ts";
import { Pairing } from "./pairing.ts";
import { isAbsent } from "./unseen-parts.ts";
import { maxValueText, vertexText } from "./value-text.ts";

/** One value that a passing and a failing run do not share at a place. */
export interface StateDifference {
  /** The variable or part, as people write it. */
  readonly name: string;
  readonly at: ValuePath;
  /** The same for the same variable at every place, through whatever it is reached. */
  readonly key: string;
  /** What the passing run has, for people; undefined: nothing. */
  readonly old: string | undefined;
  /** What the failing run has. */
  readonly new: string | undefined;
  /** Both values in full, where `old` or `new` was cut. */
  readonly whole?: { readonly old: string; readonly new: string };
  /** What gives the passing run the failing one's value; undefined: that is impossible. */
  readonly change?: ValueChange;
  /** For an element inserted into, or removed from, a list: then `change` alone would not be enough. */
  readonly edit?: ListEdit;
  /** For an array that is longer or shorter: elements can only be appended, or removed, one after the other. */
  readonly tail?: ArrayTail;
}

interface ArrayTail {
  readonly array: string;
  readonly index: number;
  readonly grows: boolean;
}

/**
 * Walks both graphs side by side, from variables of the same name. Each thing is compared once, however many paths lead to it, and
 * pointers are compared by what they point to.
 */
export function differencesOf(
  passing: MemoryGraph,
  failing: MemoryGraph,
  pairing = new Pairing(passing, failing),
): readonly StateDifference[] {
  return compareMemories(pairing).differences;
}

/** A value of which only the type is known: it may or may not be the same in both runs. */
export interface IncomparableValue {
  readonly name: string;
  readonly type: string;
}

export interface ComparedMemories {
  readonly differences: readonly StateDifference[];
  readonly incomparable: readonly IncomparableValue[];
}

export function compareMemories(pairing: Pairing): ComparedMemories {
  return new Comparison(pairing).compare();
}

/** Whether it is about which thing is meant, and not about a plain value. */
export function isReference({ change }: StateDifference): boolean {
  return change !== undefined && ("path" in change.to || "copy" in change.to);
}

/** Two vertices with the same path; one of them may be missing. */
interface Slot {
  readonly passing: number | undefined;
  readonly failing: number | undefined;
  readonly path: AccessPath;
  /** The path that people are shown. */
  readonly namePath: AccessPath;
  readonly key: string;
  /** It can be neither added nor removed. */
  readonly fixed?: boolean;
  readonly tail?: ArrayTail;
  readonly edit?: ListEdit;
}

class Comparison {
  readonly #pairing: Pairing;
  readonly #keys: ReadonlyMap<number, string>;

  constructor(pairing: Pairing) {
    this.#pairing = pairing;
    this.#keys = stableKeys(pairing.passing);
  }

  /** Depth first, so that parts of one thing stay together; without recursion, because lists are deep. */
  compare(): ComparedMemories {
    const { variables, passing: graph } = this.#pairing;
    const differences: StateDifference[] = [];
    const incomparable: IncomparableValue[] = [];
    const seen = new Set<number>();
    const todo = variables
      .map(
        ({ root, passing, failing }): Slot => ({
          passing,
          failing,
          path: { root },
          namePath: { root },
          key: variableKey(graph, root),
        }),
      )
      .reverse();
    for (let slot = todo.pop(); slot; slot = todo.pop()) {
      if (this.#differs(slot)) differences.push(this.#describe(slot));
      else if (!seen.has(slot.passing!)) {
        const { type, kind, value } = this.#passing(slot.passing!);
        seen.add(slot.passing!);
        if (hasParts(this.#passing(slot.passing!))) for (const part of this.#partsOf(slot).reverse()) todo.push(part);
        else if (kind === "opaque" && value === undefined)
          incomparable.push({ name: pathText(valuePathOf(slot.namePath)), type });
      }
    }
    return { differences, incomparable };
  }

  #differs({ passing, failing }: Pick<Slot, "passing" | "failing">): boolean {
    if (passing === undefined || failing === undefined || !this.#pairing.isSameKind(passing, failing)) return true;
    const [a, b] = [this.#passing(passing), this.#failing(failing)];
    return hasParts(b) ? this.#pairing.inPassing(failing) !== passing : a.value !== b.value;
  }

  /** Parts that both have, then those that only the failing run has, then those that only the passing run has. */
  #partsOf(slot: Slot): Slot[] {
    const alignment = this.#pairing.alignmentOf(slot.passing!);
    if (alignment) return this.#elementsOf(slot, alignment);
    const path = this.#pairing.pathTo(slot.passing!);
    const namePath = this.#pairing.namePathTo(slot.passing!);
    const key = this.#keys.get(slot.passing!) ?? slot.key;
    const [a, b] = [this.#passing(slot.passing!), this.#failing(slot.failing!)];
    const [ours, theirs] = [new Map(a.edges), new Map(b.edges)];
    const part = (label: string): Slot => ({
      passing: ours.get(label),
      failing: theirs.get(label),
      path: extendPath(path, label),
      namePath: extendPath(namePath, label),
      key: `${key} ${stableLabel(path, label)}`,
    });
    const canEnd = endsOfArray(a, b);
    const tailPart = (label: string, grows: boolean): Slot =>
      a.kind === "array" && /^\d+$/.test(label)
        ? { ...part(label), tail: { array: key, index: Number(label), grows }, fixed: !canEnd(Number(label)) }
        : { ...part(label), ...(a.fixed ? { fixed: true } : {}) };
    const labels = [...ours.keys()];
    const added = [...theirs.keys()].filter((label) => !ours.has(label) && isAbsent(a, label));
    const removed = labels.filter((label) => !theirs.has(label) && isAbsent(b, label)).reverse();
    return [
      ...labels.filter((label) => theirs.has(label)).map(part),
      ...added.map((label) => tailPart(label, true)),
      ...removed.map((label) => tailPart(label, false)),
    ];
  }

  /** Elements that both lists have, then those inserted, then those removed. */
  #elementsOf(slot: Slot, { pairs, removed, inserted }: ListAlignment): Slot[] {
    const path = this.#pairing.pathTo(slot.passing!);
    const namePath = this.#pairing.namePathTo(slot.passing!);
    const paths = (label: string) => ({ path: extendPath(path, label), namePath: extendPath(namePath, label) });
    const key = this.#keys.get(slot.passing!) ?? slot.key;
    const [ours, theirs] = [this.#passing(slot.passing!).edges!, this.#failing(slot.failing!).edges!];
    const list = { list: valuePathOf(path), length: ours.length };
    const edited = (at: number, failing: number, how?: "replace"): Pick<Slot, "edit"> => {
      const value = newValueFor(this.#pairing, failing);
      return value ? { edit: { ...list, at, value, ...(how ? { replaces: true } : {}) } } : {};
    };
    const common = pairs.map(([at, index]): Slot => {
      const [[label, passing], [, failing]] = [ours[at]!, theirs[index]!];
      const edit = this.#differs({ passing, failing }) ? edited(at, failing, "replace") : {};
      return { passing, failing, ...paths(label), key: `${key} ${stableLabel(path, label)}`, ...edit };
    });
    const gone = removed.map((at): Slot => {
      const [label, passing] = ours[at]!;
      const edit = { ...list, at };
      return { passing, failing: undefined, ...paths(label), key: `${key} -${stableLabel(path, label)}`, edit };
    });
    const added = inserted.map(({ index, before }): Slot => {
      const [label, failing] = theirs[index]!;
      const edit = edited(before, failing);
      return { passing: undefined, failing, ...paths(label), key: `${key} +${stableLabel(path, label)}`, ...edit };
    });
    return [...common, ...added, ...gone];
  }

  #describe({ passing, failing, path, namePath, key, tail, edit, fixed }: Slot): StateDifference {
    const at = valuePathOf(path);
    const value = (): NewValue | undefined =>
      failing === undefined ? { gone: true } : newValueFor(this.#pairing, failing);
    const to = fixed ? undefined : value();
    return {
      name: pathText(valuePathOf(namePath)),
      at,
      key,
      old: passing === undefined ? undefined : vertexText(this.#pairing.passing, passing),
      new: failing === undefined ? undefined : newValueText(this.#pairing, failing, to),
      ...this.#wholeValues(passing, failing),
      ...(to === undefined ? {} : { change: { at, to } }),
      ...(tail === undefined ? {} : { tail }),
      ...(edit === undefined ? {} : { edit }),
    };
  }

  #wholeValues(passing: number | undefined, failing: number | undefined): Pick<StateDifference, "whole"> {
    const old = passing === undefined ? undefined : this.#passing(passing).value;
    const now = failing === undefined ? undefined : this.#failing(failing).value;
    if (old === undefined || now === undefined || Math.max(old.length, now.length) <= maxValueText) return {};
    return { whole: { old, new: now } };
  }

  #passing(number: number): Vertex {
    return this.#pairing.passing.vertices[number]!;
  }

  #failing(number: number): Vertex {
    return this.#pairing.failing.vertices[number]!;
  }
}

/** Whether an array can be made to begin or end at an index: not beyond elements that were not captured. */
function endsOfArray(a: Vertex, b: Vertex): (index: number) => boolean {
  if (!a.cut && !b.cut) return () => true;
  const [from, to] = [Math.min(a.length!, b.length!), Math.max(a.length!, b.length!)];
  const known = new Set((a.length! > b.length! ? a : b).edges?.map(([label]) => Number(label)));
  // An array grows from its end upwards, and shrinks from it downwards.
  const order = Array.from({ length: to - from }, (_, i) => (a.length! > b.length! ? to - 1 - i : from + i));
  const gap = order.findIndex((index) => !known.has(index));
  const possible = new Set(gap === -1 ? order : order.slice(0, gap));
  return (index) => possible.has(index);
}
