import { decodeBase64 } from "../entry-text.ts";

const maxRows = 256;

/** A hex dump: offset, sixteen bytes in hexadecimal, and as ASCII. Long ones are cut, with a line that says so. */
export function hexView(base64: string): string {
  const bytes = decodeBase64(base64.slice(0, 4 * Math.ceil((maxRows * 16) / 3)));
  if (bytes === undefined) return base64;
  const lines: string[] = [];
  for (let at = 0; at < Math.min(bytes.length, maxRows * 16); at += 16) lines.push(row(bytes, at));
  const left = Math.floor((base64.replace(/=+$/, "").length * 3) / 4) - maxRows * 16;
  return left > 0 ? `${lines.join("\n")}\n… ${left.toLocaleString("en-US")} bytes more` : lines.join("\n");
}

function row(bytes: Uint8Array, at: number): string {
  const some = [...bytes.subarray(at, at + 16)];
  const hex = some.map((byte, i) => `${i === 8 ? " " : ""}${byte.toString(16).padStart(2, "0")}`).join(" ");
  const ascii = some.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : "."));
  return `${at.toString(16).padStart(6, "0")}  ${hex.padEnd(48)}  ${ascii.join("")}`;
}
