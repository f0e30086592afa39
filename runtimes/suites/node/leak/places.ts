import { types } from "node:util";

/** Where a value is, and how it is put there. Getters and setters of the program are never called. */
export interface Place {
  /** `missing`: there is none. */
  readonly get: () => unknown;
  readonly put: (value: unknown) => void;
}

export const missing = Symbol("missing");

/** The parts of an object by label; undefined: nothing is known of it. */
export function partsOf(thing: object): Map<unknown, unknown> | undefined {
  if (types.isMap(thing)) return new Map(Map.prototype.entries.call(thing));
  if (types.isSet(thing)) return new Map([...Set.prototype.values.call(thing)].entries());
  if (isOpaque(thing)) return undefined;
  const parts = new Map<unknown, unknown>();
  for (const key of Reflect.ownKeys(thing)) {
    const property = Reflect.getOwnPropertyDescriptor(thing, key);
    if (property && "value" in property && !isUsual(thing, key) && !ofRunners.test(String(key)))
      parts.set(key, property.value);
  }
  return parts;
}

/** Also for objects of other contexts, such as those of Jest. */
function isOpaque(thing: object): boolean {
  const { isPromise, isWeakMap, isWeakSet, isGeneratorObject, isArrayBufferView, isModuleNamespaceObject } = types;
  const kinds = [isPromise, isWeakMap, isWeakSet, isGeneratorObject, isArrayBufferView, isModuleNamespaceObject];
  return kinds.some((isKind) => isKind(thing));
}

/** How runners keep what they are doing, in the global object. */
const ofRunners = /^(?:__vi\w*|__VITEST\w*|\$culprit|Symbol\((?:JEST|vitest|\$\$jest|culprit|expect|jest).*)/;

/** What functions have anyway. */
function isUsual(thing: object, key: unknown): boolean {
  return typeof thing === "function" && (key === "name" || key === "length" || key === "arguments" || key === "caller");
}

/** A property, or an entry of a map. */
export function partPlace(thing: object, label: unknown): Place {
  if (types.isMap(thing)) return mapPlace(thing as Map<unknown, unknown>, label);
  const key = label as PropertyKey;
  return {
    get: () => {
      const property = Reflect.getOwnPropertyDescriptor(thing, key);
      return property && "value" in property ? property.value : missing;
    },
    put: (value) => {
      const before = Reflect.getOwnPropertyDescriptor(thing, key);
      if (value === missing) Reflect.deleteProperty(thing, key);
      else
        Reflect.defineProperty(thing, key, {
          configurable: true,
          enumerable: true,
          writable: true,
          ...before,
          ...{ value },
        });
    },
  };
}

function mapPlace(map: Map<unknown, unknown>, key: unknown): Place {
  return {
    get: () => (Map.prototype.has.call(map, key) ? Map.prototype.get.call(map, key) : missing),
    put: (value) => {
      if (value === missing) Map.prototype.delete.call(map, key);
      else Map.prototype.set.call(map, key, value);
    },
  };
}

/** All elements of an array or a set. */
export function contentsPlace(thing: object): Place {
  if (Array.isArray(thing))
    return {
      get: () => [...thing],
      put: (value) => {
        thing.length = 0;
        for (const each of value as unknown[]) Array.prototype.push.call(thing, each);
      },
    };
  return {
    get: () => [...Set.prototype.values.call(thing as Set<unknown>)],
    put: (value) => {
      Set.prototype.clear.call(thing as Set<unknown>);
      for (const each of value as unknown[]) Set.prototype.add.call(thing as Set<unknown>, each);
    },
  };
}

/** A variable of a module. Before its declaration has run it has no value. */
export function variablePlace(variables: Record<string, unknown>, name: string): Place {
  return {
    get: () => {
      try {
        return variables[name];
      } catch {
        return missing;
      }
    },
    put: (value) => {
      if (value !== missing) variables[name] = value;
    },
  };
}
