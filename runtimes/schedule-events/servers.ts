import net from "node:net";
import { type Any, wrapForAll } from "./replace.ts";
import { afresh, scope } from "./scope.ts";

type Server = Any;

/** Those of this process, by port or path. */
const servers = new Map<string, Server>();
/** What is to be closed in the end. */
const listening = new Set<Server>();
afresh(() => listening.clear());

/** Notes which servers listen, from now on. */
export function rememberServers(): void {
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

const here = /^(localhost|127\.[\d.]+|::1|0\.0\.0\.0|::|)$/;

/** The server of this process that a connection is for. */
export function serverOf({ path, port, host }: Any): Server | undefined {
  if (path) return servers.get(String(path));
  return here.test(host ?? "") ? servers.get(String(port)) : undefined;
}

/** Closes those that the program leaves open. */
export function closeServers(): void {
  for (const server of listening) server.close();
}
