import { connect, type Socket } from "node:net";

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** An error that delve answers with. */
export class DelveError extends Error {}

/** JSON-RPC over a socket: requests may follow each other without waiting for answers. */
export class Connection {
  readonly #socket: Socket;
  readonly #waiting = new Map<number, Waiting>();
  #received: string[] = [];
  #last = 0;

  constructor(path: string) {
    this.#socket = connect(path);
    this.#socket.setEncoding("utf8");
    this.#socket.on("data", (text: string) => this.#receive(text));
    this.#socket.on("error", (error) => this.#rejectAll(error));
    this.#socket.on("close", () => this.#rejectAll(new Error("delve ended")));
  }

  call<T>(method: string, parameters: object): Promise<T> {
    const id = ++this.#last;
    return new Promise<T>((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as Waiting["resolve"], reject });
      this.#socket.write(`${JSON.stringify({ id, method: `RPCServer.${method}`, params: [parameters] })}\n`);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  /** One answer a line; an answer may come in many pieces. */
  #receive(text: string): void {
    const [first = "", ...lines] = text.split("\n");
    this.#received.push(first);
    for (const line of lines) {
      this.#answer(JSON.parse(this.#received.join("")));
      this.#received = [line];
    }
  }

  #answer({ id, result, error }: { readonly id: number; readonly result: unknown; readonly error: unknown }): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === null) waiting?.resolve(result);
    else waiting?.reject(new DelveError(String(error)));
  }

  #rejectAll(error: Error): void {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
