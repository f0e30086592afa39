import type { CauseEntry } from "../core/finding.ts";

/** A cause as text: what the failing world has there. Bytes that are no text are shown by their numbers. */
export function textOfEntry({ text, new: now, base64, variable, package: name }: CauseEntry): string {
  if (variable !== undefined) return assigned(variable, now);
  if (name !== undefined) return versioned(name, now);
  if (base64 === undefined) return now ?? text ?? "";
  const bytes = bytesOf(base64);
  if (bytes === undefined) return base64;
  return Array.from(bytes, (byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : hex(byte))).join("");
}

/** What the passing world has there; nothing where the failing one only has more. */
export function oldTextOfEntry({ old, variable, package: name }: CauseEntry): string {
  if (name !== undefined) return versioned(name, old);
  return variable === undefined ? (old ?? "") : assigned(variable, old);
}

/** Nothing for a package that is not there. */
function versioned(name: string, version: string | undefined): string {
  return version === undefined ? "" : `${name} ${version}`;
}

/** Nothing for a variable that is not set. */
function assigned(variable: string, value: string | undefined): string {
  return value === undefined ? "" : `${variable}=${value}`;
}

/** Undefined for what is not base64. */
export function bytesOf(base64: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function hex(byte: number): string {
  return `\\x${byte.toString(16).padStart(2, "0")}`;
}
