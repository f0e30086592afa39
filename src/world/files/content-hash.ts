import { createHash } from "node:crypto";

/** A name for bytes, equal for equal bytes. */
export function contentHash(bytes: Uint8Array | string): string {
  return createHash("sha256").update(bytes).digest("hex").slice(0, 32);
}
