import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { createSecureServer, createServer, type Http2Server, type ServerHttp2Session } from "node:http2";
import { join } from "node:path";
import type { SecureContextOptions } from "node:tls";
import { promisify } from "node:util";
import { create } from "@bufbuild/protobuf";
import { connectNodeAdapter } from "@connectrpc/connect-node";
import { type ActionResult, ActionResultSchema } from "../../src/engine/protocol/remote_execution_pb.ts";
import { sha256 } from "../../src/engine/tree/blob.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import type { MemoryEngine, Task } from "./memory-engine.ts";

export interface ServedEngine {
  readonly url: string;
  /** What callers sent as authorization, once for each call. */
  readonly authorizations: (string | undefined)[];
  readonly close: () => void;
}

/** An engine of this process at an address; with these certificates, only for those who show one that it trusts. */
export async function serve(engine: MemoryEngine, tls?: SecureContextOptions): Promise<ServedEngine> {
  const answer = connectNodeAdapter({ routes: engine.routes });
  const authorizations: (string | undefined)[] = [];
  const listener: typeof answer = (request, response) => {
    authorizations.push(request.headers.authorization);
    answer(request, response);
  };
  const server: Http2Server = tls
    ? createSecureServer({ ...tls, requestCert: true, rejectUnauthorized: true }, listener)
    : createServer(listener);
  const sessions = new Set<ServerHttp2Session>();
  server.on("session", (session) => sessions.add(session));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  const close = () => {
    for (const session of sessions) session.destroy();
    server.close();
  };
  return { url: `${tls ? "grpcs" : "grpc"}://127.0.0.1:${port}`, authorizations, close };
}

/** Does what a worker does: the task is run in a folder that has its files, with no more variables than it has. */
export async function runTask({ command, unpack }: Task): Promise<ActionResult> {
  const folder = temporaryFolder("engine-task");
  unpack(folder);
  const [program = "", ...words] = command.arguments;
  const env = Object.fromEntries(command.environmentVariables.map(({ name, value }) => [name, value]));
  await promisify(execFile)(program, words, { cwd: folder, env });
  const outputFiles = command.outputPaths.map((path) => {
    const contents = readFileSync(join(folder, path));
    return { path, contents, digest: { hash: sha256(contents), sizeBytes: BigInt(contents.length) } };
  });
  return create(ActionResultSchema, { outputFiles });
}
