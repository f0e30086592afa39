/** A value that its text determines: it has no parts and no identity. */
export interface Scalar {
  readonly type: string;
  readonly value: string;
}

/** Undefined: the value is not a scalar. */
export function scalarFor(value: unknown): Scalar | undefined {
  switch (typeof value) {
    case "number":
      return { type: "number", value: Object.is(value, -0) ? "-0" : String(value) };
    case "string":
      return { type: "string", value: JSON.stringify(value) };
    case "boolean":
    case "undefined":
    case "bigint":
      return { type: typeof value, value: String(value) };
    case "symbol": {
      const key = Symbol.keyFor(value);
      return key === undefined ? undefined : { type: "symbol", value: JSON.stringify(key) };
    }
    default:
      return value === null ? { type: "null", value: "null" } : undefined;
  }
}

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  number: Number,
  string: JSON.parse,
  boolean: (text) => text === "true",
  undefined: () => undefined,
  null: () => null,
  bigint: BigInt,
  symbol: (text) => Symbol.for(JSON.parse(text)),
  Date: (text) => new Date(Number(text)),
  RegExp: readRegExp,
};

export function scalarValue({ type, value }: Scalar): unknown {
  const read = readers[type];
  if (!read) throw new Error(`a ${type} cannot be created from text`);
  return read(value);
}

/** `lastIndex`, where the next search begins, is part of the expression's state. */
export function regExpText(expression: RegExp): string {
  const { value: lastIndex } = Object.getOwnPropertyDescriptor(expression, "lastIndex") ?? { value: 0 };
  return `${RegExp.prototype.toString.call(expression)}${lastIndex === 0 ? "" : ` at ${lastIndex}`}`;
}

function readRegExp(text: string): RegExp {
  const [, source = "", flags, lastIndex] = /^\/(.*)\/([a-z]*)(?: at (\d+))?$/su.exec(text) ?? [];
  const expression = new RegExp(source, flags);
  expression.lastIndex = Number(lastIndex ?? 0);
  return expression;
}
