import net from "node:net";
import type { Any } from "../replacements/replace.ts";
import { clock } from "../scheduler/clock.ts";
import { createEvent } from "../scheduler/event-creation.ts";
import { maxDelay } from "../scheduler/next-event.ts";
import { enqueue } from "../scheduler/queue.ts";

/** How long a turn of Node's loop takes, in milliseconds. Callbacks that are due within it run before close callbacks. */
const turnDuration = 1;

/**
 * Closes a socket that has no handle as Node closes one that has: the event `close` comes at the end of the loop's turn. Until
 * then, other callbacks find the socket destroyed, but not closed.
 */
export function closeSocket(socket: Any, error: Error | null, done: (error?: Error | null) => void): void {
  socket._handle = {
    close(onClosed: () => void) {
      const event = createEvent("net.closed", onClosed, closeSocket);
      enqueue(event);
      event.since = clock.now + turnDuration - maxDelay;
    },
  };
  net.Socket.prototype._destroy.call(socket, error, done);
}

/** Sockets to destroy, while a server closes its connections. */
let postponed: Any[] | undefined;

/** Closes the connections of a server in the order in which they were made. Node does so in the order of memory addresses. */
export function closeInOrder(original: (...args: Any[]) => Any) {
  return function (this: Any, ...args: Any[]) {
    postponed = [];
    try {
      return Reflect.apply(original, this, args);
    } finally {
      const sockets = postponed.sort((a, b) => a.inside - b.inside);
      postponed = undefined;
      for (const socket of sockets) socket.destroy();
    }
  };
}

/** While a server closes its connections, postpones destroying them until all are known. Returns whether it does. */
export function postponeDestroy(socket: Any): boolean {
  postponed?.push(socket);
  return postponed !== undefined;
}
