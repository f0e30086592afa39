import type { CauseEntry } from "../core/finding.ts";

/** An entry of a cause as text: what the failing world has there. Bytes that are not text are shown as hexadecimal numbers. */
export function textOfEntry({ text, new: now, base64, variable, package: name }: CauseEntry): string {
  if (variable !== undefined) return assigned(variable, now);
  if (name !== undefined) return versioned(name, now);
  if (base64 === undefined) return now ?? text ?? "";
  const bytes = decodeBase64(base64);
  if (bytes === undefined) return base64;
  return Array.from(bytes, (byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : hex(byte))).join("");
}

/** What the passing world has there; empty where the failing one only adds something. */
export function oldTextOfEntry({ old, variable, package: name }: CauseEntry): string {
  if (name !== undefined) return versioned(name, old);
  return variable === undefined ? (old ?? "") : assigned(variable, old);
}

/** Empty for a package that is not installed. */
function versioned(name: string, version: string | undefined): string {
  return version === undefined ? "" : `${name} ${version}`;
}

/** Empty for a variable that is not set. */
function assigned(variable: string, value: string | undefined): string {
  return value === undefined ? "" : `${variable}=${value}`;
}

/** Undefined if the text is not base64. */
export function decodeBase64(base64: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function hex(byte: number): string {
  return `\\x${byte.toString(16).padStart(2, "0")}`;
}
