/** The objects of a stopped program, as they may be looked at. */
import { createHash } from "node:crypto";
import type { Runtime } from "node:inspector";
import { types } from "node:util";
import type { Vertex } from "../protocol/state.ts";
import type { Inspector } from "./inspector.ts";
import { type Part, partsOf } from "./parts.ts";
import { Privates } from "./privates.ts";
import { regExpText } from "./scalars.ts";
import { type Callable, nameOf, type Shape, shapeOf, typedLength, typeOf } from "./shapes.ts";

/** Constructors of the language whose objects are their properties. */
const plain = new Set(["Object", "Error", "AggregateError", "SuppressedError"]);

export class Memory {
  readonly privates: Privates;
  readonly #inspector: Inspector;
  readonly #urlOf: (scriptId: string) => string | undefined;
  readonly #nodes = new Map<Callable, boolean>();

  constructor(inspector: Inspector, frame: string | undefined, urlOf: (scriptId: string) => string | undefined) {
    this.#inspector = inspector;
    this.#urlOf = urlOf;
    this.privates = new Privates(inspector, frame);
  }

  shapeOf(object: object): Shape {
    return shapeOf(object, (maker) => this.#isNodes(maker));
  }

  *partsOf(object: object, shape = this.shapeOf(object)): Generator<Part> {
    if (shape === "function" && !this.#isOfProgram(object as Callable)) return;
    yield* partsOf(object, shape);
    if (shape !== "opaque" && shape !== "typed") yield* this.privates.partsOf(object);
  }

  /** All that there is to say of an object but its parts. */
  describe(object: object, shape: Shape): Vertex {
    const type = typeOf(object);
    if (shape === "date") return { type, value: String(Date.prototype.getTime.call(object)) };
    if (shape === "regexp") return { type, value: regExpText(object as RegExp) };
    if (shape === "opaque") return { type, kind: "opaque", value: opaqueText(object) };
    if (shape === "function") return { type, kind: "opaque" };
    if (shape === "typed") return { type, kind: "array", length: typedLength(object) };
    return shape === "array"
      ? { type, kind: shape, length: (object as readonly unknown[]).length }
      : { type, kind: shape };
  }

  /** Only functions that have something are asked where they come from: there are many, and it takes long. */
  #isOfProgram(callable: Callable): boolean {
    return !partsOf(callable, "function").next().done && !this.#isNodes(callable);
  }

  #isNodes(maker: Callable): boolean {
    const known = this.#nodes.get(maker);
    if (known !== undefined) return known;
    const url = this.#whereMade(maker);
    const nodes = url === undefined ? !plain.has(nameOf(maker)) : url.startsWith("node:");
    this.#nodes.set(maker, nodes);
    return nodes;
  }

  /** Undefined: it is no JavaScript. */
  #whereMade(maker: Callable): string | undefined {
    const { internalProperties = [] } = this.#inspector.ask<Runtime.GetPropertiesReturnType>("Runtime.getProperties", {
      ...this.#inspector.nameOf(maker),
      ownProperties: true,
    });
    const location = internalProperties.find(({ name }) => name === "[[FunctionLocation]]")?.value?.value;
    return location === undefined ? undefined : (this.#urlOf(location.scriptId) ?? "");
  }
}

/** What two opaque things that are the same in both runs have in common. */
function opaqueText(object: object): string {
  if (types.isProxy(object)) return "";
  if (typeof object === "symbol") return String(object);
  return types.isAnyArrayBuffer(object) ? hashOf(object) : "";
}

function hashOf(buffer: ArrayBufferLike): string {
  return createHash("sha256").update(new Uint8Array(buffer)).digest("hex");
}
