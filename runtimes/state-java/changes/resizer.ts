import { ImpossibleChange } from "../../shared/plan-errors.ts";
import { type Id, idOf, isReference, type JavaValue, nullValue } from "../jdwp/values.ts";
import type { JavaClass } from "../memory/class-table.ts";
import type { ObjectReader } from "../memory/object-reader.ts";
import { type ListShape, shapeOf } from "../memory/shapes.ts";
import type { Slot } from "../memory/slot.ts";
import type { Snapshot, StoppedProgram } from "../memory/snapshot.ts";
import type { ObjectMaker } from "./object-maker.ts";
import type { Whole } from "./path-finder.ts";
import type { SlotWriter } from "./slot-writer.ts";

/** An array or a list whose length changes. */
interface Resized {
  readonly whole: Whole;
  readonly length: number;
  /** By index. */
  readonly added: Map<number, { readonly change: number; readonly value: JavaValue }>;
  readonly removed: Map<number, number>;
}

/** Maximum number of classes with a static field that refers to an array, so that another thing is among the referrers. */
const maxClasses = 100;

interface Tools {
  readonly maker: ObjectMaker;
  readonly writer: SlotWriter;
  readonly holders: Snapshot["holdersOf"];
}

/** The type of the elements of what can become longer or shorter. Undefined: it cannot, or not here. */
export async function canResize(reader: ObjectReader, { value }: Whole): Promise<{ signature: string } | undefined> {
  const javaClass = await reader.classOf(idOf(value));
  if (value.tag === "[") return { signature: javaClass.signature.slice(1) };
  return listShape(javaClass) ? { signature: "Ljava/lang/Object;" } : undefined;
}

function listShape(javaClass: JavaClass): ListShape | undefined {
  const { shape } = shapeOf(javaClass);
  return shape.shape === "list" && shape.grows ? shape : undefined;
}

/** Makes arrays and lists longer or shorter, once all other changes are made. An array has to be replaced by another one. */
export class Resizer {
  readonly #program: StoppedProgram;
  readonly #tools: Tools;
  readonly #resized = new Map<Id, Resized>();

  constructor(program: StoppedProgram, tools: Tools) {
    this.#program = program;
    this.#tools = tools;
  }

  grow(whole: Whole, change: number, index: number, value: JavaValue): void {
    this.#of(whole).added.set(index, { change, value });
  }

  shrink(whole: Whole, change: number, index: number): void {
    this.#of(whole).removed.set(index, change);
  }

  /** The changes that were impossible, and why. */
  async finish(): Promise<(readonly [index: number, reason: string])[]> {
    const refused: (readonly [number, string])[] = [];
    for (const each of this.#resized.values()) {
      const { length, gaps } = newLength(each);
      refused.push(...gaps.map((change) => [change, "elements between are missing"] as const));
      try {
        if (length !== each.length) await this.#resize(each, length);
      } catch (error) {
        if (!(error instanceof ImpossibleChange)) throw error;
        const changes = [...[...each.added.values()].map(({ change }) => change), ...each.removed.values()];
        refused.push(
          ...changes.filter((change) => !gaps.includes(change)).map((change) => [change, error.message] as const),
        );
      }
    }
    return refused;
  }

  #of(whole: Whole): Resized {
    const id = idOf(whole.value);
    const known = this.#resized.get(id) ?? {
      whole,
      length: whole.read.length ?? 0,
      added: new Map(),
      removed: new Map(),
    };
    this.#resized.set(id, known);
    return known;
  }

  async #resize(resized: Resized, length: number): Promise<void> {
    const { value } = resized.whole;
    const added = Array.from({ length: Math.max(0, length - resized.length) }, (_, i) => {
      return resized.added.get(resized.length + i)!.value;
    });
    if (value.tag !== "[") return this.#resizeList(resized, length, added);
    const holders = [...this.#tools.holders(idOf(value)), ...this.#tools.writer.writtenWith(idOf(value))];
    await this.#checkReferrers(idOf(value), holders);
    const array = await this.#copyOfArray(idOf(value), Math.min(resized.length, length), length);
    await this.#setElements(array, resized.length, added);
    await this.#tools.writer.replaceArray(idOf(value), array, holders);
  }

  /** Whatever refers to the old array has to get the new one: otherwise they would be two. */
  async #checkReferrers(array: Id, holders: readonly Slot[]): Promise<void> {
    const known = new Set(
      holders.map((slot) => (slot.kind === "field" ? slot.object : "array" in slot ? slot.array : 0n)),
    );
    const referrers = await this.#program.machine.objects.referrers(array, known.size + maxClasses);
    // Static fields belong to classes.
    if (referrers.some((each) => each.tag !== "c" && !known.has(idOf(each))))
      throw new ImpossibleChange("something that is not compared refers to the array too");
  }

  async #resizeList({ whole, length: before }: Resized, length: number, added: readonly JavaValue[]): Promise<void> {
    const { reader, machine } = this.#program;
    const list = idOf(whole.value);
    const javaClass = await reader.classOf(list);
    const { elements, size } = listShape(javaClass)!;
    const [array, count] = await reader.fields.parts(list, javaClass, [elements, size!]);
    const capacity = await machine.objects.arrayLength(idOf(array!.value));
    const room = length <= capacity ? array!.value : await this.#copyOfArray(idOf(array!.value), before, length);
    await this.#setElements(room, before, added);
    const gone = Array.from({ length: Math.max(0, before - length) }, () => nullValue);
    await this.#setElements(room, length, gone);
    if (room !== array!.value) await this.#tools.writer.set(array!.slot!, room);
    await this.#tools.writer.set(count!.slot!, { tag: "I", value: length });
  }

  async #copyOfArray(array: Id, elements: number, length: number): Promise<JavaValue> {
    const { reader, machine } = this.#program;
    const copy = await this.#tools.maker.array((await reader.classOf(array)).type, length);
    await this.#setElements(copy, 0, await machine.objects.elements(array, 0, elements), "unchecked");
    return copy;
  }

  async #setElements(array: JavaValue, from: number, values: readonly JavaValue[], how?: "unchecked"): Promise<void> {
    const { reader, machine } = this.#program;
    const signature = (await reader.classOf(idOf(array))).signature.slice(1);
    if (how === "unchecked" || !isReference({ tag: signature[0]! })) {
      if (values.length > 0) await machine.objects.setElements(idOf(array), from, values);
      return;
    }
    for (const [i, value] of values.entries())
      await this.#tools.writer.set({ kind: "element", array: idOf(array), index: from + i, signature }, value);
  }
}

/** As far as elements follow each other without a gap. */
function newLength({ length, added, removed }: Resized): { readonly length: number; readonly gaps: readonly number[] } {
  let end = length;
  while (added.has(end)) end++;
  if (end === length) while (removed.has(end - 1)) end--;
  const gaps = [
    ...[...added].filter(([index]) => index >= end || index < length).map(([, { change }]) => change),
    ...[...removed].filter(([index]) => index < end).map(([, change]) => change),
  ];
  return { length: end, gaps };
}
