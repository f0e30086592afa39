import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { reasonOf } from "../../core/reason.ts";
import { UserError } from "../../core/user-error.ts";

/** Bytes by their hash: what an engine stores, and knows files and folders by. */
export interface Blob {
  readonly hash: string;
  readonly size: number;
  /** Throws if it is a file that has changed since. */
  readonly read: () => Uint8Array;
}

export function blobOf(bytes: Uint8Array): Blob {
  return { hash: sha256(bytes), size: bytes.length, read: () => bytes };
}

/** The content of a file, which is read again when it is uploaded. */
export function fileBlob(path: string, hash: string, size: number): Blob {
  return {
    hash,
    size,
    read: () => {
      const bytes = readAgain(path);
      if (bytes.length === size && sha256(bytes) === hash) return bytes;
      throw new UserError(
        `${path} changed while it was uploaded to the engine. Start again when nothing writes to it.`,
        1,
      );
    },
  };
}

function readAgain(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new UserError(`${path} cannot be uploaded to the engine: ${reasonOf(error as Error)}.`, 1);
  }
}

export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
