import type { ValuePath, VariableRef } from "../../protocol/state.ts";
import { ImpossibleChange } from "../../shared/plan-errors.ts";
import { isInMemory, kinds, type Variable } from "../delve/api.ts";
import { DelveError } from "../delve/connection.ts";
import type { Delve } from "../delve/delve.ts";
import { channelContent } from "../memory/channels.ts";
import { at, dereference, expressionAt } from "../memory/expressions.ts";
import { mapKeyText } from "../memory/go-text.ts";
import { valueAlone, withinValue } from "../memory/load-config.ts";
import { isNamed, type OwnFrame, variableName } from "../memory/snapshot.ts";

/** Where a value is, or where an element of a slice would be. */
export interface Slot {
  /** Undefined: there is no such part yet. */
  readonly variable?: Variable;
  /** An expression for the variable, in a frame. */
  readonly expression: string;
  readonly frame: number;
  /** The thing that it is part of, and as what. */
  readonly parent?: FilledSlot;
  readonly label?: string;
}

export type FilledSlot = Slot & { readonly variable: Variable };

/** Enough for the entries of a map. */
const wholeMap = { ...withinValue, MaxArrayValues: 1_000_000 };

/** Finds values by their paths. */
export class Slots {
  readonly #delve: Delve;
  readonly #frames: readonly OwnFrame[];
  readonly #variables = new Map<number, Promise<readonly Variable[]>>();

  constructor(delve: Delve, frames: readonly OwnFrame[]) {
    this.#delve = delve;
    this.#frames = frames;
  }

  async find({ root, steps }: ValuePath): Promise<Slot> {
    let slot: Slot = await this.#root(root);
    for (const label of steps) slot = await this.part(required(slot), label);
    return slot;
  }

  async existing(path: ValuePath): Promise<FilledSlot> {
    return required(await this.find(path));
  }

  async part(whole: FilledSlot, label: string): Promise<Slot> {
    const parent = await this.content(whole);
    const { variable, frame } = parent;
    const filled = (found: Variable, expression: string): Slot => ({
      variable: found,
      expression: isInMemory(found) ? expressionAt(found) : expression,
      frame,
      parent,
      label,
    });
    if (variable.kind === kinds.pointer && label === dereference)
      return filled(await this.#evaluate(at(variable.children![0]!), frame), at(variable.children![0]!));
    if (variable.kind === kinds.struct) {
      const expression = `${parent.expression}.${label}`;
      return filled(await this.#evaluate(expression, frame), expression);
    }
    const isIndex = /^\d+$/.test(label) && (variable.kind === kinds.slice || variable.kind === kinds.array);
    if (!isIndex) return this.#listedPart(parent, label);
    const expression = `${parent.expression}[${label}]`;
    if (Number(label) >= variable.len) return { expression, frame, parent, label };
    return filled(await this.#evaluate(expression, frame), expression);
  }

  /** What an interface holds: its parts are those of its content. */
  async content(slot: FilledSlot): Promise<FilledSlot> {
    const { variable, expression, frame } = slot;
    const [content] = variable.kind === kinds.interface ? (variable.children ?? []) : [];
    if (!content || content.kind === kinds.invalid) return slot;
    const loaded = await this.#evaluate(`${expression}.(data)`, frame);
    const inside = isInMemory(loaded) ? expressionAt(loaded) : `${expression}.(data)`;
    return { variable: loaded, expression: inside, frame, parent: slot, label: "data" };
  }

  async reload(slot: Slot): Promise<FilledSlot> {
    return { ...slot, variable: await this.#evaluate(slot.expression, slot.frame) };
  }

  /** The entries of a map, the elements of a channel and the variables of a closure have no expression that delve knows. */
  async #listedPart(parent: FilledSlot, label: string): Promise<Slot> {
    const { kind } = parent.variable;
    const { frame } = parent;
    const nothing: Slot = { expression: "", frame, parent, label };
    if (kind === kinds.slice || kind === kinds.array) return nothing;
    const found = partOf(await this.#delve.evaluate(parent.expression, wholeMap, frame), label);
    return found && isInMemory(found) ? { ...nothing, variable: found, expression: expressionAt(found) } : nothing;
  }

  async #root(ref: VariableRef): Promise<FilledSlot> {
    if ("input" in ref) throw new ImpossibleChange("what a Go program has not yet read cannot be changed");
    if ("global" in ref) {
      const expression = `${JSON.stringify(ref.global)}.${ref.name}`;
      const variable = await this.#evaluate(expression, 0);
      return { variable, expression: expressionAt(variable), frame: 0 };
    }
    const frame = this.#frames[ref.frame]?.number;
    const variables = frame === undefined ? [] : await this.#variablesOf(frame);
    const variable = variables.filter(isNamed).find((each) => variableName(each) === ref.name);
    if (frame === undefined || !variable) throw new ImpossibleChange(`there is no variable ${ref.name}`);
    return { variable, expression: isInMemory(variable) ? expressionAt(variable) : variable.name, frame };
  }

  #variablesOf(frame: number): Promise<readonly Variable[]> {
    const known = this.#variables.get(frame) ?? this.#delve.frameVariables(frame, valueAlone);
    this.#variables.set(frame, known);
    return known;
  }

  async #evaluate(expression: string, frame: number): Promise<Variable> {
    try {
      return await this.#delve.evaluate(expression, valueAlone, frame);
    } catch (error) {
      if (error instanceof DelveError) throw new ImpossibleChange(error.message);
      throw error;
    }
  }
}

function required(slot: Slot): FilledSlot {
  if (slot.variable) return slot as FilledSlot;
  throw new ImpossibleChange(`there is no part ${slot.label}`);
}

function partOf(whole: Variable, label: string): Variable | undefined {
  const parts = whole.children ?? [];
  if (whole.kind === kinds.map) return parts.find((_, i) => i % 2 === 1 && mapKeyText(parts[i - 1]!) === label);
  if (whole.kind === kinds.chan) return /^\d+$/.test(label) ? channelContent(whole).values[Number(label)] : undefined;
  return parts.find(({ name }) => name === label);
}
