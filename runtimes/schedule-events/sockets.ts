/**
 * Connections between two ends in this process do not go through the system: their bytes are events. Connections with other
 * processes are not controlled.
 */
import http from "node:http";
import net from "node:net";
import { closingInOrder } from "./closing.ts";
import { inherited, made } from "./event.ts";
import { offer } from "./gate.ts";
import { closeSockets, join } from "./joined-sockets.ts";
import { outside } from "./outside.ts";
import { type Any, replace, wrap } from "./replace.ts";
import { afresh, scope } from "./scope.ts";
import { closeServers, rememberServers, serverOf } from "./servers.ts";
import { quietTimeout } from "./timeouts.ts";

type Socket = Any;
type Server = Any;

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
  for (const name of ["closeAllConnections", "closeIdleConnections"]) wrap(http.Server.prototype, name, closingInOrder);
  const prototype = net.Server.prototype as Any;
  const emit = prototype.emit;
  replace(prototype, "emit", function (this: Server, name: string, ...args: Any[]) {
    const arrived = name === "connection" && scope.includes() && args[0] instanceof net.Socket;
    if (arrived && !(args[0] as Any).inside) meetOutside(args[0]);
    return Reflect.apply(emit, this, [name, ...args]);
  });
}

function meetOutside(socket: Socket): void {
  const over = outside("network");
  socket.once("close", over);
}

function destination(args: readonly Any[]): [Any, Any] {
  const list = Array.isArray(args[0]) ? args[0] : args;
  const [first, second] = list;
  const callback = list.findLast((each: Any) => typeof each === "function");
  if (typeof first === "object" && first !== null) return [first, callback];
  if (typeof first === "string" && !/^\d+$/.test(first)) return [{ path: first }, callback];
  return [{ port: Number(first), host: typeof second === "string" ? second : undefined }, callback];
}

interface Connecting {
  readonly options: Any;
  readonly above: (...args: Any[]) => unknown;
}

/** So many were made; each socket has the number of its own as `inside`. */
let connections = 0;
afresh(() => {
  connections = 0;
});

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

/** Closes what the program leaves open. */
export function closeConnections(): void {
  closeServers();
  closeSockets();
}
