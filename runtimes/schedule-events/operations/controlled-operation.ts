import { type Any, type Callable, wrap } from "../replacements/replace.ts";
import { createEvent, createInnerEvent } from "../scheduler/event-creation.ts";
import { beginOperation, enqueue } from "../scheduler/queue.ts";
import { scheduler } from "../scheduler/state.ts";

/**
 * Controls a function whose last argument is a callback: the operation starts when its event is chosen. Calls during an operation
 * can only be steps of that operation, so they go straight to Node.
 */
export function controlCallback(object: object, name: string, kind: string): void {
  wrap(object, name, (original) => {
    return function controlled(this: Any, ...args: Any[]): Any {
      const callback = args.at(-1);
      if (typeof callback !== "function" || scheduler.operations > 0 || !isValid(args[0]))
        return Reflect.apply(original, this, args);
      const start = () => {
        const end = beginOperation();
        args[args.length - 1] = function (this: Any, ...results: Any[]) {
          end();
          return Reflect.apply(callback, this, results);
        };
        try {
          Reflect.apply(original, this, args);
        } catch (error) {
          end();
          throw error;
        }
      };
      enqueueOperation(kind, start, controlled);
    };
  });
}

/** Node throws at once for other first arguments. */
function isValid(value: unknown): boolean {
  if (typeof value === "string") return !value.includes("\0");
  return typeof value === "number" || (typeof value === "object" && value !== null);
}

/** Controls a function that returns a promise: the operation starts when its event is chosen. */
export function controlPromise(object: object, name: string, kind: string): void {
  wrap(object, name, (original) => {
    return function controlled(this: Any, ...args: Any[]): Any {
      const start = () => Reflect.apply(original, this, args);
      return scheduler.operations > 0 ? start() : promiseOperation(kind, start, controlled);
    };
  });
}

/** Starts an operation when its event is chosen. `callee` is the function that the program called, if that is on the stack. */
export function promiseOperation<T>(kind: string, start: () => Promise<T>, callee: Callable | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    const run = () => {
      const end = beginOperation();
      start().then(
        (value) => {
          end();
          resolve(value);
        },
        (error: unknown) => {
          end();
          reject(error);
        },
      );
    };
    enqueueOperation(kind, run, callee);
  });
}

export function enqueueOperation(kind: string, run: () => void, callee: Callable | undefined): void {
  enqueue(callee === undefined ? createInnerEvent(kind, run) : createEvent(kind, run, callee));
}
