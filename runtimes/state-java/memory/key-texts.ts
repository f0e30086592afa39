import type { Machine } from "../jdwp/machine.ts";
import { idOf, isNull, type JavaValue } from "../jdwp/values.ts";
import { type JavaClass, lineage } from "./class-table.ts";
import { boxes, keyLabel } from "./java-text.ts";
import type { ReadValue, ValueReader } from "./read-value.ts";

const maxDepth = 3;
const maxParts = 100;

/**
 * Labels of map entries and members of sets: the text of the key. An object has one if it has a `hashCode` of its own, which means
 * that it is compared by what it consists of. Without one, the order of entries is another one in each run; where it is the same,
 * the n-th of such entries is `{n}`.
 */
export class KeyTexts {
  readonly #reader: ValueReader;
  readonly #machine: Machine;
  readonly #hashing = new Map<bigint, Promise<boolean>>();

  constructor(reader: ValueReader, machine: Machine) {
    this.#reader = reader;
    this.#machine = machine;
  }

  /** Undefined: the keys have no labels that are the same in every run. */
  async labelsOf(keys: readonly JavaValue[], isOrdered: boolean): Promise<readonly string[] | undefined> {
    const texts = await Promise.all(keys.map((key) => this.#textOf(key, 0)));
    const known = texts.filter((each) => each !== undefined);
    if (new Set(known).size < known.length || (!isOrdered && texts.includes(undefined))) return undefined;
    let numbered = 0;
    return texts.map((text) => text ?? `{${numbered++}}`);
  }

  async #textOf(key: JavaValue, depth: number): Promise<string | undefined> {
    const read = await this.#reader.read(key);
    const { type, kind, parts, more, isCut } = read;
    if (read.value !== undefined) return plainKeyText(read);
    if (!parts || more || isCut || parts.length > maxParts || depth === maxDepth || isNull(key)) return undefined;
    if (!(await this.#hasHashCode(await this.#reader.classOf(idOf(key))))) return undefined;
    const texts = await Promise.all(parts.map(async (part) => [part.label, await this.#textOf(part.value, depth + 1)]));
    if (texts.some(([, text]) => text === undefined)) return undefined;
    if (kind === "array") return `[${texts.map(([, text]) => text).join(", ")}]`;
    return `${type}(${texts.map(([label, text]) => `${label}: ${text}`).join(", ")})`;
  }

  #hasHashCode(javaClass: JavaClass): Promise<boolean> {
    const known = this.#hashing.get(javaClass.type) ?? this.#findHashCode(javaClass);
    this.#hashing.set(javaClass.type, known);
    return known;
  }

  async #findHashCode(javaClass: JavaClass): Promise<boolean> {
    for (const { type, name } of lineage(javaClass)) {
      if (name === "java.lang.Object") return false;
      const methods = await this.#machine.classes.methods(type);
      if (methods.some((each) => each.name === "hashCode" && each.signature === "()I")) return true;
    }
    return false;
  }
}

/** Undefined: it has no value semantics, as a `StringBuilder`. */
function plainKeyText({ type, value = "", kind, hasIdentity }: ReadValue): string | undefined {
  if (kind === "opaque" || hasIdentity) return undefined;
  if (type in boxes || type === "String" || /^[a-z]/.test(type)) return keyLabel(type, value);
  return /^[\p{L}_$]/u.test(value) ? `${type}.${value}` : `${type}(${value})`;
}
