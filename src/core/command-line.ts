/** Quotes words so that they can be pasted into a shell: plain, in quotes, or as $'…' if they contain control characters. */
export function commandLine(words: readonly string[]): string {
  return words.map(quoted).join(" ");
}

function quoted(word: string): string {
  if (/^(?:[\w@%+=:,./-]|\{\})+$/.test(word)) return word;
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(word)) return `$'${word.replace(/['\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escaped)}'`;
  if (word.includes("'") && !/["$`\\!]/.test(word)) return `"${word}"`;
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

function escaped(char: string): string {
  const named: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t", "'": "\\'", "\\": "\\\\" };
  return named[char] ?? `\\U${char.codePointAt(0)!.toString(16).padStart(8, "0")}`;
}
