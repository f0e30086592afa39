import { constantOf } from "../source/constants.ts";
import type { SourceFile } from "../source/source-file.ts";
import type { FunctionContext } from "./machine-site.ts";

/** A number as the source writes it. */
export interface WrittenConstant {
  readonly text: string;
  readonly value: number;
}

/** Maximum number of other constants for one. */
const maxOthers = 3;

/**
 * The constants of the same kind that stand nearest in the same function, and are not one more or less: `EOL` for `BOL`, `'+'` for
 * `'-'`, 640 for 500.
 */
export function otherConstants(
  context: FunctionContext,
  file: string,
  { token, value }: { readonly token: number; readonly value: number },
): WrittenConstant[] {
  const source = context.sourceOf(file);
  const { tokens } = source;
  const style = styleOf(tokens[token]!.text);
  if (style === undefined) return [];
  const others = tokensOf(context, file, source)
    .filter((at) => styleOf(tokens[at]!.text) === style && !isIndex(tokens, at))
    .sort((a, b) => Math.abs(a - token) - Math.abs(b - token))
    .flatMap((at): WrittenConstant[] => {
      const found = constantOf(tokens, { first: at, end: at + 1 }, context.macros);
      return found === undefined || Math.abs(found - value) <= 1 ? [] : [{ text: tokens[at]!.text, value: found }];
    });
  return [...new Map(others.toReversed().map((each) => [each.value, each])).values()].toReversed().slice(0, maxOthers);
}

const isIndex = (tokens: SourceFile["tokens"], at: number): boolean =>
  tokens[at - 1]?.text === "[" && tokens[at + 1]?.text === "]";

type Style = "name" | "letter" | "number";

/** No number takes the place of what is true or false, or of no pointer. */
function styleOf(text: string): Style | undefined {
  if (/^(?:true|false|null|nullptr)$/i.test(text)) return undefined;
  return /^[A-Za-z_]/.test(text) ? "name" : text.startsWith("'") ? "letter" : /^\d/.test(text) ? "number" : undefined;
}

/** The tokens on the lines of the function. */
function tokensOf({ instructions }: FunctionContext, file: string, { tokens }: SourceFile): number[] {
  const lines = instructions.flatMap(({ position }) => (position?.file === file ? position.line : []));
  const [first, last] = [Math.min(...lines), Math.max(...lines)];
  return [...tokens.keys()].filter((at) => tokens[at]!.line >= first && tokens[at]!.line <= last);
}
