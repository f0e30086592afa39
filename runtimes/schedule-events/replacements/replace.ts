import { ifControlled } from "./scope.ts";

// biome-ignore lint/suspicious/noExplicitAny: functions of every shape are replaced here.
export type Any = any;
export type Callable = (this: Any, ...args: Any[]) => Any;
type Wrapper = (original: Callable) => Callable;

const undos: (() => void)[] = [];

/** Replaces the value of a property, which stays enumerable if it was. */
export function replace(object: object, name: PropertyKey, value: unknown): void {
  const before = Object.getOwnPropertyDescriptor(object, name);
  const enumerable = before?.enumerable ?? true;
  Object.defineProperty(object, name, { value, enumerable, configurable: true, writable: true });
  undos.push(() =>
    before === undefined ? Reflect.deleteProperty(object, name) : Object.defineProperty(object, name, before),
  );
}

export function undoReplacements(): void {
  for (const undo of undos.splice(0).reverse()) undo();
}

/**
 * Replaces a function for controlled code by one that looks the same: it has the same name, length and other properties (such as
 * the one that promisify reads).
 */
export function wrap(object: object, name: string, wrapper: Wrapper): void {
  wrapForAll(object, name, (original) => ifControlled(wrapper(original), original));
}

/** The same for all code. */
export function wrapForAll(object: object, name: string, wrapper: Wrapper): void {
  const original = (object as Record<string, unknown>)[name] as Callable | undefined;
  if (typeof original !== "function") return;
  const wrapped = wrapper(original);
  for (const key of Reflect.ownKeys(original)) {
    if (key === "prototype" || key === "arguments" || key === "caller") continue;
    Object.defineProperty(wrapped, key, Object.getOwnPropertyDescriptor(original, key)!);
  }
  replace(object, name, wrapped);
}
