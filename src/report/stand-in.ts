/** Replaces characters that hide, reorder or break the text around them by visible ones; line ends and tabs stay. */
export function withStandIns(text: string): string {
  return text.replace(treacherous, standIn);
}

/** Control and format characters (bidirectional ones too), lone surrogates, non-characters, Unicode's line ends. */
const treacherous = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{NChar}\p{Zl}\p{Zp}]/gu;

/** The text to show for an invisible character: ↵ → · ␀ U+202E. */
export function standIn(char: string): string {
  const code = char.codePointAt(0)!;
  const picture = pictures[char] ?? (code < 0x20 ? String.fromCodePoint(0x2400 + code) : undefined);
  return picture ?? `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}

const pictures: Readonly<Record<string, string>> = { "\n": "↵", "\t": "→", " ": "·", "\x7f": "␡" };
