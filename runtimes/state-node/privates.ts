/** Private fields: the debugger alone can see them. */
import type { Runtime } from "node:inspector";
import { types } from "node:util";
import type { Inspector } from "./inspector.ts";
import type { Part } from "./parts.ts";
import { type Callable, constructorOf } from "./shapes.ts";

export class Privates {
  readonly #inspector: Inspector;
  readonly #frame: string | undefined;
  readonly #namesByClass = new Map<Callable, readonly string[]>();

  /** Expressions are evaluated in this frame of the stopped program; without one, private fields stay hidden. */
  constructor(inspector: Inspector, frame: string | undefined) {
    this.#inspector = inspector;
    this.#frame = frame;
  }

  partsOf(object: object): Part[] {
    const names = this.#namesOf(object);
    if (names.length === 0 || this.#frame === undefined) return [];
    const values = this.#inspector.readPrivate(this.#frame, object, names);
    return names.map((name, index) => [name, values[index]]);
  }

  has(object: object, name: string): boolean {
    return this.#namesOf(object).includes(name);
  }

  write(object: object, name: string, value: unknown): void {
    this.#inspector.writePrivate(this.#frame!, object, name, value);
  }

  /** All objects of a class have the same. */
  #namesOf(object: object): readonly string[] {
    const maker = constructorOf(object);
    if (maker === undefined || !mayHavePrivates(maker)) return [];
    const known = this.#namesByClass.get(maker);
    if (known) return known;
    const names = this.#fieldsOf(object);
    this.#namesByClass.set(maker, names);
    return names;
  }

  #fieldsOf(object: object): string[] {
    const { privateProperties = [] } = this.#inspector.ask<Runtime.GetPropertiesReturnType & Privately>(
      "Runtime.getProperties",
      { ...this.#inspector.nameOf(object), ownProperties: true },
    );
    const fields = privateProperties.filter(({ value }) => value !== undefined && value.type !== "function");
    return [...new Set(fields.map(({ name }) => name))];
  }
}

interface Privately {
  readonly privateProperties?: readonly { readonly name: string; readonly value?: Runtime.RemoteObject }[];
}

function mayHavePrivates(maker: Callable): boolean {
  for (let at = maker; typeof at === "function" && !types.isProxy(at); at = Object.getPrototypeOf(at)) {
    if (/#[\p{ID_Start}$_]/u.test(Function.prototype.toString.call(at))) return true;
  }
  return false;
}
