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

/** Serves the client at standard input and output until it is gone, or a signal comes. Runs go on. */
export async function serveMcp({ roots, program, maxRuns, onError, ...options }: ServeOptions): Promise<void> {
  const runs = new Runs({ roots: new Roots(roots), program, maxRuns });
  const handle = serveStdio(mcpServerFactory({ ...options, runs }), {
    transport: new StdioServerTransport(),
    onerror: ({ message }) => onError(message),
  });
  await new Promise<void>((done) => {
    for (const event of ["end", "close"]) process.stdin.once(event, () => done());
    process.stdout.once("error", () => done());
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => done());
  });
  await handle.close();
}
