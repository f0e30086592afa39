import type { Range } from "./conditions.ts";
import { literalValue, type Token, tokenize } from "./tokens.ts";

/** What the names of macros without parameters stand for. */
export type Macros = ReadonlyMap<string, string | undefined>;

/** A macro may name others; one that names itself is no number. */
const maxDepth = 8;

/** The whole number that an expression of numbers and macros stands for: `7`, `-7`, `(2 * SIZE) + 1`; undefined: it is none. */
export function constantOf(
  tokens: readonly Token[],
  { first, end }: Range,
  macros: Macros,
  depth = 0,
): number | undefined {
  let at = first;
  const text = () => (at < end ? tokens[at]!.text : "");
  const primary = (): number | undefined => {
    const sign = text();
    if (sign === "-" || sign === "+" || sign === "~") {
      at++;
      const value = primary();
      return value === undefined || sign === "+" ? value : sign === "-" ? 0 - value : ~value;
    }
    if (sign !== "(") return at < end ? wordValue(tokens[at++]!.text, macros, depth) : undefined;
    at++;
    const value = sum(0);
    return text() === ")" && at++ < end ? value : undefined;
  };
  const sum = (level: number): number | undefined => {
    if (level === levels.length) return primary();
    let value = sum(level + 1);
    for (let operator = text(); value !== undefined && levels[level]!.includes(operator); operator = text()) {
      at++;
      const right = sum(level + 1);
      value = right === undefined ? undefined : compute(value, operator, right);
    }
    return value;
  };
  const value = sum(0);
  return at === end && end > first ? value : undefined;
}

/** From the weakest operators on. */
const levels = [
  ["|"],
  ["^"],
  ["&"],
  ["<<", ">>"],
  ["+", "-"],
  ["*", "/", "%"],
] as const as readonly (readonly string[])[];

function compute(left: number, operator: string, right: number): number | undefined {
  const values: Record<string, number> = {
    "+": left + right,
    "-": left - right,
    "*": left * right,
    "/": Math.trunc(left / right),
    "%": left % right,
    "<<": left * 2 ** right,
    ">>": Math.floor(left / 2 ** right),
    "|": left | right,
    "&": left & right,
    "^": left ^ right,
  };
  const value = values[operator]!;
  // Of larger numbers, other bits would be lost here than in the program.
  const isSmall = [left, right, value].every((each) => Math.abs(each) < 2 ** 31);
  return isSmall && Number.isInteger(value) ? value : undefined;
}

/** A macro of the program counts, whatever the name means elsewhere. */
function wordValue(text: string, macros: Macros, depth: number): number | undefined {
  const body = macros.get(text);
  if (body === undefined) return macros.has(text) ? undefined : literalValue(text);
  if (depth >= maxDepth) return undefined;
  const { tokens } = tokenize(body);
  return constantOf(tokens, { first: 0, end: tokens.length }, macros, depth + 1);
}

/** A constant one more or less, as people would write it: `8` for `7`, `'b'` for `'a'`, `SIZE + 1`. */
export function steppedConstant(written: string, value: number, step: number): string {
  const next = value + step;
  const isLetter = written.startsWith("'") && next > 32 && next < 127 && !"'\\".includes(String.fromCharCode(next));
  if (isLetter) return `'${String.fromCharCode(next)}'`;
  if (/^-?\s*[\d']/.test(written) && !/[\s+*/%&|^()<>]|\d-/.test(written)) return String(next);
  if (isTruth(written)) return String(next);
  const inner = /[&|^<>]/.test(written) ? `(${written})` : written;
  return `${inner} ${step > 0 ? "+" : "-"} 1`;
}

export const isTruth = (text: string): boolean => /^(?:true|false)$/i.test(text);
