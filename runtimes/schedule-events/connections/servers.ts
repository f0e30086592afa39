import net from "node:net";
import { type Any, wrapForAll } from "../replacements/replace.ts";
import { scope } from "../replacements/scope.ts";
import { onReset } from "../scheduler/resets.ts";

type Server = Any;

/** The servers of this process, by port or path. */
const servers = new Map<string, Server>();
/** Servers to close at the end of the run. */
const listening = new Set<Server>();
onReset(() => listening.clear());

/** Keeps track of the servers that listen, from now on. */
export function trackServers(): void {
  const prototype = net.Server.prototype as Any;
  wrapForAll(prototype, "listen", (original) => {
    return function (this: Server, ...args: Any[]) {
      if (scope.isControlled()) listening.add(this);
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

const thisMachine = /^(localhost|127\.[\d.]+|::1|0\.0\.0\.0|::|)$/;

/** The server of this process that listens at an address; undefined if there is none. */
export function serverAt({ path, port, host }: Any): Server | undefined {
  if (path) return servers.get(String(path));
  return thisMachine.test(host ?? "") ? servers.get(String(port)) : undefined;
}

/** Closes all servers that the program has left open. */
export function closeServers(): void {
  for (const server of listening) server.close();
}
