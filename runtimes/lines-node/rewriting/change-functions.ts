import type { SiteChange } from "../../protocol/lines.ts";

// biome-ignore lint/suspicious/noExplicitAny: values of every kind.
type Any = any;

/** What the code of a changed site calls, as members of the global `$culprit`. */
export interface ChangeFunctions {
  /** An execution of the site: whether it is changed. */
  h(): boolean;
  i<T>(value: T): T;
  /** Not. */
  x(value: Any): Any;
  /** Evaluates a condition, and has `value` in its place if this execution is changed. */
  s(condition: () => Any, value: boolean): Any;
  /** A value in place of another. */
  v(value: Any, original: Any): Any;
  n(step: number, value: Any): Any;
  b(operator: string, change: string, left: Any, right: Any): Any;
  /** Exchanges two arguments. */
  a(index: number, ...values: Any[]): Any[];
  l(rounds: string, values: Iterable<Any>): Iterable<Any>;
}

/** How often the site was executed, and what happens when that is more often than it may be. */
export interface Hits {
  count: number;
  readonly max?: number;
  readonly onExcess?: () => void;
}

export function changeFunctions(
  { first = 1, last = Number.POSITIVE_INFINITY }: SiteChange,
  hits: Hits,
): ChangeFunctions {
  const { max = Number.POSITIVE_INFINITY } = hits;
  const h = () => {
    const at = ++hits.count;
    if (at > max) hits.onExcess?.();
    return at >= first && at <= last;
  };
  return {
    h,
    i: (value) => value,
    x: (value) => (h() ? !value : value),
    s: (condition, value) => {
      if (!h()) return condition();
      try {
        condition();
      } catch {
        // The condition has its value however it is computed.
      }
      return value;
    },
    v: (value, original) => (h() ? value : original),
    n: (step, value) => (h() ? plus(value, step) : value),
    b: (operator, change, left, right) => operate(operator, h() ? change : operator, left, right),
    a: (index, ...values) => (h() ? values.with(index, values[index + 1]).with(index + 1, values[index]) : values),
    l: (rounds, values) => (h() ? roundsOf[rounds]!(values) : values),
  };
}

function plus(value: Any, step: number): Any {
  if (typeof value === "number") return value + step;
  return typeof value === "bigint" ? value + BigInt(step) : value;
}

function operate(operator: string, change: string, left: Any, right: Any): Any {
  if (change === "swap") return operations[operator]!(right, left);
  return operations[change]!(left, right);
}

const operations: Readonly<Record<string, (left: Any, right: Any) => Any>> = {
  left: (a) => a,
  right: (_, b) => b,
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
  // biome-ignore lint/suspicious/noDoubleEquals: as the program does.
  "==": (a, b) => a == b,
  // biome-ignore lint/suspicious/noDoubleEquals: as the program does.
  "!=": (a, b) => a != b,
  "===": (a, b) => a === b,
  "!==": (a, b) => a !== b,
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
  "%": (a, b) => a % b,
  "**": (a, b) => a ** b,
  "<<": (a, b) => a << b,
  ">>": (a, b) => a >> b,
  ">>>": (a, b) => a >>> b,
  "&": (a, b) => a & b,
  "|": (a, b) => a | b,
  "^": (a, b) => a ^ b,
};

const roundsOf: Readonly<Record<string, (values: Iterable<Any>) => Iterable<Any>>> = {
  *"without-first"(values) {
    let isFirst = true;
    for (const each of values) {
      if (!isFirst) yield each;
      isFirst = false;
    }
  },
  *"without-last"(values) {
    let before: [Any] | undefined;
    for (const each of values) {
      if (before) yield before[0];
      before = [each];
    }
  },
};
