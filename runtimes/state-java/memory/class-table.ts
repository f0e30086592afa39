import type { Field, LoadedClass } from "../jdwp/class-commands.ts";
import type { Machine } from "../jdwp/machine.ts";
import type { Id } from "../jdwp/values.ts";
import { typeName } from "../program/names.ts";

export interface JavaClass {
  readonly type: Id;
  readonly signature: string;
  /** `java.util.HashMap$Node`. */
  readonly name: string;
  /** Undefined: it is `java.lang.Object`, an interface or an array. */
  readonly superclass: JavaClass | undefined;
  /** Those that it declares itself and that belong to objects. */
  readonly fields: readonly Field[];
  readonly staticFields: readonly Field[];
}

const staticField = 0x8;

/** What is known of classes, asked for once. */
export class ClassTable {
  readonly #machine: Machine;
  readonly #classes = new Map<Id, Promise<JavaClass>>();
  readonly #interfaces = new Map<Id, Promise<readonly Id[]>>();
  #loaded: Promise<readonly LoadedClass[]> | undefined;

  constructor(machine: Machine) {
    this.#machine = machine;
  }

  of(type: Id): Promise<JavaClass> {
    const known = this.#classes.get(type) ?? this.#read(type);
    this.#classes.set(type, known);
    return known;
  }

  /** Those of a type as people are shown it: `Node`, `int[]`. */
  async named(shown: string): Promise<readonly LoadedClass[]> {
    this.#loaded ??= this.#machine.classes.all();
    return (await this.#loaded).filter(({ signature }) => typeName(signature) === shown);
  }

  /** Whether a variable of a type, by its signature, can hold an object of a class. */
  async isAssignable(javaClass: JavaClass, signature: string): Promise<boolean> {
    if (signature === "Ljava/lang/Object;" || javaClass.signature === signature) return true;
    if (javaClass.signature.startsWith("[")) return this.#isArrayAssignable(javaClass.signature, signature);
    for (let at: JavaClass | undefined = javaClass; at; at = at.superclass)
      if (at.signature === signature || (await this.#implements(at.type, signature))) return true;
    return false;
  }

  /** Elements of plain types have to be the same; others are as assignable as their types. */
  async #isArrayAssignable(from: string, to: string): Promise<boolean> {
    if (!to.startsWith("[")) return to === "Ljava/lang/Cloneable;" || to === "Ljava/io/Serializable;";
    const [element] = await this.#machine.classes.named(from.slice(1));
    return (
      element !== undefined && !/^\[*[A-Z]$/.test(from) && this.isAssignable(await this.of(element.type), to.slice(1))
    );
  }

  async #implements(type: Id, signature: string): Promise<boolean> {
    const known = this.#interfaces.get(type) ?? this.#machine.classes.interfaces(type);
    this.#interfaces.set(type, known);
    for (const each of await known) {
      const isIt = (await this.of(each)).signature === signature;
      if (isIt || (await this.#implements(each, signature))) return true;
    }
    return false;
  }

  async #read(type: Id): Promise<JavaClass> {
    const signature = await this.#machine.classes.signature(type);
    const isArray = signature.startsWith("[");
    const [fields, superclass] = await Promise.all([
      isArray ? [] : this.#machine.classes.fields(type),
      // An interface has none, and the virtual machine says so with an error.
      isArray ? 0n : this.#machine.classes.superclass(type).catch(() => 0n),
    ]);
    return {
      type,
      signature,
      name: signature.replace(/^L(.*);$/, "$1").replaceAll("/", "."),
      superclass: superclass === 0n ? undefined : await this.of(superclass),
      fields: fields.filter(({ modifiers }) => !(modifiers & staticField)),
      staticFields: fields.filter(({ modifiers }) => modifiers & staticField),
    };
  }
}

/** The class and those that it extends, itself first. */
export function lineage(javaClass: JavaClass): JavaClass[] {
  return javaClass.superclass ? [javaClass, ...lineage(javaClass.superclass)] : [javaClass];
}

/** A field of a class or of those that it extends. */
export function fieldNamed(javaClass: JavaClass, name: string): Field | undefined {
  return lineage(javaClass)
    .flatMap(({ fields }) => fields)
    .find((each) => each.name === name);
}
