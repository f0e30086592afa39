import net from "node:net";
import type { LaneWait } from "../../protocol/schedule-wait.ts";
import type { Any } from "../replacements/replace.ts";
import { WaitingLine } from "../scheduler/event.ts";
import { createEvent } from "../scheduler/event-creation.ts";
import { enqueue } from "../scheduler/queue.ts";
import { onReset } from "../scheduler/resets.ts";
import { type ParentEvent, scheduler } from "../scheduler/state.ts";
import { closeSocket, postponeDestroy } from "./socket-closing.ts";

type Socket = Any;

/** Sockets that would keep the process alive, and the event that connected them. */
const openSockets = new Map<Socket, ParentEvent>();
/** Sockets to close at the end of the run. */
const connected = new Set<Socket>();
onReset(() => {
  for (const each of [openSockets, connected]) each.clear();
});
/** Maximum number of bytes in flight in one direction before a write has to wait. */
const maxInFlight = 64 * 1024;

/** Connects two sockets: each reads what the other writes. */
export function joinSockets(left: Socket, right: Socket): void {
  joinTo(left, right);
  joinTo(right, left);
}

function joinTo(socket: Socket, peer: Socket): void {
  const stream: ByteStream = { from: socket, to: peer, line: new WaitingLine(), inFlight: 0, sent: 0 };
  const creator = scheduler.current;
  openSockets.set(socket, creator);
  connected.add(socket);
  socket.once("close", () => {
    openSockets.delete(socket);
    connected.delete(socket);
  });
  Object.assign(socket, writeMethods(stream), closeMethods(stream), {
    ref() {
      openSockets.set(socket, creator);
      return socket;
    },
    unref() {
      openSockets.delete(socket);
      return socket;
    },
    setNoDelay: () => socket,
    setKeepAlive: () => socket,
  });
  Object.defineProperty(socket, "pending", { get: () => socket.connecting });
  Object.defineProperty(socket, "bytesRead", { get: () => received.get(socket) ?? 0 });
  Object.defineProperty(socket, "bytesWritten", { get: () => stream.sent });
}

/** What one of two sockets sends to the other. */
interface ByteStream {
  readonly from: Socket;
  readonly to: Socket;
  readonly line: WaitingLine;
  inFlight: number;
  sent: number;
}

const received = new WeakMap<Socket, number>();

function writeMethods(stream: ByteStream) {
  const { from, to } = stream;
  const whenConnected = (run: () => void) => (from.connecting ? from.once("connect", run) : run());
  return {
    _read: () => to.resumeSending?.(),
    _writeGeneric(several: boolean, data: Any, encoding: BufferEncoding, done: (error?: Error) => void) {
      const bytes = () => (several ? Buffer.concat(data.map(bytesOf)) : bytesOf({ chunk: data, encoding }));
      whenConnected(() => write(stream, bytes(), done));
    },
    _final(done: () => void) {
      whenConnected(() => {
        send(stream, "net.end", () => {
          to.push(null);
          to.read(0);
        });
        done();
      });
    },
  };
}

function closeMethods(stream: ByteStream) {
  const { from, to } = stream;
  return {
    _destroy(error: Error | null, done: (error?: Error | null) => void) {
      from.setTimeout(0);
      from.resumeSending = undefined;
      if (!to.destroyed) send(stream, "net.close", () => endInput(from, to));
      closeSocket(from, error, done);
    },
    destroy(error?: Error) {
      return postponeDestroy(from) ? from : net.Socket.prototype.destroy.call(from, error as Error);
    },
    resetAndDestroy: () => from.destroy(),
    destroySoon: net.Socket.prototype.destroySoon,
  };
}

/** Sends something to the other socket, in order: an event, which the event that wrote creates. */
function send({ to, line }: ByteStream, kind: string, run: () => void): void {
  const event = createEvent(kind, () => !to.destroyed && run(), send);
  event.line = line;
  enqueue(event);
}

function write(stream: ByteStream, bytes: Buffer, done: (error?: Error) => void): void {
  const { from, to } = stream;
  from._unrefTimer();
  if (to.destroyed) {
    done(Object.assign(new Error("write EPIPE"), { code: "EPIPE", errno: -32, syscall: "write" }));
    return;
  }
  stream.inFlight += bytes.length;
  stream.sent += bytes.length;
  const mustWait = stream.inFlight > maxInFlight;
  send(stream, "net.data", () => {
    stream.inFlight -= bytes.length;
    to._unrefTimer();
    received.set(to, (received.get(to) ?? 0) + bytes.length);
    const more = to.push(bytes);
    if (mustWait && more) done();
    else if (mustWait) from.resumeSending = resumeOnce(from, done);
  });
  if (!mustWait) done();
}

function resumeOnce(socket: Socket, done: () => void): () => void {
  return () => {
    socket.resumeSending = undefined;
    done();
  };
}

/** Ends what the peer can read, unless the socket had sent its end before it was closed. */
function endInput(socket: Socket, peer: Socket): void {
  if (socket.writableFinished) {
    if (!peer.readableEnded) peer.read(0);
    return;
  }
  if (peer.readableFlowing === null && !peer.readable) return void peer.destroy();
  peer.push(null);
  peer.read(0);
}

function bytesOf({ chunk, encoding }: { chunk: string | Uint8Array; encoding: BufferEncoding }): Buffer {
  return typeof chunk === "string" ? Buffer.from(chunk, encoding) : Buffer.from(chunk);
}

/** Closes all sockets that the program has left open. */
export function closeSockets(): void {
  for (const socket of connected) socket.destroy();
}

/** The sockets that wait when nothing can run any more, for the log. */
export function waitingSockets(): readonly LaneWait[] {
  const open = [...openSockets].filter(([socket]) => !socket.destroyed);
  return open.map(([, { id, site }]) => ({ lane: id, kind: "socket", where: site }));
}
