import type { Field } from "../jdwp/class-commands.ts";
import type { Machine } from "../jdwp/machine.ts";
import type { Id, JavaValue } from "../jdwp/values.ts";
import { typeName } from "../program/names.ts";
import { fieldNamed, type JavaClass } from "./class-table.ts";
import type { Part } from "./slot.ts";

/** Counts changes of collections, for their iterators. */
const leftOut = new Set(["modCount", "serialVersionUID"]);

/** Reads fields of objects. */
export class FieldReader {
  readonly #machine: Machine;

  constructor(machine: Machine) {
    this.#machine = machine;
  }

  async one(object: Id, javaClass: JavaClass, name: string): Promise<JavaValue> {
    return (await this.several(object, javaClass, [name]))[0]!;
  }

  async several(object: Id, javaClass: JavaClass, names: readonly string[]): Promise<JavaValue[]> {
    return (await this.parts(object, javaClass, names)).map(({ value }) => value);
  }

  async parts(object: Id, javaClass: JavaClass, names: readonly string[]): Promise<Part[]> {
    const fields = names.map((name) => {
      const field = fieldNamed(javaClass, name);
      if (!field) throw new Error(`${javaClass.name} has no field ${name} in this version of Java`);
      return { label: name, field };
    });
    return this.#read(object, fields);
  }

  /** All fields that some classes of an object declare. A field that another one of its name hides is told apart by its class. */
  async all(object: Id, classes: readonly JavaClass[]): Promise<Part[]> {
    const all = classes.flatMap((owner) =>
      owner.fields.filter(({ name }) => !leftOut.has(name)).map((field) => ({ owner, field })),
    );
    const labelled = all.map(({ owner, field }, i) => {
      const isHidden = all.slice(i + 1).some((other) => other.field.name === field.name);
      return { label: isHidden ? `${typeName(owner.signature)}.${field.name}` : field.name, field };
    });
    return this.#read(object, labelled);
  }

  async #read(object: Id, fields: readonly { readonly label: string; readonly field: Field }[]): Promise<Part[]> {
    if (fields.length === 0) return [];
    const values = await this.#machine.objects.fieldValues(
      object,
      fields.map(({ field }) => field.id),
    );
    return fields.map(({ label, field: { id, signature } }, i) => ({
      label,
      value: values[i]!,
      slot: { kind: "field", object, field: id, signature },
    }));
  }
}
