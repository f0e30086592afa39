import type { ServerContext } from "@modelcontextprotocol/server";

export const tasksExtension = "io.modelcontextprotocol/tasks";

/** Where a client of the revision 2026-07-28 says, with each request, what it can do. */
const clientCapabilities = "io.modelcontextprotocol/clientCapabilities";

/** Whether the client said with this very request that it knows tasks: no other one may get one. */
export function knowsTasks({ mcpReq }: ServerContext): boolean {
  const envelope = mcpReq.envelope as Readonly<Record<string, unknown>> | undefined;
  const capabilities = envelope?.[clientCapabilities] as { readonly extensions?: object } | undefined;
  return capabilities?.extensions !== undefined && Object.hasOwn(capabilities.extensions, tasksExtension);
}
