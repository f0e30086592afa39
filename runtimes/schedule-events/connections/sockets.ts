/**
 * A connection within the process does not go through the system: what is sent is an event. Connections with other processes are
 * not controlled.
 */
import http from "node:http";
import net from "node:net";
import { type Any, replace, wrap } from "../replacements/replace.ts";
import { scope } from "../replacements/scope.ts";
import { createEvent, createInnerEvent } from "../scheduler/event-creation.ts";
import { enqueue } from "../scheduler/queue.ts";
import { onReset } from "../scheduler/resets.ts";
import { setInternalTimeout } from "../time/timeouts.ts";
import { beginOutsideWait } from "../uncontrolled/outside-wait.ts";
import { closeServers, serverAt, trackServers } from "./servers.ts";
import { closeInOrder } from "./socket-closing.ts";
import { closeSockets, joinSockets } from "./socket-pair.ts";

type Socket = Any;
type Server = Any;

export function controlSockets(): void {
  trackServers();
  wrap(net.Socket.prototype, "connect", (original) => {
    return function connect(this: Socket, ...args: Any[]) {
      const [options, callback] = connectArguments(args);
      const server = this.encrypted || this._handle || options.fd !== undefined ? undefined : serverAt(options);
      if (server === undefined) {
        waitOutside(this);
        return Reflect.apply(original, this, args);
      }
      if (typeof callback === "function") this.once("connect", callback);
      connectInside(this, server, { options, callee: connect });
      return this;
    };
  });
  for (const name of ["closeAllConnections", "closeIdleConnections"]) wrap(http.Server.prototype, name, closeInOrder);
  const prototype = net.Server.prototype as Any;
  const emit = prototype.emit;
  replace(prototype, "emit", function (this: Server, name: string, ...args: Any[]) {
    const isConnection = name === "connection" && scope.isControlled() && args[0] instanceof net.Socket;
    if (isConnection && !(args[0] as Any).inside) waitOutside(args[0]);
    return Reflect.apply(emit, this, [name, ...args]);
  });
}

function waitOutside(socket: Socket): void {
  socket.once("close", beginOutsideWait("network"));
}

/** The options and the callback among the arguments of `connect`. */
function connectArguments(args: readonly Any[]): [Any, Any] {
  const list = Array.isArray(args[0]) ? args[0] : args;
  const [first, second] = list;
  const callback = list.findLast((each: Any) => typeof each === "function");
  if (typeof first === "object" && first !== null) return [first, callback];
  if (typeof first === "string" && !/^\d+$/.test(first)) return [{ path: first }, callback];
  return [{ port: Number(first), host: typeof second === "string" ? second : undefined }, callback];
}

interface ConnectCall {
  readonly options: Any;
  readonly callee: (...args: Any[]) => unknown;
}

/** The number of connections within the process. A socket has its number as `inside`. */
let connections = 0;
onReset(() => {
  connections = 0;
});

function connectInside(client: Socket, server: Server, { options, callee }: ConnectCall): void {
  client.connecting = true;
  client.inside = ++connections;
  useVirtualTimeout(client);
  const address = server.address();
  const port = typeof address === "string" ? undefined : address?.port;
  const clientPort = 50_000 + connections;
  const accept = () => {
    if (client.destroyed) return;
    if (!server.listening) return refuse(client, options);
    const accepted = new net.Socket({ allowHalfOpen: server.allowHalfOpen }) as Socket;
    accepted.inside = client.inside;
    useVirtualTimeout(accepted);
    joinSockets(client, accepted);
    Object.assign(client, { _peername: addressAt(port, options.host), _sockname: addressAt(clientPort) });
    Object.assign(accepted, { _peername: addressAt(clientPort), _sockname: addressAt(port, options.host) });
    accepted.server = server;
    accepted._server = server;
    server._connections++;
    enqueue(createInnerEvent("net.connect", () => emitConnected(client)));
    if (server.pauseOnConnect) accepted.pause();
    else accepted.read(0);
    server.emit("connection", accepted);
  };
  enqueue(createEvent("net.connection", accept, callee));
}

function addressAt(port: number | undefined, host?: string) {
  return port === undefined
    ? {}
    : { address: host === "::1" ? host : "127.0.0.1", port, family: host === "::1" ? "IPv6" : "IPv4" };
}

function refuse(client: Socket, { port, host, path }: Any): void {
  const place = path ?? `${host && host !== "localhost" ? host : "127.0.0.1"}:${port}`;
  const error = Object.assign(new Error(`connect ECONNREFUSED ${place}`), {
    code: "ECONNREFUSED",
    errno: -111,
    syscall: "connect",
  });
  client.destroy(error);
}

function emitConnected(client: Socket): void {
  if (client.destroyed) return;
  client.connecting = false;
  client.emit("connect");
  client.emit("ready");
  if (!client.isPaused()) client.read(0);
}

/** Measures the socket's timeout by the virtual clock, even one that was set before. */
function useVirtualTimeout(socket: Socket): void {
  let timer: ReturnType<typeof setInternalTimeout> | undefined;
  const before: number = socket.timeout ?? 0;
  if (before > 0) socket.setTimeout(0);
  socket._unrefTimer = () => timer?.refresh();
  socket.setTimeout = (duration: number, callback?: () => void) => {
    timer?.close();
    timer = undefined;
    socket.timeout = duration;
    if (duration > 0) timer = setInternalTimeout(() => socket.emit("timeout"), duration);
    if (callback) duration > 0 ? socket.once("timeout", callback) : socket.removeListener("timeout", callback);
    return socket;
  };
  if (before > 0) socket.setTimeout(before);
}

/** Closes all servers and sockets that the program has left open. */
export function closeConnections(): void {
  closeServers();
  closeSockets();
}
