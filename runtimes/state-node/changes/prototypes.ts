import type { ObjectReader } from "../memory/object-reader.ts";
import { dataProperty, functionName, typeName } from "../memory/object-shapes.ts";
import type { Variable } from "../memory/variables.ts";

/** The prototypes of all classes that are reachable from variables, or have a reachable object, by the names of the classes. */
export function findPrototypes(reader: ObjectReader, variables: readonly Variable[]): Map<string, object> {
  const found = new Map<string, object>();
  const seen = new Set<unknown>();
  const unread = variables.map(({ value }) => value);
  while (unread.length > 0) {
    const value = unread.pop();
    if (value === null || !/^(object|function)$/.test(typeof value) || seen.has(value)) continue;
    seen.add(value);
    const object = value as object;
    const shape = reader.shapeOf(object);
    if (typeof object === "function") {
      const prototype = dataProperty(object, "prototype");
      if (typeof prototype === "object" && prototype !== null) found.set(functionName(object), prototype);
    } else if (shape !== "opaque") {
      const type = typeName(object);
      if (!found.has(type)) found.set(type, Object.getPrototypeOf(object));
      for (const [, part] of reader.partsOf(object, shape)) unread.push(part);
    }
  }
  return found;
}
