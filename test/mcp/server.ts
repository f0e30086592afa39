import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { environment, type Folder, program } from "../cli/culprit.ts";

/** What a tool answered. */
export interface Answer {
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly uris: readonly string[];
  readonly isError: boolean;
}

/** A client of `culprit mcp`, which runs in a folder of its own. */
export interface Session {
  readonly client: Client;
  readonly call: (tool: string, given?: Record<string, unknown>) => Promise<Answer>;
  readonly read: (uri: string) => Promise<string>;
}

interface SessionOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The revision of the protocol; the default is that which most clients speak. */
  readonly mode?: "legacy" | "auto";
}

const open: Client[] = [];

/** Starts a server for one test, and connects to it. */
export async function connect(folder: Folder, options: SessionOptions = {}): Promise<Session> {
  const { args = [], env = {}, mode = "legacy" } = options;
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  const variables = { ...environment(), ...env } as Record<string, string>;
  const words = { command: process.execPath, args: [program, "mcp", ...args] };
  await client.connect(new StdioClientTransport({ ...words, cwd: folder.path, env: variables, stderr: "ignore" }));
  open.push(client);
  return {
    client,
    call: async (name, given = {}) => answerOf(await client.callTool({ name, arguments: given })),
    read: async (uri) => {
      const [first] = (await client.readResource({ uri })).contents;
      return first && "text" in first ? (first.text as string) : "";
    },
  };
}

export async function closeAll(): Promise<void> {
  await Promise.all(open.splice(0).map((client) => client.close()));
}

function answerOf(result: Awaited<ReturnType<Client["callTool"]>>): Answer {
  const { content, structuredContent, isError = false } = result;
  return {
    text: content.flatMap((each) => (each.type === "text" ? each.text : [])).join("\n"),
    data: (structuredContent ?? {}) as Answer["data"],
    uris: content.flatMap((each) => (each.type === "resource_link" ? each.uri : [])),
    isError,
  };
}
