import { chunkSize } from "../../protocol/state.ts";
import type { Machine } from "../jdwp/machine.ts";
import { type Id, idOf, isNull, isReference, type JavaValue } from "../jdwp/values.ts";
import { typeName } from "../program/names.ts";
import { ClassTable, fieldNamed, type JavaClass, lineage } from "./class-table.ts";
import { entriesOf, isPresent } from "./collections.ts";
import { FieldReader } from "./field-reader.ts";
import { bigDecimalText, bigIntegerText, plainText } from "./java-text.ts";
import { KeyTexts } from "./key-texts.ts";
import type { ReadValue, ValueReader } from "./read-value.ts";
import { isForeign, isTransparent, type ListShape, shapeOf, shownType } from "./shapes.ts";
import type { Part, Slot } from "./slot.ts";

/** A longer text is not captured: only its type is known. */
const maxText = 1_000_000;

/** Reads values of the program, without running any of its code. */
export class ObjectReader implements ValueReader {
  readonly classes: ClassTable;
  readonly fields: FieldReader;
  readonly #machine: Machine;
  readonly #keys: KeyTexts;

  constructor(machine: Machine) {
    this.#machine = machine;
    this.classes = new ClassTable(machine);
    this.fields = new FieldReader(machine);
    this.#keys = new KeyTexts(this, machine);
  }

  async classOf(object: Id): Promise<JavaClass> {
    return this.classes.of(await this.#machine.objects.type(object));
  }

  async elements(array: Id): Promise<JavaValue[]> {
    return this.#machine.objects.elements(array, 0, await this.#machine.objects.arrayLength(array));
  }

  async read(value: JavaValue): Promise<ReadValue> {
    if (value.tag === hiddenTag)
      return { type: typeName((await this.classes.of(idOf(value))).signature), kind: "opaque" };
    if (isNull(value)) return { type: "null", value: "null" };
    if (!isReference(value)) return { type: typeName(value.tag), value: plainText(value) };
    if (value.tag === "s") return this.#readText(idOf(value));
    if (value.tag === "c") return { type: "Class", kind: "opaque", value: await this.#reflected(idOf(value)) };
    const javaClass = await this.classOf(idOf(value));
    if (value.tag === "[") return this.#readArray(idOf(value), javaClass);
    return this.#readObject(idOf(value), javaClass);
  }

  async #readText(id: Id): Promise<ReadValue> {
    const text = await this.#machine.objects.text(id);
    if (text.length > maxText) return { type: "String", kind: "opaque" };
    return { type: "String", value: JSON.stringify(text) };
  }

  async #reflected(classObject: Id): Promise<string> {
    return typeName((await this.classes.of(await this.#machine.objects.reflectedType(classObject))).signature);
  }

  async #readArray(array: Id, { signature }: JavaClass): Promise<ReadValue> {
    const length = await this.#machine.objects.arrayLength(array);
    const elements = this.#elementsOf(array, signature.slice(1));
    return { type: typeName(signature), hasIdentity: true, ...(await firstElements(length, elements)) };
  }

  #elementsOf(array: Id, signature: string, shift = 0) {
    return async (from: number, to: number): Promise<Part[]> => {
      const values = await this.#machine.objects.elements(array, from + shift, to - from);
      return values.map((value, i) => {
        const slot: Slot = { kind: "element", array, index: from + shift + i, signature };
        return { label: String(from + i), value, slot };
      });
    };
  }

  async #readObject(object: Id, javaClass: JavaClass): Promise<ReadValue> {
    const { shape, extensions } = shapeOf(javaClass);
    const type = shownType(javaClass);
    const thing = { type, hasIdentity: true as const };
    const own = () => this.#fieldParts(object, extensions);
    switch (shape.shape) {
      case "box":
        return { type, value: plainText(await this.fields.one(object, javaClass, "value")) };
      case "enum":
        return { type: enumType(javaClass), value: await this.#text(object, javaClass, "name") };
      case "builder":
        return { ...thing, value: JSON.stringify(await this.#builderText(object, javaClass)) };
      case "bigInteger":
        return { type, value: await this.#bigInteger(object, javaClass) };
      case "bigDecimal":
        return { type, value: await this.#bigDecimal(object, javaClass) };
      case "list":
        return withParts({ ...thing, ...(await this.#readList(object, javaClass, shape)) }, await own());
      case "smallList":
        return { ...thing, ...(await this.#readSmallList(object, javaClass)) };
      case "deque":
        return withParts({ ...thing, ...(await this.#readDeque(object, javaClass)) }, await own());
      case "linkedList":
        return withParts({ ...thing, ...(await this.#readLinked(object, javaClass)) }, await own());
      case "hashMap":
      case "linkedMap":
      case "properties":
      case "treeMap":
      case "set":
      case "fixedMap":
      case "fixedSet":
        return withParts({ ...thing, ...(await this.#readEntries(object, javaClass)) }, await own());
      case "entry":
        return { ...thing, kind: "object", parts: await this.fields.parts(object, javaClass, ["key", "value"]) };
      case "error": {
        const parts = await this.fields.parts(object, javaClass, ["detailMessage", "cause"]);
        return withParts({ ...thing, kind: "object", parts }, await own());
      }
      case "fields":
        return { ...thing, kind: "object", parts: await own() };
      default:
        return { type: isForeign(javaClass) ? "lambda" : type, kind: "opaque" };
    }
  }

  /** Of the base classes of Java itself, only the names are known. */
  async #fieldParts(object: Id, classes: readonly JavaClass[]): Promise<Part[]> {
    const seen = classes.filter((each) => isForeign(each) || isTransparent(each));
    const hidden = classes.find((each) => !seen.includes(each));
    const parts = await this.fields.all(object, seen.toReversed());
    return hidden ? [...parts, { label: "super", value: { tag: hiddenTag, value: hidden.type } }] : parts;
  }

  async #readList(object: Id, javaClass: JavaClass, { elements, size, grows }: ListShape) {
    const [array, count] = await this.fields.several(object, javaClass, [elements, ...(size ? [size] : [])]);
    const id = idOf(array!);
    const length = count ? Number(count.value) : await this.#machine.objects.arrayLength(id);
    const read = await firstElements(length, this.#elementsOf(id, "Ljava/lang/Object;"));
    return { ...read, ...(grows ? {} : { fixed: true as const }) };
  }

  /** A list of one element has a plain object in the place of the second. */
  async #readSmallList(object: Id, javaClass: JavaClass) {
    const both = await this.fields.parts(object, javaClass, ["e0", "e1"]);
    const present = await Promise.all(both.map(({ value }) => isPresent(this, value)));
    const parts = both.filter((_, i) => present[i]).map((part, i) => ({ ...part, label: String(i) }));
    return { kind: "array" as const, length: parts.length, parts, fixed: true as const };
  }

  async #readDeque(object: Id, javaClass: JavaClass) {
    const [array, head, tail] = await this.fields.several(object, javaClass, ["elements", "head", "tail"]);
    const capacity = await this.#machine.objects.arrayLength(idOf(array!));
    const [first, end] = [Number(head!.value), Number(tail!.value)];
    const length = (end - first + capacity) % capacity;
    const untilEnd = Math.min(length, capacity - first);
    const read = this.#elementsOf(idOf(array!), "Ljava/lang/Object;", first);
    const wrapped = this.#elementsOf(idOf(array!), "Ljava/lang/Object;", first - capacity);
    return firstElements(length, async (from, to) => [
      ...(from < untilEnd ? await read(from, Math.min(to, untilEnd)) : []),
      ...(to > untilEnd ? await wrapped(Math.max(from, untilEnd), to) : []),
    ]);
  }

  async #readLinked(object: Id, javaClass: JavaClass) {
    const parts: Part[] = [];
    let node = await this.fields.one(object, javaClass, "first");
    const nodeClass = isNull(node) ? javaClass : await this.classOf(idOf(node));
    while (!isNull(node)) {
      const [item, next] = await this.fields.parts(idOf(node), nodeClass, ["item", "next"]);
      parts.push({ ...item!, label: String(parts.length) });
      node = next!.value;
    }
    return { kind: "array" as const, length: parts.length, parts };
  }

  async #readEntries(object: Id, javaClass: JavaClass): Promise<Pick<ReadValue, "kind" | "parts" | "fixed" | "isCut">> {
    const { kind, entries, isOrdered, isCut, isFixed } = await entriesOf(this, object, javaClass);
    const labels = await this.#keys.labelsOf(
      entries.map(({ key }) => key),
      isOrdered,
    );
    if (!labels) return { kind: "opaque" };
    const parts = entries.flatMap(({ key, value }, i): Part[] => {
      const label = labels[i]!;
      const isNumbered = /^\{\d+\}$/.test(label);
      if (kind === "set") return [{ label, value: key }];
      return [...(isNumbered ? [{ label: `${label} key`, value: key }] : []), { ...value!, label }];
    });
    const sorted = isOrdered ? parts : parts.toSorted((a, b) => (a.label < b.label ? -1 : 1));
    return { kind, parts: sorted, ...(isCut ? { isCut } : {}), ...(isFixed ? { fixed: true } : {}) };
  }

  async #text(object: Id, javaClass: JavaClass, field: string): Promise<string> {
    return this.#machine.objects.text(idOf(await this.fields.one(object, javaClass, field)));
  }

  /** Latin-1 or UTF-16 in the byte order of the machine; characters in versions before 9. */
  async #builderText(object: Id, javaClass: JavaClass): Promise<string> {
    const [array, count] = await this.fields.several(object, javaClass, ["value", "count"]);
    const coder = fieldNamed(javaClass, "coder") ? await this.fields.one(object, javaClass, "coder") : undefined;
    const length = Number(count!.value) * (coder?.value === 1 ? 2 : 1);
    const values = await this.#machine.objects.elements(idOf(array!), 0, length);
    const numbers = values.map(({ value }) => Number(value));
    if (!coder) return String.fromCharCode(...numbers);
    return Buffer.from(numbers).toString(coder.value === 1 ? "utf16le" : "latin1");
  }

  async #bigInteger(object: Id, javaClass: JavaClass): Promise<string> {
    const [sign, pieces] = await this.fields.several(object, javaClass, ["signum", "mag"]);
    const length = await this.#machine.objects.arrayLength(idOf(pieces!));
    const numbers = await this.#machine.objects.elements(idOf(pieces!), 0, length);
    return bigIntegerText(
      Number(sign!.value),
      numbers.map(({ value }) => Number(value)),
    );
  }

  async #bigDecimal(object: Id, javaClass: JavaClass): Promise<string> {
    const names = ["intCompact", "scale", "intVal"];
    const [compact, scale, large] = await this.fields.several(object, javaClass, names);
    const isLarge = compact!.value === -(2n ** 63n);
    const unscaled = isLarge
      ? await this.#bigInteger(idOf(large!), await this.classOf(idOf(large!)))
      : String(compact!.value);
    return bigDecimalText(unscaled, Number(scale!.value));
  }
}

/** Stands for the part of an object that a base class of Java itself declares. */
export const hiddenTag = "hidden";

async function firstElements(length: number, elements: (from: number, to: number) => Promise<readonly Part[]>) {
  const parts = await elements(0, Math.min(length, chunkSize));
  return { kind: "array" as const, length, parts, ...(length > chunkSize ? { more: elements } : {}) };
}

function withParts(read: ReadValue, own: readonly Part[]): ReadValue {
  return read.parts && own.length > 0 ? { ...read, parts: [...read.parts, ...own] } : read;
}

/** A constant may have a class of its own, without a name. */
function enumType(javaClass: JavaClass): string {
  const classes = lineage(javaClass);
  const base = classes.findIndex(({ name }) => name === "java.lang.Enum");
  return typeName(classes[base - 1]?.signature ?? javaClass.signature);
}
