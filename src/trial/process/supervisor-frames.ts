import { invariant } from "../../core/invariant.ts";

/** One message to the supervisor: the length of the body in four bytes, then the fields with NUL between them. */
export function encodeFrame(fields: readonly string[]): Buffer {
  const body = fields.join("\0");
  const length = Buffer.byteLength(body);
  const bytes = Buffer.allocUnsafe(4 + length);
  bytes.writeUInt32BE(length, 0);
  bytes.write(body, 4);
  return bytes;
}

/** Reassembles the bodies of frames from the chunks in which they arrive; joins chunks only once per frame. */
export class FrameReader {
  #chunks: Buffer[] = [];
  #received = 0;
  /** Number of bytes needed to complete the next frame, or its length. */
  #wanted = 4;

  /** The bodies that this chunk completes. */
  read(chunk: Buffer): Buffer[] {
    this.#chunks.push(chunk);
    this.#received += chunk.length;
    if (this.#received < this.#wanted) return [];
    const bodies: Buffer[] = [];
    let bytes = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks, this.#received);
    let length = lengthOf(bytes);
    while (bytes.length >= length) {
      bodies.push(bytes.subarray(4, length));
      bytes = bytes.subarray(length);
      length = lengthOf(bytes);
    }
    this.#chunks = bytes.length === 0 ? [] : [bytes];
    this.#received = bytes.length;
    this.#wanted = length;
    return bodies;
  }
}

/** How a test can end, in the order of the numbers that the supervisor sends. */
const endings = ["ended", "timed out", "aborted", "not started", "not begun"] as const;

/** What the supervisor reports of one test. */
export interface Reply {
  readonly id: number;
  readonly ending: (typeof endings)[number];
  /** The wait status; the error number if the test was not started. */
  readonly status: number;
  readonly milliseconds: number;
  readonly dropped: number;
  /** The standard output; if the test was not started, the step that failed. */
  readonly stdout: string;
  readonly stderr: string;
}

const replyHeader = 27;

/** Whether this can be a reply: one that comes from another machine may be anything. */
export function isReply(body: Buffer): boolean {
  if (body.length < replyHeader || endings[body.readUInt8(4)] === undefined) return false;
  return replyHeader + body.readUInt32BE(23) <= body.length;
}

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

/** The length of the frame that begins here, with its header; 4 while the header is incomplete. */
function lengthOf(bytes: Buffer): number {
  return bytes.length < 4 ? 4 : 4 + bytes.readUInt32BE(0);
}
