import {
  type CallToolResult,
  type McpRequestContext,
  McpServer,
  ResourceNotFoundError,
  ResourceTemplate,
} from "@modelcontextprotocol/server";
import { UserError } from "../core/user-error.ts";
import { maskForRun } from "../run/record/mask-record.ts";
import { asContents, evidenceOf, readEvidence } from "./evidence.ts";
import { inputSchemaOf } from "./input-schema.ts";
import { link, linkTemplates, readLink } from "./link.ts";
import { ownRecords } from "./own-records.ts";
import type { Runs } from "./runs.ts";
import type { LoadCommand } from "./start-run.ts";
import { Tasks } from "./tasks.ts";
import type { Tool } from "./tool.ts";
import { asCallResult } from "./tool-result.ts";
import { toolsFor } from "./tools.ts";

export interface McpServerOptions {
  readonly runs: Runs;
  readonly loadCommand: LoadCommand;
  readonly version: string;
}

/** Maximum number of runs whose evidence is listed; any other can be read too. */
const maxListed = 10;

const instructions =
  "culprit finds the cause of a failure by experiment. Ask why first, with the failing command as test. Runs may take minutes: " +
  "follow them with status, and they go on when you are gone. An answer names what was proved; links lead to the evidence.";

/** Makes the servers for connections: the protocol's revision is chosen anew for each, the runs are the same. */
export function mcpServerFactory({ runs, loadCommand, version }: McpServerOptions) {
  const tools = toolsFor(runs, loadCommand);
  const tasks = new Tasks(runs);
  return ({ era }: Pick<McpRequestContext, "era">): McpServer => {
    const server = new McpServer({ name: "culprit", title: "culprit", version }, { instructions });
    for (const tool of tools) registerTool(server, tool, tasks);
    registerEvidence(server, runs, version);
    if (era === "modern") tasks.attach(server.server);
    return server;
  };
}

function registerTool(server: McpServer, tool: Tool, tasks: Tasks): void {
  const { name, title, description, annotations, call } = tool;
  const inputSchema = inputSchemaOf(tool);
  server.registerTool(name, { title, description, annotations, inputSchema }, async (given, context) => {
    try {
      const answer = await call(given, context);
      // The package's types know no tasks; the protocol does, for clients that said so.
      return "running" in answer
        ? ((await tasks.create(answer.running)) as unknown as CallToolResult)
        : asCallResult(answer);
    } catch (error) {
      return asCallResult({ text: [(error as Error).message], isError: true });
    }
  });
}

function registerEvidence(server: McpServer, runs: Runs, version: string): void {
  const about = { description: "What a run leaves: its report, patches, minimal inputs." };
  const readOf = async (uri: URL) => {
    const { name, ...run } = readLink(uri);
    const { record } = runs.find(run);
    if (!record) throw new UserError(`The run ${run.run} left no record.`);
    const mimeType = evidenceOf(record).find((each) => each.name === name)?.mimeType ?? "text/plain";
    const contents = asContents(await readEvidence(record, name, { roots: runs.roots, version }));
    return { contents: [{ uri: uri.href, mimeType, ...maskForRun(record, contents) }] };
  };
  const read = (uri: URL) =>
    readOf(uri).catch((error) => {
      // What the client asked for is not there, which is no error of ours.
      throw error instanceof UserError ? new ResourceNotFoundError(uri.href, error.message) : error;
    });
  const [inRoot, elsewhere] = linkTemplates;
  const list = () => ({ resources: listEvidence(runs) });
  server.registerResource("evidence", new ResourceTemplate(inRoot, { list }), about, read);
  server.registerResource("evidence in a folder", new ResourceTemplate(elsewhere, { list: undefined }), about, read);
}

function listEvidence(runs: Runs) {
  const { roots } = runs;
  return roots.all().flatMap((folder) =>
    ownRecords(folder)
      .slice(0, maxListed)
      .flatMap((record) => {
        const run = { name: record.header.run, folder, record, process: undefined };
        return evidenceOf(record).map((evidence) => link(run, evidence, roots));
      }),
  );
}
