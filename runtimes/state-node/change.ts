/** Makes changes in a stopped program. All paths mean the state before the first of them. */

import type { ValueChange, ValuePath } from "../protocol/state.ts";
import { Copies } from "./copies.ts";
import type { Memory } from "./memory.ts";
import { isEntry, keyLabel, keyOfText } from "./parts.ts";
import { put, remove } from "./put.ts";
import { scalarOf } from "./scalars.ts";
import type { Variable } from "./walk.ts";

export class Impossible extends Error {}

type Holder = { readonly variable: Variable } | { readonly object: object };

/** What is to be done to one holder of values. */
interface Step {
  readonly holder: Holder;
  readonly label: string;
  readonly told: string;
  /** None: it goes. */
  readonly to?: { readonly value: unknown };
}

export function change(memory: Memory, variables: readonly Variable[], changes: readonly ValueChange[]): void {
  const resolver = new Resolver(memory, variables);
  const copies = new Copies(memory, variables, (path) => resolver.valueAt(path));
  const steps = changes.map((each) => ({ ...resolver.holderOf(each.at), ...target(each, resolver, copies) }));
  for (const step of inOrder(steps)) make(memory, step, steps);
}

function target({ to }: ValueChange, resolver: Resolver, copies: Copies): Pick<Step, "to"> {
  if ("gone" in to) return {};
  if ("undefined" in to) return { to: { value: undefined } };
  if ("path" in to) return { to: { value: resolver.valueAt(to.path) } };
  return { to: { value: "copy" in to ? copies.make(to) : scalarOf({ type: to.type, value: to.scalar }) } };
}

/** Elements are added from the front and removed from the end, so that arrays have no holes; nothing moves before all is set. */
function inOrder(steps: readonly Step[]): Step[] {
  const index = ({ label }: Step) => (/^\d+$/.test(label) ? Number(label) : -1);
  const set = steps.filter(({ to }) => to).sort((a, b) => index(a) - index(b));
  const removed = steps.filter(({ to }) => !to).sort((a, b) => index(b) - index(a));
  return [...set, ...removed];
}

function make(memory: Memory, step: Step, steps: readonly Step[]): void {
  const { holder, label, told, to } = step;
  try {
    if ("object" in holder) {
      if (to) put(memory, { object: holder.object, label, key: () => keyFor(step, steps) }, to.value);
      else remove(memory, holder.object, label);
    } else if (to) holder.variable.set(to.value);
    else throw new Error("a variable cannot be taken away");
  } catch (error) {
    throw new Impossible(`${told} cannot be changed: ${(error as Error).message}`);
  }
}

/** The key of a new entry of a map: what its label says, or an object that comes as a change of its own. */
function keyFor({ holder, label }: Step, steps: readonly Step[]): { readonly key: unknown } | undefined {
  if (!isEntry(label)) return keyOfText(label);
  const own = steps.find((each) => isSame(each.holder, holder) && each.label === keyLabel(label));
  return own?.to && { key: own.to.value };
}

const isSame = (a: Holder, b: Holder) => "object" in a && "object" in b && a.object === b.object;

class Resolver {
  readonly #memory: Memory;
  readonly #variables: ReadonlyMap<string, Variable>;

  constructor(memory: Memory, variables: readonly Variable[]) {
    this.#memory = memory;
    this.#variables = new Map(variables.map((each) => [rootText(each.root), each]));
  }

  valueAt({ root, steps }: ValuePath): unknown {
    let value = this.#variable(root).value;
    for (const [index, label] of steps.entries()) {
      value = this.#part(value, label, () => pathText({ root, steps: steps.slice(0, index + 1) }));
    }
    return value;
  }

  holderOf(path: ValuePath): Pick<Step, "holder" | "label" | "told"> {
    const told = pathText(path);
    const label = path.steps.at(-1);
    if (label === undefined) return { holder: { variable: this.#variable(path.root) }, label: "", told };
    const object = this.valueAt({ root: path.root, steps: path.steps.slice(0, -1) });
    if (!isObject(object)) throw new Impossible(`${told}: there is nothing that could hold it`);
    return { holder: { object }, label, told };
  }

  #variable(root: ValuePath["root"]): Variable {
    const variable = this.#variables.get(rootText(root));
    if (!variable) throw new Impossible(`there is no variable ${pathText({ root, steps: [] })} here`);
    return variable;
  }

  #part(value: unknown, label: string, told: () => string): unknown {
    if (isObject(value)) {
      for (const [each, part] of this.#memory.partsOf(value)) if (each === label) return part;
    }
    throw new Impossible(`there is no ${told()} here`);
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "function" || (typeof value === "object" && value !== null);
}

function rootText(root: ValuePath["root"]): string {
  return "frame" in root ? `${root.frame} ${root.name}` : `${root.global}\n${root.name}`;
}

function pathText({ root, steps }: ValuePath): string {
  return [root.name, ...steps].join(".");
}
