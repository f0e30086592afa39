import type { Clause } from "../source/clauses.ts";
import type { SourceFile } from "../source/source-file.ts";
import { literalValue } from "../source/tokens.ts";

/** `(x & 4) == 4` is compiled as `(x & 4) != 0`: with another mask or operator, the source would be compiled to something else. */
export function isFoldedMask({ first, end }: Clause, { tokens }: SourceFile): boolean {
  const texts = tokens.slice(first, end).map(({ text }) => text);
  const isZero = (text: string | undefined) => text !== undefined && literalValue(text) === 0;
  return texts.some((text, at) => /^[=!]=$/.test(text) && !isZero(texts[at + 1]) && !isZero(texts[at - 1]));
}
