import type { Runtime } from "node:inspector";
import { inspect, types } from "node:util";
import type { Vertex } from "../../protocol/state.ts";
import type { Inspector } from "../inspector.ts";
import { namedParts, type Part, partsOf } from "./object-parts.ts";
import {
  type Callable,
  elementsOf,
  functionName,
  type Shape,
  shapeOf,
  typedLength,
  typeName,
} from "./object-shapes.ts";
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
    if (shape !== "opaque" && !elementsOf(object, shape)) yield* this.privateFields.partsOf(object);
  }

  /** The parts of an array that are no elements. */
  *otherPartsOf(array: readonly unknown[]): Generator<Part> {
    yield* namedParts(array);
    yield* this.privateFields.partsOf(array);
  }

  /** The vertex of an object, without its edges. */
  describe(object: object, shape: Shape): Vertex {
    const type = typeName(object);
    if (shape === "date") return { type, value: String(Date.prototype.getTime.call(object)) };
    if (shape === "regexp") return { type, value: regExpText(object as RegExp) };
    if (shape === "opaque") return { type, kind: "opaque", ...opaqueText(object) };
    if (shape === "function") return { type, kind: "opaque" };
    if (shape === "typed" || shape === "bytes") {
      const length = typedLength(elementsOf(object, shape)!);
      return { type, kind: "array", length, fixed: true };
    }
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

/** The same text in both runs means the same opaque value; without one, nothing is known about it. */
function opaqueText(object: object): Pick<Vertex, "value"> {
  if (typeof object === "symbol") return { value: String(object) };
  if (types.isProxy(object)) return {};
  if (object === globalThis || object === process || types.isModuleNamespaceObject(object)) return { value: "" };
  return types.isBoxedPrimitive(object) ? { value: inspect(object, { customInspect: false }) } : {};
}
