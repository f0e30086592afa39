const longest = 16;

/** Bytes as a short text on one line, every one of them visible; of many only their number. */
export function shown(bytes: Uint8Array): string {
  if (bytes.length > longest) return `${bytes.length.toLocaleString("en")} bytes`;
  return Array.from(bytes, visible).join("");
}

function visible(byte: number): string {
  const printable = byte > 0x20 && byte < 0x7f;
  return printable ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, "0")}`;
}
