import type { ServerResponse } from "node:http";

/** A line that keeps the connection alive and means nothing, in milliseconds. */
const heartbeat = 15_000;

/** Server-sent events. */
export class EventStream {
  readonly #response: ServerResponse;
  readonly #timer: NodeJS.Timeout;
  readonly closed: Promise<void>;

  constructor(response: ServerResponse) {
    this.#response = response;
    response.writeHead(200, { "Content-Type": "text/event-stream; charset=utf-8" });
    response.flushHeaders();
    this.#timer = setInterval(() => response.write(":\n\n"), heartbeat).unref();
    this.closed = new Promise((resolve) => response.once("close", resolve));
    void this.closed.then(() => clearInterval(this.#timer));
  }

  /** Whether the reader keeps up; otherwise what is new is sent later, all at once. */
  get isReady(): boolean {
    return !this.#response.writableNeedDrain;
  }

  send(event: string, data: unknown): void {
    this.#response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }
}
