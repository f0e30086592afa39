import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { type McpServerOptions, mcpServerFactory } from "./mcp-server.ts";
import { Roots } from "./roots.ts";
import { Runs } from "./runs.ts";

export interface ServeOptions extends Omit<McpServerOptions, "runs"> {
  readonly roots: readonly [string, ...string[]];
  readonly program: string;
  readonly maxRuns: number;
  /** For what went wrong between the client and the server. */
  readonly onError: (message: string) => void;
}

/** Maximum number of bytes of what a client sends at once. */
const maxMessage = 10 * 1024 * 1024;

/** Serves the client at standard input and output until it is gone, or a signal comes. Runs go on. */
export async function serveMcp({ roots, program, maxRuns, onError, ...options }: ServeOptions): Promise<void> {
  const runs = new Runs({ roots: new Roots(roots), program, maxRuns });
  const transport = new StdioServerTransport(process.stdin, process.stdout, { maxBufferSize: maxMessage });
  const handle = serveStdio(mcpServerFactory({ ...options, runs }), {
    transport,
    onerror: ({ message }) => onError(explained(message)),
  });
  await new Promise<void>((done) => {
    // After a message that is too long, it is not known where the next one begins.
    const { onclose } = transport;
    transport.onclose = () => {
      onclose?.();
      done();
    };
    for (const event of ["end", "close"]) process.stdin.once(event, () => done());
    process.stdout.once("error", () => done());
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => done());
  });
  await handle.close();
}

/** What went wrong, on one line: the package that checks messages lists all that they could have been. */
function explained(message: string): string {
  if (message.startsWith("ReadBuffer exceeded"))
    return "a message of the client is longer than 10 MiB, so the connection ends. Runs go on.";
  return message.startsWith("[") ? "the client sent something that is no message of the protocol." : message;
}
