import { ImpossibleChange } from "../../shared/plan-errors.ts";
import { errors, JdwpError } from "../jdwp/connection.ts";
import type { Machine } from "../jdwp/machine.ts";
import { type Id, idOf, isNull, isReference, type JavaValue } from "../jdwp/values.ts";
import type { ObjectReader } from "../memory/object-reader.ts";
import type { Slot } from "../memory/slot.ts";
import type { StoppedThread } from "../memory/stopped-thread.ts";
import { typeName } from "../program/names.ts";

/** Puts values where they are kept. */
export class SlotWriter {
  readonly #machine: Machine;
  readonly #reader: ObjectReader;
  readonly #thread: StoppedThread;
  /** Arrays that others have taken the place of. */
  readonly #replaced = new Map<Id, Id>();
  /** Where references to arrays were written. */
  readonly #written: { readonly slot: Slot; readonly array: Id }[] = [];

  constructor(machine: Machine, reader: ObjectReader, thread: StoppedThread) {
    this.#machine = machine;
    this.#reader = reader;
    this.#thread = thread;
  }

  /** The virtual machine does not check types, so that a wrong one would crash it. */
  async set(slot: Slot, value: JavaValue): Promise<void> {
    await this.#check(slot, value);
    if (value.tag === "[" && !isNull(value)) this.#written.push({ slot, array: idOf(value) });
    try {
      await this.#write(slot, value);
    } catch (error) {
      if (error instanceof JdwpError) throw new ImpossibleChange(refusal(error));
      throw error;
    }
  }

  /** Where an array was written to. */
  writtenWith(array: Id): readonly Slot[] {
    return this.#written.filter((each) => each.array === array).map(({ slot }) => slot);
  }

  /** Puts a new array in place of another one, wherever that is known to be. */
  async replaceArray(array: Id, by: JavaValue, holders: readonly Slot[]): Promise<void> {
    this.#replaced.set(array, idOf(by));
    for (const slot of holders) {
      const now = await this.#current(slot);
      if (now && idOf(now) === array) await this.set(slot, by);
    }
  }

  async #check({ signature }: Slot, value: JavaValue): Promise<void> {
    const isPlain = !isReference({ tag: signature[0] ?? "" });
    if (isPlain || isNull(value)) {
      if (isPlain && value.tag === signature) return;
      if (!isPlain) return;
    } else if (isReference(value)) {
      const javaClass = await this.#reader.classOf(idOf(value));
      if (await this.#reader.classes.isAssignable(javaClass, signature)) return;
    }
    throw new ImpossibleChange(`a value of type ${typeName(signature)} cannot become this one`);
  }

  async #write(slot: Slot, value: JavaValue): Promise<void> {
    if (slot.kind === "local") return this.#thread.setVariable(slot.frame, slot.slot, value);
    if (slot.kind === "field") return this.#machine.objects.setField(slot.object, slot.field, value);
    if (slot.kind === "static") return this.#machine.classes.setStatic(slot.type, slot.field, value);
    return this.#machine.objects.setElements(this.#arrayNow(slot.array), slot.index, [value]);
  }

  /** Undefined: it is not there any more. */
  async #current(slot: Slot): Promise<JavaValue | undefined> {
    if (slot.kind === "local") {
      const variables = await this.#thread.variablesOf(slot.frame);
      return variables.find((each) => each.slot === slot.slot)?.value;
    }
    if (slot.kind === "field") return (await this.#machine.objects.fieldValues(slot.object, [slot.field]))[0];
    if (slot.kind === "static") return (await this.#machine.classes.staticValues(slot.type, [slot.field]))[0];
    const array = this.#arrayNow(slot.array);
    if (slot.index >= (await this.#machine.objects.arrayLength(array))) return undefined;
    return (await this.#machine.objects.elements(array, slot.index, 1))[0];
  }

  #arrayNow(array: Id): Id {
    return this.#replaced.get(array) ?? array;
  }
}

function refusal({ code, message }: JdwpError): string {
  if (code === errors.opaqueFrame) return "Java cannot set variables of callers in a virtual thread";
  return `Java cannot set it here (${message})`;
}
