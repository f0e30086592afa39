import net from "node:net";
import { clock } from "./clock.ts";
import { made } from "./event.ts";
import { offer } from "./gate.ts";
import { patience } from "./next.ts";
import type { Any } from "./replace.ts";

/** Callbacks that are due within a turn of Node's loop, in milliseconds, come before those of what was closed in it. */
const turn = 1;

/**
 * Ends a socket that has no handle as Node ends one that has: the program is told at the end of the loop's turn. Until then,
 * other callbacks meet a socket that is destroyed and has not said so.
 */
export function closeSocket(socket: Any, error: Error | null, done: (error?: Error | null) => void): void {
  socket._handle = {
    close(told: () => void) {
      const event = made("net.closed", told, closeSocket);
      offer(event);
      event.since = clock.now + turn - patience;
    },
  };
  net.Socket.prototype._destroy.call(socket, error, done);
}

let inOrder: Any[] | undefined;

/** Node closes the connections of a server in the order of their addresses in memory; here, in that in which they were made. */
export function closingInOrder(original: (...args: Any[]) => Any) {
  return function (this: Any, ...args: Any[]) {
    inOrder = [];
    try {
      return Reflect.apply(original, this, args);
    } finally {
      const sockets = inOrder.sort((one, other) => one.inside - other.inside);
      inOrder = undefined;
      for (const socket of sockets) socket.destroy();
    }
  };
}

/** While a server closes its connections, to destroy one of them is put off until all are known. */
export function isPutOff(socket: Any): boolean {
  inOrder?.push(socket);
  return inOrder !== undefined;
}
