import type { ObjectCopy, Vertex } from "../../protocol/state.ts";
import { ImpossibleChange } from "../../shared/plan-errors.ts";
import type { Machine } from "../jdwp/machine.ts";
import { idOf, isReference, type JavaValue, nullValue } from "../jdwp/values.ts";
import type { JavaClass } from "../memory/class-table.ts";
import { boxes, keyWithLabel, plainValue, unquoted } from "../memory/java-text.ts";
import type { ObjectReader } from "../memory/object-reader.ts";
import { isForeign, shapeOf } from "../memory/shapes.ts";
import { addToCollection, collections, putIntoMap } from "./collection-changes.ts";
import type { LibraryMethod, ObjectMaker } from "./object-maker.ts";
import type { SlotWriter } from "./slot-writer.ts";

/** Things that exist already, by their numbers in a copy. */
export type KnownThings = ReadonlyMap<number, JavaValue>;

/** What a copy has made so far, by its numbers: things may lead back to each other. */
type Copied = Map<number, JavaValue>;

/** Makes the values that a plan asks for. */
export class ValueMaker {
  readonly #machine: Machine;
  readonly #reader: ObjectReader;
  readonly #maker: ObjectMaker;
  readonly #writer: SlotWriter;

  constructor(machine: Machine, reader: ObjectReader, maker: ObjectMaker, writer: SlotWriter) {
    this.#machine = machine;
    this.#reader = reader;
    this.#maker = maker;
    this.#writer = writer;
  }

  /** A value by its text, for a variable of a type. */
  async scalar(text: string, type: string, signature = "Ljava/lang/Object;"): Promise<JavaValue> {
    if (!isReference({ tag: signature[0] ?? "" })) {
      const value = plainValue(signature, text);
      if (value) return value;
    } else if (text === "null" && type !== "String") return nullValue;
    else {
      const made = await this.#object(text, type);
      if (made) return made;
    }
    throw new ImpossibleChange(`a value of type ${type} cannot be made from ${text}`);
  }

  async #object(text: string, type: string): Promise<JavaValue | undefined> {
    const tag = boxes[type];
    if (tag !== undefined) {
      const value = plainValue(tag, text);
      const owner = `Ljava/lang/${type};`;
      return value && this.#maker.callStatic({ owner, name: "valueOf", signature: `(${tag})${owner}` }, [value]);
    }
    const content = unquoted(text);
    if (type === "String") return content === undefined ? undefined : this.#maker.text(content);
    const owner = madeFromText[type];
    if (owner !== undefined) return this.#fromText(owner, content ?? text);
    return this.#enumConstant(type, text);
  }

  async #fromText(owner: string, text: string): Promise<JavaValue> {
    return this.#maker.construct(owner, "(Ljava/lang/String;)V", [await this.#maker.text(text)]);
  }

  async #enumConstant(type: string, name: string): Promise<JavaValue | undefined> {
    for (const { type: id } of await this.#reader.classes.named(type)) {
      const { staticFields, signature } = await this.#reader.classes.of(id);
      const field = staticFields.find((each) => each.name === name && each.signature === signature);
      const [value] = field ? await this.#machine.classes.staticValues(id, [field.id]) : [];
      if (value && idOf(value) !== 0n) return value;
    }
    return undefined;
  }

  /** The key that an entry of a map has by its label. */
  async key(label: string): Promise<JavaValue> {
    const plain = keyWithLabel(label);
    if (plain) return this.scalar(plain.text, plain.type);
    const [, type = "", name = ""] = /^(.*)\.([^.]+)$/.exec(label) ?? [];
    const constant = await this.#enumConstant(type, name);
    if (constant) return constant;
    throw new ImpossibleChange(
      `an entry with the key ${label} cannot be added or removed without running the program's code`,
    );
  }

  /** What vertex `number` of a copy stands for, with everything that it leads to. */
  async copy(copy: ObjectCopy, number: number, known: KnownThings, made: Copied = new Map()): Promise<JavaValue> {
    const same = known.get(number) ?? made.get(number);
    if (same) return same;
    const vertex = copy.graph[number]!;
    if (vertex.value !== undefined) return this.scalar(vertex.value, vertex.type);
    const part = Object.assign((to: number) => this.copy(copy, to, known, made), {
      vertex: (to: number) => copy.graph[to]!,
    });
    const keep = (value: JavaValue) => {
      made.set(number, value);
      return value;
    };
    if (vertex.type.endsWith("[]")) return this.#copyArray(vertex, part, keep);
    const fixedList = vertex.kind === "array" ? fixedLists[vertex.type] : undefined;
    if (fixedList) return this.#copyFixedList(vertex, fixedList, part);
    // Programs have classes of such names too.
    if (vertex.type in collections && vertex.kind !== "object") return this.#copyCollection(vertex, part, keep);
    return this.#copyObject(vertex, part, keep);
  }

  async #copyArray({ type, edges = [], length = 0 }: Vertex, part: PartMaker, keep: Keeper): Promise<JavaValue> {
    const javaClass = await this.#classNamed(type);
    const array = keep(await this.#maker.array(javaClass.type, length));
    const signature = javaClass.signature.slice(1);
    const isPlain = !isReference({ tag: signature[0]! });
    for (const [label, to] of edges) {
      const { value: text } = isPlain ? part.vertex(to) : { value: undefined };
      const value = text === undefined ? await part(to) : await this.scalar(text, "", signature);
      await this.#writer.set({ kind: "element", array: idOf(array), index: Number(label), signature }, value);
    }
    return array;
  }

  /** It cannot lead back to itself. */
  async #copyFixedList({ edges = [] }: Vertex, method: LibraryMethod, part: PartMaker): Promise<JavaValue> {
    const { type } = await this.#classNamed("Object[]");
    const array = await this.#maker.array(type, edges.length);
    const values: JavaValue[] = [];
    for (const [, to] of edges) values.push(await part(to));
    if (values.length > 0) await this.#machine.objects.setElements(idOf(array), 0, values);
    return this.#maker.callStatic(method, [array]);
  }

  async #copyCollection({ type, kind, edges = [] }: Vertex, part: PartMaker, keep: Keeper): Promise<JavaValue> {
    const owner = collections[type]!;
    const made = keep(await this.#maker.construct(owner));
    for (const [label, to] of edges) {
      if (kind === "array") await addToCollection(this.#maker, owner, made, await part(to));
      else if (kind === "set") await addToCollection(this.#maker, owner, made, await this.key(label));
      else await putIntoMap(this.#maker, owner, made, [await this.key(label), await part(to)]);
    }
    return made;
  }

  async #copyObject({ type, edges = [] }: Vertex, part: PartMaker, keep: Keeper): Promise<JavaValue> {
    const javaClass = await this.#classNamed(type);
    if (shapeOf(javaClass).shape.shape !== "fields")
      throw new ImpossibleChange(`a value of type ${type} cannot be made`);
    const object = keep(await this.#maker.allocate(javaClass));
    const { parts = [] } = await this.#reader.read(object);
    for (const [label, to] of edges) {
      const slot = parts.find((each) => each.label === label)?.slot;
      if (!slot) throw new ImpossibleChange(`there is no part ${label} in a value of type ${type}`);
      const { value: text, type: partType } = part.vertex(to);
      const isPlain = text !== undefined && !isReference({ tag: slot.signature[0]! });
      await this.#writer.set(slot, isPlain ? await this.scalar(text, partType, slot.signature) : await part(to));
    }
    return object;
  }

  async #classNamed(type: string): Promise<JavaClass> {
    const found = await this.#reader.classes.named(type);
    const classes = await Promise.all(found.map((each) => this.#reader.classes.of(each.type)));
    const [first, ...others] = classes.some(isForeign) ? classes.filter(isForeign) : classes;
    if (first && others.length === 0) return first;
    const reason = found.length === 0 ? `the class ${type} is not loaded yet` : `there are several classes ${type}`;
    throw new ImpossibleChange(reason);
  }
}

const madeFromText: Readonly<Record<string, string>> = {
  BigInteger: "Ljava/math/BigInteger;",
  BigDecimal: "Ljava/math/BigDecimal;",
  StringBuilder: "Ljava/lang/StringBuilder;",
  StringBuffer: "Ljava/lang/StringBuffer;",
};
/** Lists whose length is fixed, and what makes them from an array. */
const fixedLists: Readonly<Record<string, LibraryMethod>> = {
  "Arrays.ArrayList": {
    owner: "Ljava/util/Arrays;",
    name: "asList",
    signature: "([Ljava/lang/Object;)Ljava/util/List;",
  },
  List: {
    owner: "Ljava/util/ImmutableCollections;",
    name: "listFromTrustedArray",
    signature: "([Ljava/lang/Object;)Ljava/util/List;",
  },
};
type Keeper = (value: JavaValue) => JavaValue;
interface PartMaker {
  (to: number): Promise<JavaValue>;
  vertex(to: number): Vertex;
}
