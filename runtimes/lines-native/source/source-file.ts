import { type Clause, findClauses } from "./clauses.ts";
import { type Leaf, leavesOf, type Range } from "./conditions.ts";
import { type Token, tokenize } from "./tokens.ts";

/** A source file as the compiler's positions need it. */
export interface SourceFile {
  readonly tokens: readonly Token[];
  readonly macros: ReadonlyMap<string, string | undefined>;
  /** The index of the token at a position; undefined: none begins there. */
  tokenAt(line: number, column: number): number | undefined;
  /** The smallest clause that a position is in. */
  clauseAt(line: number, column: number): Clause | undefined;
  leaves(clause: Clause): readonly Leaf[];
  /** The source of some tokens, on one line. */
  text(range: Range): string;
  /** The same with one token, or some, replaced. */
  textWith(range: Range, replaced: Range, by: string): string;
  lineText(line: number): string;
}

export function readSource(source: string): SourceFile {
  const { tokens, macros } = tokenize(source);
  const lines = source.split("\n");
  const clauses = findClauses(tokens);
  const clauseOfToken = new Map<number, Clause | undefined>();
  const leaves = new Map<Clause, readonly Leaf[]>();
  const slice = (start: number, end: number) => source.slice(start, end);
  const startOf = ({ first }: Range) => tokens[first]?.start ?? 0;
  const endOf = ({ first, end }: Range) => (end > first ? tokens[end - 1]!.end : startOf({ first, end }));
  return {
    tokens,
    macros,
    tokenAt(line, column) {
      const at = firstBehind(tokens, line, column) - 1;
      return tokens[at]?.line === line && tokens[at]?.column === column ? at : undefined;
    },
    clauseAt(line, column) {
      const at = firstBehind(tokens, line, column) - 1;
      if (!clauseOfToken.has(at)) clauseOfToken.set(at, clauseAround(clauses, at));
      return clauseOfToken.get(at);
    },
    leaves(clause) {
      if (!leaves.has(clause)) leaves.set(clause, leavesOf(tokens, clause, clause.isCondition));
      return leaves.get(clause)!;
    },
    text: (range) => onOneLine(slice(startOf(range), endOf(range))),
    textWith: (range, replaced, by) =>
      onOneLine(slice(startOf(range), startOf(replaced)) + by + slice(endOf(replaced), endOf(range))),
    lineText: (line) => onOneLine(lines[line - 1] ?? ""),
  };
}

/** The index of the first token that begins behind a position. */
function firstBehind(tokens: readonly Token[], line: number, column: number): number {
  let [low, high] = [0, tokens.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const token = tokens[middle]!;
    if (token.line < line || (token.line === line && token.column <= column)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The smallest one that has the token itself, or else in its brackets. */
function clauseAround(clauses: readonly Clause[], at: number): Clause | undefined {
  const around = clauses.filter(({ from, next }) => from <= at && at < next);
  const exact = around.filter(({ first, end, from }) => (at >= first && at < end) || at === from);
  return smallest(exact.length > 0 ? exact : around);
}

function smallest(clauses: readonly Clause[]): Clause | undefined {
  const size = ({ first, end }: Clause) => end - first;
  return clauses.reduce<Clause | undefined>(
    (best, each) => (best && size(best) <= size(each) ? best : each),
    undefined,
  );
}

/** Sources are read with a character for each byte. */
function onOneLine(text: string): string {
  return Buffer.from(text, "latin1").toString("utf8").replace(/\s+/g, " ").trim();
}
