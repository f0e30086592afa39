import { createHash } from "node:crypto";
import { closeSync, openSync, readSync } from "node:fs";
import { reasonOf } from "../../core/reason.ts";
import { UserError } from "../../core/user-error.ts";

/** Bytes by their hash: what an engine stores, and knows files and folders by. */
export interface Blob {
  readonly hash: string;
  readonly size: number;
  /** All of it, in pieces that fit into memory, at least one. Throws before the last one if it is a file that has changed since. */
  readonly pieces: () => Iterable<Uint8Array>;
}

/** Maximum number of bytes of a piece. */
const maxPiece = 1 << 20;

export function blobOf(bytes: Uint8Array): Blob {
  return { hash: sha256(bytes), size: bytes.length, pieces: () => piecesOf(bytes) };
}

/** The content of a file, which is read again when it is uploaded. */
export function fileBlob(path: string, hash: string, size: number): Blob {
  return { hash, size, pieces: () => unchangedPieces(path, { hash, size }) };
}

/** All bytes of a blob, which fit into memory. */
export function readBlob(blob: Blob): Uint8Array {
  return Buffer.concat([...blob.pieces()]);
}

export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** The hash of a file of about this size. */
export function hashFile(path: string, size: number): string {
  const hash = createHash("sha256");
  for (const piece of filePieces(path, size)) hash.update(piece);
  return hash.digest("hex");
}

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  let at = 0;
  do {
    yield bytes.subarray(at, at + maxPiece);
    at += maxPiece;
  } while (at < bytes.length);
}

function* unchangedPieces(path: string, { hash, size }: Pick<Blob, "hash" | "size">): Generator<Uint8Array> {
  const seen = createHash("sha256");
  let length = 0;
  let last: Uint8Array | undefined;
  for (const piece of readAgain(path, size)) {
    length += piece.length;
    if (length > size) break;
    seen.update(piece);
    if (last) yield last;
    last = piece;
  }
  if (length !== size || seen.digest("hex") !== hash) {
    throw new UserError(
      `${path} changed while it was uploaded to the engine. Start again when nothing writes to it.`,
      1,
    );
  }
  yield last ?? new Uint8Array();
}

function* readAgain(path: string, size: number): Generator<Uint8Array> {
  try {
    yield* filePieces(path, size);
  } catch (error) {
    throw new UserError(`${path} cannot be uploaded to the engine: ${reasonOf(error as Error)}.`, 1);
  }
}

/** Node reads no more than 2 GiB at once. */
function* filePieces(path: string, size: number): Generator<Uint8Array> {
  const file = openSync(path, "r");
  try {
    for (;;) {
      const piece = Buffer.allocUnsafe(Math.min(size + 1, maxPiece));
      const length = readSync(file, piece);
      if (length === 0) return;
      yield piece.subarray(0, length);
    }
  } finally {
    closeSync(file);
  }
}
