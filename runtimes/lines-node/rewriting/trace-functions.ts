// biome-ignore lint/suspicious/noExplicitAny: values of every kind.
type Any = any;

/** What a traced source uses, as members of the global `$culprit`; none has the name of one of `ChangeFunctions`. */
export interface TraceFunctions {
  /** For each unit, how often it was executed. */
  readonly u: Uint32Array;
  /** Rounds of loops until `w` is called. */
  r: number;
  w(): void;
  /** Notes whether a value was a number. */
  p<T>(probe: number, value: T): T;
  /** The same, and keeps the value if it is a scalar. */
  q<T>(probe: number, value: T): T;
}

export interface NotedValues {
  /** Not 0: the value was a number at least once. */
  readonly numbers: Uint8Array;
  readonly scalars: (unknown[] | undefined)[];
}

/** Maximum number of units, and of values, in a program. More are not traced. */
export const maxTraced = 1 << 20;
const maxSeen = 5;
const maxText = 200;
const roundsBetweenChecks = 1 << 16;

export function makeNotedValues(): NotedValues {
  return { numbers: new Uint8Array(maxTraced), scalars: [] };
}

/** `onLongRun` is called now and then inside loops, which could go on for ever. */
export function traceFunctions(noted: NotedValues, onLongRun: () => void): TraceFunctions {
  const { numbers, scalars } = noted;
  const p = <T>(probe: number, value: T) => {
    if (typeof value === "number" || typeof value === "bigint") numbers[probe] = 1;
    return value;
  };
  const functions: TraceFunctions = {
    u: new Uint32Array(maxTraced),
    r: roundsBetweenChecks,
    w: () => {
      functions.r = roundsBetweenChecks;
      onLongRun();
    },
    p,
    q: (probe, value) => {
      if (isScalar(value)) {
        scalars[probe] ??= [];
        const seen = scalars[probe];
        if (seen.length < maxSeen && !seen.includes(value)) seen.push(value);
      }
      return p(probe, value);
    },
  };
  return functions;
}

/** Whether it can be written as JSON and is short. */
function isScalar(value: Any): boolean {
  switch (typeof value) {
    case "number":
      return Number.isFinite(value);
    case "string":
      return value.length <= maxText;
    case "boolean":
      return true;
    default:
      return value === null;
  }
}
