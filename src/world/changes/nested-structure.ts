import { DeltaSet } from "../../core/delta-set.ts";
import type { NestedEdits, NestedPair } from "../syntax-edits/tree-edits.ts";
import { TextEdits } from "../text/edits.ts";
import type { FileStructure } from "./version-diff.ts";

/** Where the edits of a tree stand, and how to see what a set of them leaves malformed without parsing all of the text. */
export function nestedStructure(
  { edits, within, frame }: NestedEdits,
  isWellFormed: (bytes: Uint8Array) => boolean,
): FileStructure {
  const torn = tornUnits(unitsOf(edits, within), isWellFormed);
  return { chains: chainsOf(within), torn: frame ? withFrame(torn, frame) : torn, frame };
}

/** Half a frame tears the text. */
function withFrame(torn: Torn, [begin, end]: readonly [number, number]): Torn {
  return (set) => (set.has(begin) === set.has(end) ? torn(set) : torn(set).union(DeltaSet.of(begin, end)));
}

type Torn = NonNullable<FileStructure["torn"]>;

/** Maximum number of scopes around an edit: those inside the last one are not told apart. */
const maxDepth = 60;

/** The items around each edit, the widest first, each with a name of its own. */
function chainsOf(within: readonly NestedPair[]): readonly (readonly string[])[] {
  let items = 0;
  const chainOf = fromOutside<readonly string[]>([], (outer, { pair }) =>
    pair[1].role === "item" && outer.length < maxDepth ? [...outer, `${items++}`] : outer,
  );
  return within.map(chainOf);
}

/** A value of each pair that follows from that of the pair around it. Without recursion: texts may be nested deeper than the stack. */
function fromOutside<T>(outermost: T, next: (outer: T, nested: NestedPair) => T): (nested: NestedPair) => T {
  const known = new Map<NestedPair, T>();
  return (nested) => {
    const waiting: NestedPair[] = [];
    let at: NestedPair | undefined = nested;
    for (; at && !known.has(at); at = at.around) waiting.push(at);
    let value = at ? known.get(at)! : outermost;
    for (let each = waiting.pop(); each; each = waiting.pop()) {
      value = next(value, each);
      known.set(each, value);
    }
    return value;
  };
}

/** Larger items are not parsed again: each candidate would take long. */
const maxUnitBytes = 32_000;

/** Maximum number of bytes parsed to judge one candidate; what is left is taken for well-formed. */
const maxBytesAtOnce = 200_000;

/** An item of both texts with edits inside it. */
class Unit {
  readonly deltas: DeltaSet;
  readonly size: number;
  /** The edits that lead from the old item to the new one. */
  readonly #inside: TextEdits;
  readonly #first: number;
  /** Whether the item is well-formed with some of the edits, by the key of the set. */
  readonly #known = new Map<string, boolean>();

  constructor({ base, edits }: TextEdits, { pair: [old, now] }: NestedPair, deltas: DeltaSet) {
    const [first] = deltas;
    this.deltas = deltas;
    this.size = Math.max(old.end - old.start, now.end - now.start);
    this.#first = first!;
    const own = Array.from(deltas, (i) => edits[i]!);
    const moved = own.map((edit) => ({ ...edit, start: edit.start - old.start, end: edit.end - old.start }));
    this.#inside = new TextEdits(base.subarray(old.start, old.end), moved);
  }

  isKnown(own: DeltaSet): boolean {
    return this.#known.has(own.key);
  }

  /** What is well-formed as a whole need not be so alone: a method is not. Then nothing can be said. */
  isTorn(own: DeltaSet, isWellFormed: (bytes: Uint8Array) => boolean): boolean {
    const ends = [DeltaSet.empty, this.deltas];
    if (!ends.every((end) => this.#isFine(end, isWellFormed))) return false;
    return !this.#isFine(own, isWellFormed);
  }

  #isFine(own: DeltaSet, isWellFormed: (bytes: Uint8Array) => boolean): boolean {
    const known = this.#known.get(own.key) ?? isWellFormed(this.#inside.compose(moved(own, -this.#first)));
    this.#known.set(own.key, known);
    return known;
  }
}

function moved(set: DeltaSet, by: number): DeltaSet {
  return DeltaSet.from(Array.from(set.ranges(), ([start, end]) => [start + by, end + by]));
}

/** The largest items that are small enough, with at least two edits each. */
function unitsOf(edits: TextEdits, within: readonly NestedPair[]): Unit[] {
  const unitOf = fromOutside<NestedPair | undefined>(undefined, (outer, nested) => {
    return outer ?? (isUnit(nested) ? nested : undefined);
  });
  const units: Unit[] = [];
  for (let i = 0; i < within.length; ) {
    const unit = unitOf(within[i]!);
    let end = i + 1;
    while (unit && end < within.length && unitOf(within[end]!) === unit) end++;
    if (unit && end - i > 1) units.push(new Unit(edits, unit, DeltaSet.range(i, end)));
    i = end;
  }
  return units;
}

function isUnit({ pair }: NestedPair): boolean {
  return pair.every(({ role, start, end }) => role === "item" && end - start <= maxUnitBytes);
}

function tornUnits(units: readonly Unit[], isWellFormed: (bytes: Uint8Array) => boolean): Torn {
  return (set) => {
    const torn: DeltaSet[] = [];
    let left = maxBytesAtOnce;
    for (const unit of units) {
      const own = set.intersect(unit.deltas);
      if (own.isEmpty || own.size === unit.deltas.size) continue;
      if (!unit.isKnown(own)) left -= unit.size;
      if (left < 0) break;
      if (unit.isTorn(own, isWellFormed)) torn.push(unit.deltas);
    }
    return DeltaSet.from(torn.flatMap((each) => [...each.ranges()]));
  };
}
