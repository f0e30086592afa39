import type { Budget } from "../scheduler/step-counter.ts";

// biome-ignore lint/suspicious/noExplicitAny: values of every kind.
type Any = any;
type Change = (value: Any) => Any;
type Update = (object: Any, key: Any, read: string, write: string, up: boolean, prefix: boolean) => Any;

/** What sources with steps use, under the global name `$culprit`. The names are short, as they stand everywhere. */
export interface Runtime extends Budget {
  /** A step when the budget is used up. */
  readonly s: (where: string) => void;
  /** A loop begins that counts for itself: what is left. And a step in it, when that is used up: what is left then. */
  readonly e: () => number;
  readonly t: (where: string, left: number) => number;
  /** A step behind the value of an operand. */
  readonly r: <T>(where: string, value: T) => T;
  readonly i: Change;
  readonly d: Change;
  /** `object[key]++` and the like, in strict sources and in others. */
  readonly u: Update;
  readonly v: Update;
}

/** While a loop counts for itself, there is more left than there can be. */
const uncounted = 2 ** 31 - 1;

export function makeRuntime(lookUp: (where: string) => void): Runtime {
  const runtime: Runtime = {
    b: 0,
    s: lookUp,
    e: () => {
      const left = runtime.b;
      runtime.b = uncounted;
      return left;
    },
    t: (where, left) => {
      runtime.b = left;
      lookUp(where);
      return runtime.e();
    },
    r: (where, value) => {
      if (--runtime.b <= 0) lookUp(where);
      return value;
    },
    i: (value) => ++value,
    d: (value) => --value,
    u: updater((object, key, value) => {
      object[key] = value;
    }),
    v: updater(new Function("object", "key", "value", "object[key] = value") as Put),
  };
  function updater(put: Put): Update {
    return (object, key, read, write, up, prefix) => {
      if (--runtime.b <= 0) lookUp(read);
      let now = object[key];
      const old = up ? now++ : now--;
      if (--runtime.b <= 0) lookUp(write);
      put(object, key, now);
      return prefix ? now : old;
    };
  }
  return runtime;
}

type Put = (object: Any, key: Any, value: Any) => void;
