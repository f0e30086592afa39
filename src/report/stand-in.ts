/** Text with stand-ins for the characters that hide, reorder or break what is around them; line ends and tabs stay. */
export function withStandIns(text: string): string {
  return text.replace(treacherous, standIn);
}

/** Control and format characters (bidirectional ones too), lone surrogates, non-characters, Unicode's line ends. */
const treacherous = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{NChar}\p{Zl}\p{Zp}]/gu;

/** What is shown for a character that cannot be seen: ↵ → · ␀ U+202E. */
export function standIn(char: string): string {
  const code = char.codePointAt(0)!;
  const picture = pictures[char] ?? (code < 0x20 ? String.fromCodePoint(0x2400 + code) : undefined);
  return picture ?? `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}

const pictures: Readonly<Record<string, string>> = { "\n": "↵", "\t": "→", " ": "·", "\x7f": "␡" };
