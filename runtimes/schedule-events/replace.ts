import { gate, inherited, made } from "./event.ts";
import { offer, underWay } from "./gate.ts";
import { scoped } from "./scope.ts";

// biome-ignore lint/suspicious/noExplicitAny: functions of every shape are replaced here.
export type Any = any;
type Callable = (this: Any, ...args: Any[]) => Any;

const undone: (() => void)[] = [];

/** Puts another value in a property, which stays as visible and changeable as it was. */
export function replace(object: object, name: PropertyKey, value: unknown): void {
  const before = Object.getOwnPropertyDescriptor(object, name);
  const enumerable = before?.enumerable ?? true;
  Object.defineProperty(object, name, { value, enumerable, configurable: true, writable: true });
  undone.push(() =>
    before === undefined ? Reflect.deleteProperty(object, name) : Object.defineProperty(object, name, before),
  );
}

/** Makes everything as it was. */
export function undoReplacements(): void {
  for (const undo of undone.splice(0).reverse()) undo();
}

type Wrapper = (original: Callable) => Callable;

/**
 * Replaces a function by one that looks like it: name, length, and what hangs on it (as for promisify). Calls that do not pass
 * the gate still get the original.
 */
export function wrap(object: object, name: string, wrapper: Wrapper): void {
  wrapForAll(object, name, (original) => scoped(wrapper(original), original));
}

/** The same for all calls. */
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

/** The place of the call if the program's code can be seen on the stack; `above` is what it called. */
export function event(kind: string, run: () => void, above: Callable | undefined): void {
  offer(above === undefined ? inherited(kind, run) : made(kind, run, above));
}

/**
 * An operation whose last argument is a callback: it starts when its event is chosen. While another is under way, only that one's
 * own inner steps can call this, and they belong to it.
 */
export function gateCallback(object: object, name: string, kind: string): void {
  wrap(object, name, (original) => {
    return function gated(this: Any, ...args: Any[]): Any {
      const callback = args.at(-1);
      if (typeof callback !== "function" || gate.underWay > 0 || !plausible(args[0]))
        return Reflect.apply(original, this, args);
      const start = () => {
        const done = underWay();
        args[args.length - 1] = function (this: Any, ...results: Any[]) {
          done();
          return Reflect.apply(callback, this, results);
        };
        try {
          Reflect.apply(original, this, args);
        } catch (error) {
          done();
          throw error;
        }
      };
      event(kind, start, gated);
    };
  });
}

/** Node refuses other first arguments at once, with an exception. */
function plausible(value: unknown): boolean {
  if (typeof value === "string") return !value.includes("\0");
  return typeof value === "number" || (typeof value === "object" && value !== null);
}

/** An operation that returns a promise: it starts when its event is chosen. */
export function gatePromise(object: object, name: string, kind: string): void {
  wrap(object, name, (original) => {
    return function gated(this: Any, ...args: Any[]): Any {
      const start = () => Reflect.apply(original, this, args);
      return gate.underWay > 0 ? start() : promisedEvent(kind, start, gated);
    };
  });
}

export function promisedEvent<T>(kind: string, start: () => Promise<T>, above: Callable | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    const run = () => {
      const done = underWay();
      start().then(
        (value) => {
          done();
          resolve(value);
        },
        (error: unknown) => {
          done();
          reject(error);
        },
      );
    };
    event(kind, run, above);
  });
}
