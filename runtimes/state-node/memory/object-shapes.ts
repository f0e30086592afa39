/** What sort of object something is, determined without running any code of the program: no getter, no proxy trap, no method. */
import { types } from "node:util";

export type Shape = "array" | "typed" | "bytes" | "map" | "set" | "object" | "date" | "regexp" | "function" | "opaque";

// biome-ignore lint/complexity/noBannedTypes: nothing more is known of it
export type Callable = Function;

const opaqueTypes = [
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
];

/** Objects of classes for which `isNodeInternal` holds are opaque: they consist of handles and caches of Node's own. */
export function shapeOf(object: object, isNodeInternal: (objectClass: Callable) => boolean): Shape {
  if (typeof object === "symbol") return "opaque";
  if (typeof object === "function") return types.isProxy(object) ? "opaque" : "function";
  if (opaqueTypes.some((is) => is(object)) || object === globalThis || object === process) return "opaque";
  if (Array.isArray(object)) return "array";
  if (types.isTypedArray(object)) return "typed";
  if (types.isAnyArrayBuffer(object) || types.isDataView(object)) return bytesOf(object) ? "bytes" : "opaque";
  if (types.isMap(object)) return "map";
  if (types.isSet(object)) return "set";
  if (types.isDate(object)) return "date";
  if (types.isRegExp(object)) return "regexp";
  if (types.isNativeError(object)) return "object";
  const objectClass = constructorOf(object);
  return objectClass === undefined || !isNodeInternal(objectClass) ? "object" : "opaque";
}

/** The type name of objects without a prototype. */
export const withoutPrototype = "Object: null prototype";

export function typeName(object: object): string {
  if (typeof object === "symbol") return "symbol";
  if (types.isProxy(object)) return "Proxy";
  if (typeof object === "function") return `function ${functionName(object)}`.trimEnd();
  if (Object.getPrototypeOf(object) === null) return withoutPrototype;
  return functionName(constructorOf(object)) || "Object";
}

export function constructorOf(object: object): Callable | undefined {
  for (let at = Object.getPrototypeOf(object); at !== null; at = Object.getPrototypeOf(at)) {
    if (types.isProxy(at)) return undefined;
    const objectClass = dataProperty(at, "constructor");
    if (typeof objectClass === "function" && !types.isProxy(objectClass)) return objectClass;
  }
  return undefined;
}

export function functionName(callable: Callable | undefined): string {
  const name = callable && !types.isProxy(callable) && dataProperty(callable, "name");
  return typeof name === "string" ? name : "";
}

/** Undefined if a getter computes it. */
export function dataProperty(object: object, key: PropertyKey): unknown {
  return Object.getOwnPropertyDescriptor(object, key)?.value;
}

/** The elements of a typed array, or the bytes of a buffer; undefined for other objects. */
export function elementsOf(object: object, shape: Shape): Uint8Array | undefined {
  if (shape === "typed") return object as Uint8Array;
  return shape === "bytes" ? bytesOf(object) : undefined;
}

/** Undefined: the memory is no longer there. */
function bytesOf(object: object): Uint8Array | undefined {
  try {
    if (!types.isDataView(object)) return new Uint8Array(object as ArrayBuffer);
    const read = (name: "buffer" | "byteOffset" | "byteLength") =>
      Object.getOwnPropertyDescriptor(DataView.prototype, name)!.get!.call(object);
    return new Uint8Array(read("buffer"), read("byteOffset"), read("byteLength"));
  } catch {
    return undefined;
  }
}

const typedPrototype = Object.getPrototypeOf(Uint8Array.prototype);
const lengthGetter = Object.getOwnPropertyDescriptor(typedPrototype, "length")!.get!;

/** A subclass may have a `length` of its own. */
export function typedLength(array: object): number {
  return lengthGetter.call(array);
}
