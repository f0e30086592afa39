import type { ValuePath, VariableRef } from "../../protocol/state.ts";
import type { ObjectReader } from "../memory/object-reader.ts";
import { rootKey, type Variable } from "../memory/variables.ts";

/** What contains a value: a variable, or an object. */
export type Container = { readonly variable: Variable } | { readonly object: object };

/** Finds values in a stopped program by their paths. */
export class ValuePaths {
  readonly #reader: ObjectReader;
  readonly #variables: ReadonlyMap<string, Variable>;

  constructor(reader: ObjectReader, variables: readonly Variable[]) {
    this.#reader = reader;
    this.#variables = new Map(variables.map((each) => [rootKey(each.root), each]));
  }

  valueAt({ root, steps }: ValuePath): unknown {
    let { value } = this.#variable(root);
    for (const [index, label] of steps.entries()) {
      const part = this.#partOf(value, label);
      if (!part) throw new Error(`there is no ${pathText({ root, steps: steps.slice(0, index + 1) })} here`);
      value = part.value;
    }
    return value;
  }

  /** What contains the value at a path, and its label there. The value itself need not exist. */
  containerOf({ root, steps }: ValuePath): { readonly container: Container; readonly label: string } {
    const label = steps.at(-1);
    if (label === undefined) return { container: { variable: this.#variable(root) }, label: "" };
    const parent = { root, steps: steps.slice(0, -1) };
    const object = this.valueAt(parent);
    if (!isObject(object)) throw new Error(`${pathText(parent)} is not an object here`);
    return { container: { object }, label };
  }

  #variable(root: VariableRef): Variable {
    const variable = this.#variables.get(rootKey(root));
    if (!variable) throw new Error(`there is no variable ${root.name} here`);
    return variable;
  }

  #partOf(value: unknown, label: string): { readonly value: unknown } | undefined {
    if (!isObject(value)) return undefined;
    // Not by going through all elements before it: there may be millions.
    if (/^\d+$/.test(label) && this.#reader.shapeOf(value) === "array") {
      const element = Object.getOwnPropertyDescriptor(value, label);
      return element && "value" in element ? { value: element.value } : undefined;
    }
    for (const [each, part] of this.#reader.partsOf(value)) if (each === label) return { value: part };
    return undefined;
  }
}

export function pathText({ root, steps }: ValuePath): string {
  return [root.name, ...steps].join(".");
}

function isObject(value: unknown): value is object {
  return typeof value === "function" || (typeof value === "object" && value !== null);
}
