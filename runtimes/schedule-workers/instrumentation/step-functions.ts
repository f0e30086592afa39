import type { StepsLeft } from "../scheduler/step-counter.ts";

// biome-ignore lint/suspicious/noExplicitAny: values of every kind.
type Any = any;
type Change = (value: Any) => Any;
type Update = (object: Any, key: Any, readPlace: string, writePlace: string, up: boolean, prefix: boolean) => Any;
type Assign = (object: Any, key: Any, value: Any) => void;

/** What instrumented sources call, as the global `$culprit`. The names are short because they are inserted everywhere. */
export interface StepFunctions extends StepsLeft {
  /** A step, when none is left. */
  readonly s: (place: string) => void;
  /** A leaf loop, which counts in a variable of its own, begins: returns the steps left. */
  readonly e: () => number;
  /** A step in a leaf loop, when none is left: returns the steps left then. */
  readonly t: (place: string, left: number) => number;
  /** A step behind an operand, whose value it returns. */
  readonly r: <T>(place: string, value: T) => T;
  readonly i: Change;
  readonly d: Change;
  /** `object[key]++` and the like in strict sources, and in sloppy ones. */
  readonly u: Update;
  readonly v: Update;
}

/** In `b` while a leaf loop counts: more than is ever granted. */
const inLeafLoop = 2 ** 31 - 1;

export function makeStepFunctions(enterScheduler: (place: string) => void): StepFunctions {
  const functions: StepFunctions = {
    b: 0,
    s: enterScheduler,
    e: () => {
      const left = functions.b;
      functions.b = inLeafLoop;
      return left;
    },
    t: (place, left) => {
      functions.b = left;
      enterScheduler(place);
      return functions.e();
    },
    r: (place, value) => {
      if (--functions.b <= 0) enterScheduler(place);
      return value;
    },
    i: (value) => ++value,
    d: (value) => --value,
    u: updater((object, key, value) => {
      object[key] = value;
    }),
    // A function made from a text is sloppy: there, an assignment that is not allowed does not throw.
    v: updater(new Function("object", "key", "value", "object[key] = value") as Assign),
  };
  function updater(assign: Assign): Update {
    return (object, key, readPlace, writePlace, up, prefix) => {
      if (--functions.b <= 0) enterScheduler(readPlace);
      let value = object[key];
      const old = up ? value++ : value--;
      if (--functions.b <= 0) enterScheduler(writePlace);
      assign(object, key, value);
      return prefix ? value : old;
    };
  }
  return functions;
}
