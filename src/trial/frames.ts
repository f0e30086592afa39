import { invariant } from "../core/invariant.ts";

/** One message to the supervisor: the length of the body in four bytes, then the fields with NUL between them. */
export function frame(fields: readonly string[]): Buffer {
  const body = fields.join("\0");
  const length = Buffer.byteLength(body);
  const bytes = Buffer.allocUnsafe(4 + length);
  bytes.writeUInt32BE(length, 0);
  bytes.write(body, 4);
  return bytes;
}

/** Puts the bodies of frames together again from the pieces in which they arrive; joins pieces once per frame. */
export class FrameReader {
  #pieces: Buffer[] = [];
  #held = 0;
  /** Bytes to wait for before it is worth looking again. */
  #wanted = 4;

  /** The bodies that this piece completes. */
  read(piece: Buffer): Buffer[] {
    this.#pieces.push(piece);
    this.#held += piece.length;
    if (this.#held < this.#wanted) return [];
    const bodies: Buffer[] = [];
    let bytes = this.#pieces.length === 1 ? piece : Buffer.concat(this.#pieces, this.#held);
    let length = lengthOf(bytes);
    while (bytes.length >= length) {
      bodies.push(bytes.subarray(4, length));
      bytes = bytes.subarray(length);
      length = lengthOf(bytes);
    }
    this.#pieces = bytes.length === 0 ? [] : [bytes];
    this.#held = bytes.length;
    this.#wanted = length;
    return bodies;
  }
}

/** How the supervisor says that a test came to its end; the position is the number it sends. */
const endings = ["ended", "timed out", "aborted", "not started", "not begun"] as const;

/** What the supervisor says of one test. */
export interface Reply {
  readonly id: number;
  readonly ending: (typeof endings)[number];
  /** The status as `wait` gives it; the error number if the test was not started. */
  readonly status: number;
  readonly milliseconds: number;
  readonly dropped: number;
  /** If the test was not started, what could not be done. */
  readonly stdout: string;
  readonly stderr: string;
}

const replyHeader = 27;

export function readReply(body: Buffer): Reply {
  const ending = endings[body.readUInt8(4)];
  invariant(ending !== undefined, "the supervisor sends an ending that it knows");
  const endOfStdout = replyHeader + body.readUInt32BE(23);
  return {
    id: body.readUInt32BE(0),
    ending,
    status: body.readUInt16BE(5),
    milliseconds: body.readDoubleBE(7),
    dropped: body.readDoubleBE(15),
    stdout: body.toString("utf8", replyHeader, endOfStdout),
    stderr: body.toString("utf8", endOfStdout),
  };
}

/** The whole length of the frame that begins here, or the four bytes needed to know it. */
function lengthOf(bytes: Buffer): number {
  return bytes.length < 4 ? 4 : 4 + bytes.readUInt32BE(0);
}
