import { join } from "node:path";
import { UserError } from "../core/user-error.ts";
import { recordsFolder } from "../run/record/records-folder.ts";
import type { RunRequest } from "../run/request.ts";
import type { Engine } from "../trial/engine.ts";

/** An engine that is open for one session of a run. */
export interface OpenEngine {
  readonly engine: Engine;
  readonly close: () => void;
}

/** Opens the engine that a run asks for; undefined: its tests run on this machine. */
export async function openEngine(
  { cwd, conditions: { engine: address, reuse = false, jobs } }: RunRequest,
  note: (sentence: string) => void,
): Promise<OpenEngine | undefined> {
  if (!address) return undefined;
  const { RemoteEngine } = await loadEngine();
  const { readHashes, writeHashes } = await import("../engine/tree/known-hashes.ts");
  const { TreeReader } = await import("../engine/tree/read-tree.ts");
  const { WorkerTools } = await import("../engine/worker-tools.ts");
  const { openUsableEngines } = await import("../engine/usable-engines.ts");
  const { EnginePool } = await import("../engine/engine-pool.ts");
  const hashes = join(recordsFolder(cwd), "engine-hashes.json");
  const reader = new TreeReader(readHashes(hashes));
  const tools = new WorkerTools();
  const openOne = (url: string) =>
    RemoteEngine.open({ address: { ...address, url }, reuse, jobs, note, reader, tools }, new AbortController().signal);
  const members = await openUsableEngines([address.url, ...(address.others ?? [])], openOne, note);
  const close = () => {
    for (const { engine } of members) engine.close();
    if (reader.hashed > 0) writeHashes(hashes, reader.known);
  };
  return { engine: members.length === 1 ? members[0]!.engine : new EnginePool(members, note), close };
}

/** The packages that speak the protocol are optional. */
async function loadEngine(): Promise<typeof import("../engine/remote-engine.ts")> {
  try {
    return await import("../engine/remote-engine.ts");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new UserError(
      "--engine needs packages that are not installed: npm install @connectrpc/connect-node@2.1.1 @connectrpc/connect@2.1.1 @bufbuild/protobuf@2.17.0",
    );
  }
}
