import { createHash } from "node:crypto";
import type { Runtime } from "node:inspector";
import { types } from "node:util";
import type { Vertex } from "../../protocol/state.ts";
import type { Inspector } from "../inspector.ts";
import { type Part, partsOf } from "./object-parts.ts";
import { type Callable, functionName, type Shape, shapeOf, typedLength, typeName } from "./object-shapes.ts";
import { PrivateFields } from "./private-fields.ts";
import { regExpText } from "./scalars.ts";

/** Constructors of the language whose objects are fully described by their properties. */
const plainConstructors = new Set(["Object", "Error", "AggregateError", "SuppressedError"]);

/** Reads the objects of a stopped program without running any of its code. */
export class ObjectReader {
  readonly privateFields: PrivateFields;
  readonly #inspector: Inspector;
  readonly #urlOf: (scriptId: string) => string | undefined;
  readonly #isInternal = new Map<Callable, boolean>();

  /** Private fields are read in `frame`; without one, they stay hidden. */
  constructor(inspector: Inspector, frame: string | undefined, urlOf: (scriptId: string) => string | undefined) {
    this.#inspector = inspector;
    this.#urlOf = urlOf;
    this.privateFields = new PrivateFields(inspector, frame);
  }

  shapeOf(object: object): Shape {
    return shapeOf(object, (objectClass) => this.#isNodeInternal(objectClass));
  }

  *partsOf(object: object, shape = this.shapeOf(object)): Generator<Part> {
    if (shape === "function" && !this.#isFunctionWithState(object as Callable)) return;
    yield* partsOf(object, shape);
    if (shape !== "opaque" && shape !== "typed") yield* this.privateFields.partsOf(object);
  }

  /** The vertex of an object, without its edges. */
  describe(object: object, shape: Shape): Vertex {
    const type = typeName(object);
    if (shape === "date") return { type, value: String(Date.prototype.getTime.call(object)) };
    if (shape === "regexp") return { type, value: regExpText(object as RegExp) };
    if (shape === "opaque") return { type, kind: "opaque", value: opaqueText(object) };
    if (shape === "function") return { type, kind: "opaque" };
    if (shape === "typed") return { type, kind: "array", length: typedLength(object) };
    return shape === "array"
      ? { type, kind: shape, length: (object as readonly unknown[]).length }
      : { type, kind: shape };
  }

  /** Where a function comes from is asked only if it has parts: there are many functions, and each question takes long. */
  #isFunctionWithState(callable: Callable): boolean {
    return !partsOf(callable, "function").next().done && !this.#isNodeInternal(callable);
  }

  #isNodeInternal(callable: Callable): boolean {
    const known = this.#isInternal.get(callable);
    if (known !== undefined) return known;
    const url = this.#urlOfFunction(callable);
    const isInternal = url === undefined ? !plainConstructors.has(functionName(callable)) : url.startsWith("node:");
    this.#isInternal.set(callable, isInternal);
    return isInternal;
  }

  /** Undefined: it is not written in JavaScript. */
  #urlOfFunction(callable: Callable): string | undefined {
    const { internalProperties = [] } = this.#inspector.call<Runtime.GetPropertiesReturnType>("Runtime.getProperties", {
      ...this.#inspector.argumentFor(callable),
      ownProperties: true,
    });
    const location = internalProperties.find(({ name }) => name === "[[FunctionLocation]]")?.value?.value;
    return location === undefined ? undefined : (this.#urlOf(location.scriptId) ?? "");
  }
}

/** The same text in both runs means the same opaque value. */
function opaqueText(object: object): string {
  if (types.isProxy(object)) return "";
  if (typeof object === "symbol") return String(object);
  return types.isAnyArrayBuffer(object) ? hashOf(object) : "";
}

function hashOf(buffer: ArrayBufferLike): string {
  return createHash("sha256").update(new Uint8Array(buffer)).digest("hex");
}
