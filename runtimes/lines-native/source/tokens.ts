/** A word, number, text or symbol of C or C++ source. */
export interface Token {
  readonly text: string;
  readonly line: number;
  /** From 1. */
  readonly column: number;
  readonly start: number;
  readonly end: number;
}

export interface Tokens {
  readonly tokens: readonly Token[];
  /** What `#define NAME …` stands for; undefined for macros with parameters. */
  readonly macros: ReadonlyMap<string, string | undefined>;
}

/** Raw strings are texts, too; a line that begins with `#` goes on behind a backslash at its end. */
const parts = new RegExp(
  [
    /(?<skipped>\/\/(?:\\\n|[^\n])*|\/\*[\s\S]*?\*\/|(?<=^[ \t]*)#(?:\\\r?\n|\/\*[\s\S]*?\*\/|[^\n])*|\s+|\\)/,
    /R"(?<mark>[^(\s]*)\([\s\S]*?\)\k<mark>"|"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*'/,
    /[A-Za-z_]\w*|\.?\d(?:[eEpP][+-]|['\w.])*/,
    /<<=|>>=|\.\.\.|<=>|->|\+\+|--|<<|>>|[<>=!+\-*/%&|^]=|&&|\|\||::|[\s\S]/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "gm",
);

export function tokenize(source: string): Tokens {
  const tokens: Token[] = [];
  const macros = new Map<string, string | undefined>();
  let [line, lineStart] = [1, 0];
  for (const match of source.matchAll(parts)) {
    const [text, start] = [match[0], match.index];
    const define = /^\s*#\s*define\s+(\w+)(\()?\s*([\s\S]*)/.exec(match.groups?.skipped ?? "");
    if (define) macros.set(define[1]!, define[2] ? undefined : define[3]!.replace(/\/[/*][\s\S]*/, "").trim());
    if (match.groups?.skipped === undefined)
      tokens.push({ text, line, column: start - lineStart + 1, start, end: start + text.length });
    for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) {
      line++;
      lineStart = start + at + 1;
    }
  }
  return { tokens, macros };
}

/** The number that a literal stands for: `10`, `0x1f`, `4u`, `'a'`, `true`. */
export function literalValue(text: string): number | undefined {
  const named: Record<string, number> = { true: 1, TRUE: 1, false: 0, FALSE: 0, NULL: 0, nullptr: 0, EOF: -1 };
  if (Object.hasOwn(named, text)) return named[text];
  if (text.startsWith("'")) return characterValue(text.slice(1, -1));
  const digits = text.replaceAll("'", "").replace(/[uUlLzZ]+$/, "");
  if (/^0[0-7]+$/.test(digits)) return Number.parseInt(digits, 8);
  return /^(?:\d+|0[xX][\da-fA-F]+|0[bB][01]+)$/.test(digits) ? Number(digits) : undefined;
}

const escapes: Record<string, number> = { n: 10, t: 9, r: 13, 0: 0, a: 7, b: 8, f: 12, v: 11 };

function characterValue(text: string): number | undefined {
  if (text.length === 1) return text.charCodeAt(0);
  if (text.length !== 2 || !text.startsWith("\\")) return undefined;
  return escapes[text[1]!] ?? text.charCodeAt(1);
}
