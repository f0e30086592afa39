import net from "node:net";
import type { LaneWait } from "../protocol/schedule-wait.ts";
import { closeSocket, isPutOff } from "./closing.ts";
import { type Event, gate, Line, made } from "./event.ts";
import { offer } from "./gate.ts";
import type { Any } from "./replace.ts";
import { afresh } from "./scope.ts";

type Socket = Any;

/** Sockets that would keep the process alive, and the event that connected them. */
const openSockets = new Map<Socket, Event>();
/** What is to be closed in the end. */
const connected = new Set<Socket>();
afresh(() => {
  for (const each of [openSockets, connected]) each.clear();
});
/** So many bytes may be on their way in one direction before writing waits. */
const window = 64 * 1024;

/** Two sockets, each of which reads what the other writes. */
export function join(left: Socket, right: Socket): void {
  adopt(left, right);
  adopt(right, left);
}

function adopt(socket: Socket, peer: Socket): void {
  const way: Way = { from: socket, to: peer, line: new Line(), onTheWay: 0, sent: 0 };
  const maker = gate.current;
  openSockets.set(socket, maker);
  connected.add(socket);
  socket.once("close", () => {
    openSockets.delete(socket);
    connected.delete(socket);
  });
  Object.assign(socket, sending(way), ending(way), {
    ref() {
      openSockets.set(socket, maker);
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
  Object.defineProperty(socket, "bytesWritten", { get: () => way.sent });
}

/** From one of two sockets to the other. */
interface Way {
  readonly from: Socket;
  readonly to: Socket;
  readonly line: Line;
  onTheWay: number;
  sent: number;
}

const received = new WeakMap<Socket, number>();

function sending(way: Way) {
  const { from, to } = way;
  const whenConnected = (run: () => void) => (from.connecting ? from.once("connect", run) : run());
  return {
    _read: () => to.resumeSending?.(),
    _writeGeneric(several: boolean, data: Any, encoding: BufferEncoding, done: (error?: Error) => void) {
      const bytes = () => (several ? Buffer.concat(data.map(bytesOf)) : bytesOf({ chunk: data, encoding }));
      whenConnected(() => write(way, bytes(), done));
    },
    _final(done: () => void) {
      whenConnected(() => {
        send(way, "net.end", () => {
          to.push(null);
          to.read(0);
        });
        done();
      });
    },
  };
}

function ending(way: Way) {
  const { from, to } = way;
  return {
    _destroy(error: Error | null, done: (error?: Error | null) => void) {
      from.setTimeout(0);
      from.resumeSending = undefined;
      if (!to.destroyed) send(way, "net.close", () => closedByPeer(from, to));
      closeSocket(from, error, done);
    },
    destroy(error?: Error) {
      return isPutOff(from) ? from : net.Socket.prototype.destroy.call(from, error as Error);
    },
    resetAndDestroy: () => from.destroy(),
    destroySoon: net.Socket.prototype.destroySoon,
  };
}

/** What the other end gets, in order; each piece is an event made by the one that wrote. */
function send({ to, line }: Way, kind: string, run: () => void): void {
  const event = made(kind, () => !to.destroyed && run(), send);
  event.line = line;
  offer(event);
}

function write(way: Way, bytes: Buffer, done: (error?: Error) => void): void {
  const { from, to } = way;
  from._unrefTimer();
  if (to.destroyed) {
    done(Object.assign(new Error("write EPIPE"), { code: "EPIPE", errno: -32, syscall: "write" }));
    return;
  }
  way.onTheWay += bytes.length;
  way.sent += bytes.length;
  const late = way.onTheWay > window;
  send(way, "net.data", () => {
    way.onTheWay -= bytes.length;
    to._unrefTimer();
    received.set(to, (received.get(to) ?? 0) + bytes.length);
    const more = to.push(bytes);
    if (late && more) done();
    else if (late) from.resumeSending = once(from, done);
  });
  if (!late) done();
}

function once(socket: Socket, done: () => void): () => void {
  return () => {
    socket.resumeSending = undefined;
    done();
  };
}

/** A socket that was destroyed after its end was sent has closed well; one that was broken off resets the other. */
function closedByPeer(socket: Socket, peer: Socket): void {
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

/** Closes what the program leaves open. */
export function closeSockets(): void {
  for (const socket of connected) socket.destroy();
}

/** For the log, when nothing can happen any more. */
export function waitingSockets(): readonly LaneWait[] {
  const open = [...openSockets].filter(([socket]) => !socket.destroyed);
  return open.map(([, { id, site }]) => ({ lane: id, kind: "socket", where: site }));
}
