import type { ServerContext, ToolAnnotations } from "@modelcontextprotocol/server";
import type { KnownRun } from "./runs.ts";
import type { ToolResult } from "./tool-result.ts";

/** One tool: what a client reads of it, and what it does. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: ToolAnnotations;
  readonly properties: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
  readonly call: (given: Arguments, context: ServerContext) => Promise<ToolResult | StillRunning>;
}

/** The arguments of all tools; which of them are there follows from a tool's own properties, which the client's are checked against. */
export interface Arguments {
  readonly run?: string;
  readonly folder?: string;
  readonly command?: string;
  readonly args?: readonly string[];
  readonly test?: readonly string[];
  readonly step?: number;
  readonly wait?: number;
}

/** The answer is not known yet: a client that knows tasks gets one for it. */
export interface StillRunning {
  readonly running: KnownRun;
}
