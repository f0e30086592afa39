import type { ObjectCopy, Vertex } from "../../protocol/state.ts";
import { ImpossibleChange } from "../../shared/plan-errors.ts";
import { isInMemory, kinds, type Variable } from "../delve/api.ts";
import type { Delve } from "../delve/delve.ts";
import { dereference, expressionAt, hexadecimal } from "../memory/expressions.ts";
import type { NamedVariable } from "../memory/graph-builder.ts";
import { shortTypeName } from "../memory/type-names.ts";
import type { Allocator } from "./allocator.ts";
import { assign, scalarAssignments } from "./scalars.ts";
import type { FilledSlot, Slots } from "./slots.ts";

/** The offsets of a slice's length and capacity, and of what an interface points to. */
const lengthOffset = 8;
const capacityOffset = 16;
const dataOffset = 8;

/** Things that exist already, by their numbers in a copy. */
export type KnownThings = ReadonlyMap<number, FilledSlot>;

interface SliceHeader {
  readonly base: number;
  readonly length: number;
  readonly capacity: number;
}

/** Writes values into the program's memory. */
export class Writer {
  readonly #delve: Delve;
  readonly #slots: Slots;
  readonly #allocator: Allocator;

  constructor(delve: Delve, slots: Slots, allocator: Allocator) {
    this.#delve = delve;
    this.#slots = slots;
    this.#allocator = allocator;
  }

  async setScalar(slot: FilledSlot, text: string, type: string): Promise<void> {
    const { variable, frame } = slot;
    if (variable.kind === kinds.interface && text !== "nil") return this.#setInterface(slot, text, type);
    for (const each of scalarAssignments(slot, text)) await assign(this.#delve, each, frame);
  }

  /** Makes a pointer lead to something that exists. */
  async pointTo(pointer: FilledSlot, { variable: target }: FilledSlot): Promise<void> {
    const type = pointer.variable.children?.[0]?.type;
    if (type !== target.type || !isInMemory(target))
      throw new ImpossibleChange(`a pointer to ${type} cannot lead to a value of type ${target.type}`);
    const value = `(*${JSON.stringify(target.type)})(${hexadecimal(target.addr)})`;
    await assign(this.#delve, { to: pointer.expression, value }, pointer.frame);
  }

  /** Makes a slice, map or pointer the same as another one. */
  async setToSame({ variable, expression, frame }: FilledSlot, { variable: source }: FilledSlot): Promise<void> {
    const isReference = source.kind === kinds.slice || source.kind === kinds.map || source.kind === kinds.pointer;
    if (!isReference || source.type !== variable.type || !isInMemory(source))
      throw new ImpossibleChange(`a value of type ${variable.type} cannot be the same thing as another`);
    await assign(this.#delve, { to: expression, value: expressionAt(source) }, frame);
  }

  /** Gives a slot the value that vertex `number` of a copy has, with everything that it leads to. */
  async copyInto(
    slot: FilledSlot,
    copy: ObjectCopy,
    number: number,
    known: KnownThings,
    done = new Copied(),
  ): Promise<void> {
    const vertex = copy.graph[number]!;
    const same = known.get(number);
    if (same) return this.setToSame(slot, same);
    if (vertex.value !== undefined) return this.setScalar(slot, vertex.value, vertex.type);
    const { kind } = slot.variable;
    if (shortTypeName(slot.variable.type) !== vertex.type)
      throw new ImpossibleChange(`a value of type ${slot.variable.type} cannot become one of type ${vertex.type}`);
    if (kind === kinds.pointer) return this.pointToCopy(slot, copy, edge(vertex, dereference), known, done);
    if (kind === kinds.slice) await this.setSlice(slot, vertex.length ?? 0);
    else if (kind !== kinds.struct && kind !== kinds.array)
      throw new ImpossibleChange(`a value of type ${vertex.type} cannot be made`);
    await this.#copyParts(slot, copy, number, known, done);
  }

  /** Makes a pointer lead to something new. It is linked before it is filled: the garbage collector must find it. */
  async pointToCopy(
    pointer: FilledSlot,
    copy: ObjectCopy,
    number: number,
    known: KnownThings,
    done = new Copied(),
  ): Promise<void> {
    const same = known.get(number) ?? done.get(number);
    if (same) return this.pointTo(pointer, same);
    const type = pointer.variable.children![0]!.type;
    const { type: wanted } = copy.graph[number]!;
    if (shortTypeName(type) !== wanted)
      throw new ImpossibleChange(`a pointer to ${type} cannot lead to a value of type ${wanted}`);
    const address = await this.#allocator.allocate(type);
    const value = `(*${JSON.stringify(type)})(${hexadecimal(address)})`;
    await assign(this.#delve, { to: pointer.expression, value }, pointer.frame);
    const expression = expressionAt({ type, addr: address });
    const target = await this.#slots.reload({ expression, frame: 0 });
    done.set(number, target);
    await this.copyInto(target, copy, number, known, done);
  }

  /** Changes the length of a slice; where it has no room, its elements move. `same` are all variables that are this slice. */
  async setSlice(slot: FilledSlot, length: number, same: readonly NamedVariable[] = []): Promise<FilledSlot> {
    const { variable } = slot;
    const { base, cap } = variable;
    if (length <= cap && base !== 0) await this.#setHeader(slot, { base, length, capacity: cap }, same);
    else {
      // Allocated first: what is allocated last is not linked yet.
      if (!isInMemory(variable)) await this.#allocator.scratch();
      const moved = await this.#moveElements(variable, length);
      await this.#setHeader(slot, { base: moved, length, capacity: length }, same);
    }
    return this.#slots.reload(slot);
  }

  /** A smaller one: what is behind it stays unused. */
  async setCapacity(slot: FilledSlot, capacity: number, same: readonly NamedVariable[]): Promise<void> {
    const { base, len: length, cap } = slot.variable;
    if (capacity > cap || capacity < length)
      throw new ImpossibleChange(`the capacity of a slice cannot become ${capacity}`);
    await this.#setHeader(slot, { base, length, capacity }, same);
  }

  /** Variables in registers are assigned from one in memory. */
  async #setHeader(slot: FilledSlot, header: SliceHeader, same: readonly NamedVariable[]): Promise<void> {
    const { variable, expression, frame } = slot;
    const own = { expression, frame, ...(isInMemory(variable) ? { address: variable.addr } : {}) };
    const all: readonly NamedVariable[] = [own, ...same];
    const first = all.find(({ address }) => address !== undefined)?.address ?? (await this.#allocator.scratch());
    await this.#setWord(first, header.base);
    await this.#setWord(first + lengthOffset, header.length);
    await this.#setWord(first + capacityOffset, header.capacity);
    const value = expressionAt({ type: variable.type, addr: first });
    for (const each of all)
      if (each.address !== first) await assign(this.#delve, { to: each.expression, value }, each.frame);
  }

  /** The address of a copy of the elements, with room for all. */
  async #moveElements(slice: Variable, length: number): Promise<number> {
    const type = slice.realType.replace(/^\[\]/, "");
    if (type === slice.realType) throw new ImpossibleChange(`a slice of type ${slice.type} cannot grow`);
    const { size } = await this.#allocator.describe(type);
    const address = await this.#allocator.allocate(type, length);
    for (let i = 0; i < Math.min(slice.len, length); i++) {
      const [to, from] = [address, slice.base].map((base) => expressionAt({ type, addr: base + i * size }));
      await assign(this.#delve, { to: to!, value: from! }, 0);
    }
    return address;
  }

  async #copyParts(
    slot: FilledSlot,
    copy: ObjectCopy,
    number: number,
    known: KnownThings,
    done: Copied,
  ): Promise<void> {
    for (const [label, part] of copy.graph[number]!.edges ?? []) {
      if (label === "cap") continue;
      const found = await this.#slots.part(
        slot.variable.kind === kinds.slice ? await this.#slots.reload(slot) : slot,
        label,
      );
      if (!found.variable) throw new ImpossibleChange(`there is no part ${label}`);
      await this.copyInto(found as FilledSlot, copy, part, known, done);
    }
  }

  /** What an interface holds may be shared or read-only, so the new value gets memory of its own. The type has to stay. */
  async #setInterface(slot: FilledSlot, text: string, type: string): Promise<void> {
    const [content] = slot.variable.children ?? [];
    const isSame = content !== undefined && shortTypeName(content.type) === type && content.kind !== kinds.pointer;
    if (!isSame || !isInMemory(slot.variable))
      throw new ImpossibleChange(`an interface cannot get a value of type ${type}`);
    const addr = await this.#allocator.allocate(content.type);
    await this.#setWord(slot.variable.addr + dataOffset, addr);
    const box = await this.#slots.reload({ expression: expressionAt({ type: content.type, addr }), frame: 0 });
    await this.setScalar(box, text, type);
  }

  async #setWord(address: number, value: number): Promise<void> {
    await assign(this.#delve, { to: `*(*uint64)(${hexadecimal(address)})`, value: String(value) }, 0);
  }
}

/** What a copy has made so far, by its numbers: things may lead back to each other. */
class Copied extends Map<number, FilledSlot> {}

function edge({ edges = [] }: Vertex, label: string): number {
  const found = edges.find(([each]) => each === label);
  if (!found) throw new ImpossibleChange(`there is no part ${label}`);
  return found[1];
}
