const names: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** `\n`, `\xa0`, `\u200b`. */
export function escapeCharacter(char: string): string {
  const code = char.codePointAt(0)!;
  const hex = (digits: number) => code.toString(16).padStart(digits, "0");
  return names[char] ?? (code <= 0xff ? `\\x${hex(2)}` : code <= 0xffff ? `\\u${hex(4)}` : `\\u{${hex(5)}}`);
}

/** Bytes as text that loses none of them: bytes that are not UTF-8 are escaped. */
export function textOfBytes(bytes: Uint8Array): string {
  try {
    // `stream` drops a character that was cut in the middle.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true });
  } catch {
    return Array.from(bytes, (byte) => {
      const char = String.fromCharCode(byte);
      return byte < 0x80 ? char : escapeCharacter(char);
    }).join("");
  }
}
