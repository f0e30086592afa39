/** Lists and plain objects are cut into parts and copied; anything else in them is one piece. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: object | null = Object.getPrototypeOf(value);
  // Test runners run tests in contexts of their own, each with another Object.
  return prototype === null || (Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, "isPrototypeOf"));
}

/**
 * A copy that a test may change without harm to the original: lists, plain objects, bytes, dates, maps and sets are new.
 * Objects of other classes and functions stay the same ones. Throws if the value contains itself.
 */
export function freshCopy<T>(value: T): T {
  return copy(value, new Set()) as T;
}

function copy(value: unknown, around: Set<unknown>): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (around.has(value)) throw new RangeError("the value contains itself");
  around.add(value);
  const copied = copyOf(value, (part) => copy(part, around));
  around.delete(value);
  return copied;
}

function copyOf(value: object, copyPart: (part: unknown) => unknown): unknown {
  // `map` would make a list of the context that the value comes from, which is not instanceof Array here.
  if (Array.isArray(value)) return Array.from(value, copyPart);
  if (isPlainObject(value)) return copyEntries(value, copyPart);
  if (Buffer.isBuffer(value)) return Buffer.from(value);
  if (ArrayBuffer.isView(value) && "slice" in value) return (value as Uint8Array).slice();
  if (value instanceof Date) return new Date(value);
  if (value instanceof Map) return new Map(Array.from(value, ([key, item]) => [copyPart(key), copyPart(item)]));
  if (value instanceof Set) return new Set(Array.from(value, copyPart));
  return value;
}

function copyEntries(value: Record<string, unknown>, copyPart: (part: unknown) => unknown): Record<string, unknown> {
  const copied: Record<string, unknown> = Object.getPrototypeOf(value) === null ? Object.create(null) : {};
  for (const [key, item] of Object.entries(value)) {
    // Assigning to __proto__ would not make a property.
    Object.defineProperty(copied, key, { value: copyPart(item), writable: true, enumerable: true, configurable: true });
  }
  return copied;
}
