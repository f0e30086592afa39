/**
 * Connections between two ends in this process do not go through the system: their bytes are events. Connections with other
 * processes are not controlled.
 */
import http from "node:http";
import net from "node:net";
import { closeSocket } from "./closing.ts";
import { type Event, gate, inherited, Line, made } from "./event.ts";
import { offer } from "./gate.ts";
import { outside } from "./outside.ts";
import { type Any, replace, wrap, wrapForAll } from "./replace.ts";
import { afresh, scope } from "./scope.ts";
import { quietTimeout } from "./timers.ts";

type Socket = Any;
type Server = Any;

/** By port or path. */
const servers = new Map<string, Server>();
/** Sockets that would keep the process alive, and the event that connected them. */
const openSockets = new Map<Socket, Event>();
/** What is to be closed in the end. */
const connected = new Set<Socket>();
const listening = new Set<Server>();
afresh(() => {
  connections = 0;
  for (const each of [openSockets, connected, listening]) each.clear();
});
/** So many bytes may be on their way in one direction before writing waits. */
const window = 64 * 1024;

export function gateSockets(): void {
  rememberServers();
  wrap(net.Socket.prototype, "connect", (original) => {
    return function connect(this: Socket, ...args: Any[]) {
      const [options, callback] = destination(args);
      const server = this.encrypted || this._handle || options.fd !== undefined ? undefined : serverOf(options);
      if (server === undefined) {
        meetOutside(this);
        return Reflect.apply(original, this, args);
      }
      if (typeof callback === "function") this.once("connect", callback);
      connectInside(this, server, { options, above: connect });
      return this;
    };
  });
  for (const name of ["closeAllConnections", "closeIdleConnections"]) wrap(http.Server.prototype, name, inOrder);
  const prototype = net.Server.prototype as Any;
  const emit = prototype.emit;
  replace(prototype, "emit", function (this: Server, name: string, ...args: Any[]) {
    const arrived = name === "connection" && scope.includes() && args[0] instanceof net.Socket;
    if (arrived && !(args[0] as Any).inside) meetOutside(args[0]);
    return Reflect.apply(emit, this, [name, ...args]);
  });
}

let closing: Socket[] | undefined;

/** Node closes the connections of a server in the order of their addresses in memory; here, in that in which they were made. */
function inOrder(original: (...args: Any[]) => Any) {
  return function (this: Server, ...args: Any[]) {
    closing = [];
    try {
      return Reflect.apply(original, this, args);
    } finally {
      const sockets = closing.sort((one, other) => one.inside - other.inside);
      closing = undefined;
      for (const socket of sockets) socket.destroy();
    }
  };
}

function meetOutside(socket: Socket): void {
  const over = outside("network");
  socket.once("close", over);
}

function rememberServers(): void {
  const prototype = net.Server.prototype as Any;
  wrapForAll(prototype, "listen", (original) => {
    return function (this: Server, ...args: Any[]) {
      if (scope.includes()) listening.add(this);
      this.prependOnceListener("listening", () => {
        const address = this.address();
        const key = typeof address === "string" ? address : String(address?.port);
        servers.set(key, this);
        this.once("close", () => servers.get(key) === this && servers.delete(key));
      });
      return Reflect.apply(original, this, args);
    };
  });
  wrapForAll(prototype, "close", (original) => {
    return function (this: Server, ...args: Any[]) {
      for (const [key, server] of servers) if (server === this) servers.delete(key);
      return Reflect.apply(original, this, args);
    };
  });
}

function destination(args: readonly Any[]): [Any, Any] {
  const list = Array.isArray(args[0]) ? args[0] : args;
  const [first, second] = list;
  const callback = list.findLast((each: Any) => typeof each === "function");
  if (typeof first === "object" && first !== null) return [first, callback];
  if (typeof first === "string" && !/^\d+$/.test(first)) return [{ path: first }, callback];
  return [{ port: Number(first), host: typeof second === "string" ? second : undefined }, callback];
}

const here = /^(localhost|127\.[\d.]+|::1|0\.0\.0\.0|::|)$/;

function serverOf({ path, port, host }: Any): Server | undefined {
  if (path) return servers.get(String(path));
  return here.test(host ?? "") ? servers.get(String(port)) : undefined;
}

interface Connecting {
  readonly options: Any;
  readonly above: (...args: Any[]) => unknown;
}

const received = new WeakMap<Socket, number>();
let connections = 0;

function connectInside(client: Socket, server: Server, { options, above }: Connecting): void {
  client.connecting = true;
  client.inside = ++connections;
  timeVirtually(client);
  const address = server.address();
  const port = typeof address === "string" ? undefined : address?.port;
  const near = 50_000 + connections;
  const accept = () => {
    if (client.destroyed) return;
    if (!server.listening) return refused(client, options);
    const end = new net.Socket({ allowHalfOpen: server.allowHalfOpen }) as Socket;
    end.inside = client.inside;
    timeVirtually(end);
    join(client, end);
    Object.assign(client, { _peername: at(port, options.host), _sockname: at(near) });
    Object.assign(end, { _peername: at(near), _sockname: at(port, options.host) });
    end.server = server;
    end._server = server;
    server._connections++;
    offer(inherited("net.connect", () => tellConnected(client)));
    if (server.pauseOnConnect) end.pause();
    else end.read(0);
    server.emit("connection", end);
  };
  offer(made("net.connection", accept, above));
}

function at(port: number | undefined, host?: string) {
  return port === undefined
    ? {}
    : { address: host === "::1" ? host : "127.0.0.1", port, family: host === "::1" ? "IPv6" : "IPv4" };
}

function refused(client: Socket, { port, host, path }: Any): void {
  const place = path ?? `${host && host !== "localhost" ? host : "127.0.0.1"}:${port}`;
  const error = Object.assign(new Error(`connect ECONNREFUSED ${place}`), {
    code: "ECONNREFUSED",
    errno: -111,
    syscall: "connect",
  });
  client.destroy(error);
}

function tellConnected(client: Socket): void {
  if (client.destroyed) return;
  client.connecting = false;
  client.emit("connect");
  client.emit("ready");
  if (!client.isPaused()) client.read(0);
}

/** Two sockets, each of which reads what the other writes. */
function join(left: Socket, right: Socket): void {
  adopt(left, right);
  adopt(right, left);
}

function adopt(socket: Socket, peer: Socket): void {
  const line = new Line();
  let onTheWay = 0;
  let sent = 0;
  const maker = gate.current;
  openSockets.set(socket, maker);
  connected.add(socket);
  socket.once("close", () => {
    openSockets.delete(socket);
    connected.delete(socket);
  });
  /** What the other end gets, in order; each piece is an event made by the one that wrote. */
  const send = (kind: string, run: () => void) => {
    const event = made(kind, () => !peer.destroyed && run(), send);
    event.line = line;
    offer(event);
  };
  const whenConnected = (run: () => void) => (socket.connecting ? socket.once("connect", run) : run());
  const own = {
    _read: () => peer.resumeSending?.(),
    _writeGeneric(several: boolean, data: Any, encoding: BufferEncoding, done: (error?: Error) => void) {
      whenConnected(() => {
        const bytes = several ? Buffer.concat(data.map(bytesOf)) : bytesOf({ chunk: data, encoding });
        socket._unrefTimer();
        if (peer.destroyed)
          return done(Object.assign(new Error("write EPIPE"), { code: "EPIPE", errno: -32, syscall: "write" }));
        onTheWay += bytes.length;
        sent += bytes.length;
        const late = onTheWay > window;
        send("net.data", () => {
          onTheWay -= bytes.length;
          peer._unrefTimer();
          received.set(peer, (received.get(peer) ?? 0) + bytes.length);
          const more = peer.push(bytes);
          if (late && more) done();
          else if (late) socket.resumeSending = once(socket, done);
        });
        if (!late) done();
      });
    },
    _final(done: () => void) {
      whenConnected(() => {
        send("net.end", () => {
          peer.push(null);
          peer.read(0);
        });
        done();
      });
    },
    _destroy(error: Error | null, done: (error?: Error | null) => void) {
      socket.setTimeout(0);
      socket.resumeSending = undefined;
      if (!peer.destroyed) send("net.close", () => closedByPeer(socket, peer));
      closeSocket(socket, error, done);
    },
    destroy(error?: Error) {
      if (closing === undefined) return net.Socket.prototype.destroy.call(socket, error as Error);
      closing.push(socket);
      return socket;
    },
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
    resetAndDestroy: () => socket.destroy(),
    destroySoon: net.Socket.prototype.destroySoon,
  };
  Object.assign(socket, own);
  Object.defineProperty(socket, "pending", { get: () => socket.connecting });
  Object.defineProperty(socket, "bytesRead", { get: () => received.get(socket) ?? 0 });
  Object.defineProperty(socket, "bytesWritten", { get: () => sent });
}

/** The socket's time-out is on the virtual clock, also one that was set already. */
function timeVirtually(socket: Socket): void {
  let timer: ReturnType<typeof quietTimeout> | undefined;
  const before: number = socket.timeout ?? 0;
  if (before > 0) socket.setTimeout(0);
  socket._unrefTimer = () => timer?.refresh();
  socket.setTimeout = (duration: number, callback?: () => void) => {
    timer?.close();
    timer = undefined;
    socket.timeout = duration;
    if (duration > 0) timer = quietTimeout(() => socket.emit("timeout"), duration);
    if (callback) duration > 0 ? socket.once("timeout", callback) : socket.removeListener("timeout", callback);
    return socket;
  };
  if (before > 0) socket.setTimeout(before);
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
export function closeConnections(): void {
  for (const server of listening) server.close();
  for (const socket of connected) socket.destroy();
}

/** For the log, when nothing can happen any more. */
export function waitingSockets(): readonly string[] {
  return [...openSockets].filter(([socket]) => !socket.destroyed).map(([, { id, site }]) => `${id} socket ${site}`);
}
