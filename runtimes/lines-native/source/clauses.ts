import type { Token } from "./tokens.ts";

/**
 * A statement without the statements in it, or a part of the head of one: `i < n` in `for (i = 0; i < n; i++)`. `first` and
 * `end` count tokens.
 */
export interface Clause {
  /** It decides what is executed next. */
  readonly isCondition: boolean;
  readonly keyword?: string;
  readonly first: number;
  readonly end: number;
  /** A compiler may give the keyword as the position of the whole. */
  readonly from: number;
  /** The token behind it, or behind the bracket that closes it. */
  readonly next: number;
}

const heads = ["if", "while", "for", "switch", "catch"];

export function findClauses(tokens: readonly Token[]): Clause[] {
  const clauses: Clause[] = [];
  let start = 0;
  const add = (end: number) => {
    if (end > start) clauses.push({ isCondition: false, first: start, end, from: start, next: end });
    start = end + 1;
  };
  for (let at = 0; at < tokens.length; at++) {
    const { text } = tokens[at]!;
    const isLabel = text === ":" && ["case", "default"].includes(tokens[start]?.text ?? "");
    if (text === ";" || text === "{" || text === "}" || isLabel) add(at);
    else if (text === "else" || text === "do") start = at + 1;
    else if (heads.includes(text)) {
      const open = tokens[at + 1]?.text === "constexpr" ? at + 2 : at + 1;
      const close = closing(tokens, open);
      if (close === undefined) continue;
      clauses.push(...headClauses(tokens, at, { open, close }));
      start = close + 1;
      at = close;
    }
  }
  add(tokens.length);
  return clauses;
}

function headClauses(tokens: readonly Token[], at: number, { open, close }: { open: number; close: number }): Clause[] {
  const keyword = tokens[at]!.text;
  const ends = keyword === "for" || keyword === "if" ? semicolons(tokens, open, close) : [];
  const parts = [...ends, close].map((end, index) => ({ first: (ends[index - 1] ?? open) + 1, end }));
  // `for (init; condition; step)`, `if (init; condition)`; `for (x : list)` has no condition of its own.
  const condition = keyword === "for" ? 1 : keyword === "switch" || keyword === "catch" ? -1 : parts.length - 1;
  return parts.map(({ first, end }, index) => {
    const isCondition = index === condition && end > first;
    // `for` as a position stands for the condition, which is what decides there.
    const from = isCondition || parts.length === 1 ? at : first;
    return { isCondition, keyword, first, end, from, next: close + 1 };
  });
}

function semicolons(tokens: readonly Token[], open: number, close: number): number[] {
  const found: number[] = [];
  for (let at = open + 1; at < close; at++) {
    if (tokens[at]!.text === ";") found.push(at);
    if (tokens[at]!.text === "{") at = closing(tokens, at) ?? at;
  }
  return found;
}

const pairs: Record<string, string> = { "(": ")", "[": "]", "{": "}" };

/** The index of the bracket that closes the one at an index. */
export function closing(tokens: readonly Token[], at: number): number | undefined {
  const open: string[] = [];
  for (; at < tokens.length; at++) {
    const { text } = tokens[at]!;
    if (pairs[text]) open.push(pairs[text]);
    else if (text === open.at(-1)) open.pop();
    if (open.length === 0) return pairs[tokens[at]!.text] ? undefined : at;
  }
  return undefined;
}
