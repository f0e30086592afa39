/** Quotes words so that they can be pasted into a shell: plain, in quotes, or as $'…' if they contain control characters. */
export function commandLine(words: readonly string[]): string {
  return words.map(quoted).join(" ");
}

/** Quotes words for a command that nobody reads: every sh understands it, whatever is in the words. */
export function wordsForSh(words: readonly string[]): string {
  return words.map((word) => (isPlain(word) ? word : inQuotes(word))).join(" ");
}

function quoted(word: string): string {
  if (isPlain(word)) return word;
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(word)) return `$'${word.replace(/['\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escaped)}'`;
  if (word.includes("'") && !/["$`\\!]/.test(word)) return `"${word}"`;
  return inQuotes(word);
}

function isPlain(word: string): boolean {
  return /^(?:[\w@%+=:,./-]|\{\})+$/.test(word);
}

function inQuotes(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

function escaped(char: string): string {
  const named: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t", "'": "\\'", "\\": "\\\\" };
  return named[char] ?? `\\U${char.codePointAt(0)!.toString(16).padStart(8, "0")}`;
}
