import type { ValuePath, VariableRef } from "../../protocol/state.ts";
import { ImpossibleChange } from "../../shared/plan-errors.ts";
import { idOf, isNull, isReference, type JavaValue } from "../jdwp/values.ts";
import type { ReadValue } from "../memory/read-value.ts";
import type { Part, Slot } from "../memory/slot.ts";
import { localSlot, type StoppedProgram, staticVariables } from "../memory/snapshot.ts";

/** A thing with its parts. */
export interface Whole {
  readonly value: JavaValue;
  readonly read: ReadValue;
}

/** What is at a path. */
export interface Found {
  /** Undefined: there is no such part yet. */
  readonly value?: JavaValue;
  readonly slot?: Slot;
  /** The thing that it is part of, and as what. */
  readonly parent?: Whole;
  readonly label: string;
}

/** Finds values by their paths. Everything is read before anything is changed. */
export class PathFinder {
  readonly #program: StoppedProgram;
  readonly #read = new Map<bigint, Promise<ReadValue>>();

  constructor(program: StoppedProgram) {
    this.#program = program;
  }

  async find({ root, steps }: ValuePath): Promise<Found> {
    let found = await this.#root(root);
    for (const label of steps) found = await this.#part(required(found), label);
    return found;
  }

  async existing(path: ValuePath): Promise<JavaValue> {
    return required(await this.find(path));
  }

  async #part(value: JavaValue, label: string): Promise<Found> {
    const read = await this.#readOnce(value);
    const parent = { value, read };
    const part = read.parts?.find((each) => each.label === label) ?? (await elementBeyond(read, label));
    return { label, parent, ...(part ? { value: part.value } : {}), ...(part?.slot ? { slot: part.slot } : {}) };
  }

  #readOnce(value: JavaValue): Promise<ReadValue> {
    if (!isReference(value) || isNull(value)) return this.#program.reader.read(value);
    const known = this.#read.get(idOf(value)) ?? this.#program.reader.read(value);
    this.#read.set(idOf(value), known);
    return known;
  }

  async #root(ref: VariableRef): Promise<Found> {
    if ("input" in ref) throw new ImpossibleChange("what a Java program has not yet read cannot be changed");
    if ("frame" in ref) {
      const found = (await this.#program.thread.variablesOf(ref.frame)).find(({ name }) => name === ref.name);
      if (found) return { label: ref.name, value: found.value, slot: localSlot(found) };
    } else {
      const all = await staticVariables(this.#program);
      const found = all.find(({ global, name }) => global === ref.global && name === ref.name);
      if (found) return { label: ref.name, value: found.value, slot: found.slot };
    }
    throw new ImpossibleChange(`there is no variable ${ref.name}`);
  }
}

async function elementBeyond({ more, length = 0 }: ReadValue, label: string): Promise<Part | undefined> {
  const index = /^\d+$/.test(label) ? Number(label) : length;
  return more && index < length ? (await more(index, index + 1))[0] : undefined;
}

function required({ value, label }: Found): JavaValue {
  if (value) return value;
  throw new ImpossibleChange(`there is no part ${label}`);
}
