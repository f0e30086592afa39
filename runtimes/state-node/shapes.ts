/** What kind of thing an object is, found out without running a line of the program: no getter, no trap, no method of its own. */
import { types } from "node:util";

export type Shape = "array" | "typed" | "map" | "set" | "object" | "date" | "regexp" | "function" | "opaque";

/** Whether a function is part of Node: what it constructs holds handles and caches that are nobody's business. */
export type IsNodes = (maker: Callable) => boolean;

// biome-ignore lint/complexity/noBannedTypes: nothing more is known of it
export type Callable = Function;

const opaque = [
  types.isProxy,
  types.isPromise,
  types.isGeneratorObject,
  types.isMapIterator,
  types.isSetIterator,
  types.isModuleNamespaceObject,
  types.isWeakMap,
  types.isWeakSet,
  types.isExternal,
  types.isBoxedPrimitive,
  types.isAnyArrayBuffer,
  types.isDataView,
];

export function shapeOf(object: object, isNodes: IsNodes): Shape {
  if (typeof object === "symbol") return "opaque";
  if (typeof object === "function") return types.isProxy(object) ? "opaque" : "function";
  if (opaque.some((is) => is(object)) || object === globalThis || object === process) return "opaque";
  if (Array.isArray(object)) return "array";
  if (types.isTypedArray(object)) return "typed";
  if (types.isMap(object)) return "map";
  if (types.isSet(object)) return "set";
  if (types.isDate(object)) return "date";
  if (types.isRegExp(object)) return "regexp";
  if (types.isNativeError(object)) return "object";
  const maker = constructorOf(object);
  return maker === undefined || !isNodes(maker) ? "object" : "opaque";
}

export const withoutPrototype = "Object: null prototype";

export function typeOf(object: object): string {
  if (typeof object === "symbol") return "symbol";
  if (types.isProxy(object)) return "Proxy";
  if (typeof object === "function") return `function ${nameOf(object)}`.trimEnd();
  if (Object.getPrototypeOf(object) === null) return withoutPrototype;
  return nameOf(constructorOf(object)) || "Object";
}

/** As it is written down on the prototypes, never as a getter would have it. */
export function constructorOf(object: object): Callable | undefined {
  for (let at = Object.getPrototypeOf(object); at !== null; at = Object.getPrototypeOf(at)) {
    if (types.isProxy(at)) return undefined;
    const maker = dataOf(at, "constructor");
    if (typeof maker === "function" && !types.isProxy(maker)) return maker;
  }
  return undefined;
}

export function nameOf(callable: Callable | undefined): string {
  const name = callable && !types.isProxy(callable) && dataOf(callable, "name");
  return typeof name === "string" ? name : "";
}

export function dataOf(object: object, key: PropertyKey): unknown {
  return Object.getOwnPropertyDescriptor(object, key)?.value;
}

const typedPrototype = Object.getPrototypeOf(Uint8Array.prototype);
const lengthOfTyped = Object.getOwnPropertyDescriptor(typedPrototype, "length")!.get!;

/** A subclass may have a `length` of its own. */
export function typedLength(array: object): number {
  return lengthOfTyped.call(array);
}
