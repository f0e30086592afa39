import { type ChildProcess, spawn } from "node:child_process";
import type { ConnectedMcpSessionPort, JsonRpcResponse } from "@modelcontextprotocol/ext-tasks/client";
import { environment, type Folder, program } from "../cli/culprit.ts";

type Message = Readonly<Record<string, unknown>>;

const tasks = "io.modelcontextprotocol/tasks";
/** What a client of the revision 2026-07-28 says with each request. */
const envelope = (extensions: object) => ({
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": { extensions },
});

/** A server and the lines that go to and from it: for what the client of the SDK does not do. */
export class RawConnection {
  readonly child: ChildProcess;
  readonly #waiting = new Map<number, (message: Message) => void>();
  #requests = 0;
  #rest = "";

  constructor(folder: Folder) {
    const stdio = ["pipe", "pipe", "ignore"] as const;
    this.child = spawn(process.execPath, [program, "mcp"], { cwd: folder.path, env: environment(), stdio: [...stdio] });
    this.child.stdout!.setEncoding("utf8").on("data", (text: string) => {
      const lines = (this.#rest + text).split("\n");
      this.#rest = lines.pop()!;
      for (const line of lines) this.#take(JSON.parse(line));
    });
    this.child.stdin!.on("error", () => {});
  }

  /** Writes a line, whatever it is. */
  write(line: string): void {
    this.child.stdin!.write(`${line}\n`);
  }

  /** Sends a request, by default as a client that knows tasks. */
  request(method: string, params: object, extensions: object = { [tasks]: {} }): Promise<Message> {
    const id = ++this.#requests;
    const _meta = { ...(params as { _meta?: object })._meta, ...envelope(extensions) };
    this.write(JSON.stringify({ jsonrpc: "2.0", id, method, params: { ...params, _meta } }));
    return new Promise((answer) => this.#waiting.set(id, answer));
  }

  /** For the client's side of the Tasks extension. */
  port(): ConnectedMcpSessionPort {
    return {
      endpointId: "culprit",
      taskCapabilities: { generation: "v2", capabilities: {} },
      dispatch: async (request) => {
        const { method, params } = request as { method: string; params: object };
        const { result, error } = await this.request(method, params);
        return (error === undefined ? { kind: "result", result } : { kind: "error", error }) as JsonRpcResponse;
      },
      onServerRequest: () => () => {},
      onNotification: () => () => {},
      onInvalidated: () => () => {},
      invalidated: false,
    };
  }

  /** Goes away as a client does that has crashed; resolves with the server's exit code. */
  leave(): Promise<number | null> {
    const ended = new Promise<number | null>((done) => this.child.once("close", done));
    this.child.stdin!.destroy();
    this.child.stdout!.destroy();
    return ended;
  }

  #take(message: Message): void {
    this.#waiting.get(message.id as number)?.(message);
  }
}
