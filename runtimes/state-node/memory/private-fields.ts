import type { Runtime } from "node:inspector";
import { types } from "node:util";
import type { Inspector } from "../inspector.ts";
import type { Part } from "./object-parts.ts";
import { type Callable, constructorOf } from "./object-shapes.ts";

/** Private fields of objects, which only the debugger can read and set. */
export class PrivateFields {
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

  set(object: object, name: string, value: unknown): void {
    this.#inspector.writePrivate(this.#frame!, { object, name }, value);
  }

  /** All objects of a class have the same fields. */
  #namesOf(object: object): readonly string[] {
    const objectClass = constructorOf(object);
    if (objectClass === undefined || !mayHavePrivateFields(objectClass)) return [];
    const known = this.#namesByClass.get(objectClass);
    if (known) return known;
    const names = this.#fieldNames(object);
    this.#namesByClass.set(objectClass, names);
    return names;
  }

  #fieldNames(object: object): string[] {
    const { privateProperties = [] } = this.#inspector.call<Runtime.GetPropertiesReturnType & WithPrivate>(
      "Runtime.getProperties",
      { ...this.#inspector.argumentFor(object), ownProperties: true },
    );
    const fields = privateProperties.filter(({ value }) => value !== undefined && value.type !== "function");
    return [...new Set(fields.map(({ name }) => name))];
  }
}

/** Missing from Node's types. */
interface WithPrivate {
  readonly privateProperties?: readonly { readonly name: string; readonly value?: Runtime.RemoteObject }[];
}

function mayHavePrivateFields(objectClass: Callable): boolean {
  for (let at = objectClass; typeof at === "function" && !types.isProxy(at); at = Object.getPrototypeOf(at)) {
    if (/#[\p{ID_Start}$_]/u.test(Function.prototype.toString.call(at))) return true;
  }
  return false;
}
