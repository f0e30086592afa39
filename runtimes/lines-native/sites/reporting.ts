import { type Clause, closing } from "../source/clauses.ts";
import type { SourceFile } from "../source/source-file.ts";
import type { Token } from "../source/tokens.ts";

const ends = ["exit", "_exit", "_Exit", "abort", "throw", "__assert_fail"];
const prints = ["printf", "fprintf", "puts", "fputs", "perror", "fflush", "err", "errx", "std", "cerr"];

/** A condition of an assertion, or of a branch that does nothing but print and end the program. */
export function onlyReports(source: SourceFile, clause: Clause | undefined, line: number): boolean {
  if (clause === undefined) return /\bassert\w*\s*\(/.test(source.lineText(line));
  const { tokens } = source;
  if (clause.keyword === undefined) return /^(?:static_)?assert$|^_?ASSERT$/.test(tokens[clause.first]!.text);
  if (clause.keyword !== "if" || !clause.isCondition) return false;
  const words = firstWords(tokens, clause.next);
  return words.length > 0 && ends.includes(words.at(-1)!) && words.slice(0, -1).every((word) => prints.includes(word));
}

/** A statement that ends the program. */
export function endsProgram({ tokens }: SourceFile, { first }: Clause): boolean {
  return ends.includes(tokens[first]!.text);
}

/** The first word of each statement of a branch. */
function firstWords(tokens: readonly Token[], start: number): string[] {
  const isBlock = tokens[start]?.text === "{";
  const end = isBlock ? (closing(tokens, start) ?? start) : statementEnd(tokens, start);
  const words: string[] = [];
  for (let at = isBlock ? start + 1 : start; at < end; at = statementEnd(tokens, at) + 1) words.push(tokens[at]!.text);
  return words;
}

function statementEnd(tokens: readonly Token[], at: number): number {
  while (at < tokens.length && tokens[at]!.text !== ";") at++;
  return at;
}
