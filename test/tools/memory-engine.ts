import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { create, fromBinary } from "@bufbuild/protobuf";
import { anyPack } from "@bufbuild/protobuf/wkt";
import {
  Code,
  ConnectError,
  type ConnectRouter,
  createClient,
  createRouterTransport,
  type ServiceImpl,
} from "@connectrpc/connect";
import type { Connection } from "../../src/engine/calls/connection.ts";
import { ByteStream, type WriteRequest } from "../../src/engine/protocol/bytestream_pb.ts";
import { type Operation, OperationSchema, Operations } from "../../src/engine/protocol/operations_pb.ts";
import {
  type Action,
  ActionCache,
  type ActionResult,
  ActionResultSchema,
  ActionSchema,
  Capabilities,
  type Command,
  CommandSchema,
  ContentAddressableStorage,
  type Digest,
  type Directory,
  DirectorySchema,
  ExecuteOperationMetadataSchema,
  ExecuteResponseSchema,
  Execution,
} from "../../src/engine/protocol/remote_execution_pb.ts";
import { sha256 } from "../../src/engine/tree/blob.ts";

/** What an engine is asked to run. */
export interface Task {
  readonly action: Action;
  readonly command: Command;
  /** A file that came with it, by its path below the input root. */
  readonly file: (path: string) => Buffer;
  /** Writes all files that came with it to a folder. */
  readonly unpack: (into: string) => void;
}

/** What is answered in place of what is usual. */
export interface MemoryAnswers {
  readonly capabilities?: Partial<ServiceImpl<typeof Capabilities>>;
  readonly storage?: Partial<ServiceImpl<typeof ContentAddressableStorage>>;
  readonly streams?: Partial<ServiceImpl<typeof ByteStream>>;
  readonly cache?: Partial<ServiceImpl<typeof ActionCache>>;
  readonly execution?: Partial<ServiceImpl<typeof Execution>>;
  readonly operations?: Partial<ServiceImpl<typeof Operations>>;
}

/**
 * An engine in this process, with a store in memory. It stands for engines that do what a real one does not do when asked: it is
 * spoken to by the protocol, and answers a task as the test says.
 */
export class MemoryEngine {
  readonly blobs = new Map<string, Buffer>();
  /** By the hash of the action. */
  readonly results = new Map<string, ActionResult>();
  readonly tasks: Task[] = [];
  /** Hashes of the blobs that it was asked for, and of those that it was sent. */
  readonly asked: string[] = [];
  readonly sent: string[] = [];
  readonly cancelled: string[] = [];
  readonly #run: (task: Task) => ActionResult | Promise<ActionResult>;
  readonly #answers: MemoryAnswers;

  constructor(run: (task: Task) => ActionResult | Promise<ActionResult>, answers: MemoryAnswers = {}) {
    this.#run = run;
    this.#answers = answers;
  }

  /** Calls reach it without a network. */
  connect(): Connection {
    const transport = createRouterTransport(this.routes);
    return {
      instance: "",
      capabilities: createClient(Capabilities, transport),
      storage: createClient(ContentAddressableStorage, transport),
      streams: createClient(ByteStream, transport),
      cache: createClient(ActionCache, transport),
      execution: createClient(Execution, transport),
      operations: createClient(Operations, transport),
      close: () => {},
    };
  }

  get routes(): (router: ConnectRouter) => void {
    const { capabilities, storage, streams, cache, execution, operations } = this.#answers;
    return (router) =>
      router
        .service(Capabilities, {
          getCapabilities: () => ({ executionCapabilities: { execEnabled: true } }),
          ...capabilities,
        })
        .service(ContentAddressableStorage, {
          findMissingBlobs: ({ blobDigests }) => this.#missing(blobDigests),
          batchUpdateBlobs: ({ requests }) => {
            this.sent.push(...requests.map(({ data }) => this.keep(data).hash));
            return { responses: requests.map(({ digest }) => ({ ...(digest ? { digest } : {}) })) };
          },
          ...storage,
        })
        .service(ByteStream, {
          read: ({ resourceName }) => this.#read(resourceName),
          write: (requests) => this.#write(requests),
          ...streams,
        })
        .service(ActionCache, {
          getActionResult: ({ actionDigest }) => {
            const result = this.results.get(actionDigest?.hash ?? "");
            if (result) return result;
            throw new ConnectError("no result", Code.NotFound);
          },
          ...cache,
        })
        .service(Execution, { execute: ({ actionDigest }) => this.execute(actionDigest), ...execution })
        .service(Operations, {
          cancelOperation: ({ name }) => {
            this.cancelled.push(name);
            return {};
          },
          ...operations,
        });
  }

  /** Says that a worker has the action, runs it, and says how it ended. */
  async *execute(actionDigest: Digest | undefined): AsyncGenerator<Operation> {
    const [begun] = this.begin(actionDigest);
    yield begun;
    yield operationWith(begun.name, await this.#run(this.tasks.at(-1)!));
  }

  /** Says no more than that a worker has it. */
  begin(actionDigest: Digest | undefined): [Operation] {
    this.tasks.push(this.#taskOf(actionDigest!));
    return [operationAt(`operation-${this.tasks.length}`, 3)];
  }

  keep(data: Uint8Array): Pick<Digest, "hash" | "sizeBytes"> {
    const hash = sha256(data);
    this.blobs.set(hash, Buffer.from(data));
    return { hash, sizeBytes: BigInt(data.length) };
  }

  #missing(digests: readonly Digest[]) {
    this.asked.push(...digests.map(({ hash }) => hash));
    return { missingBlobDigests: digests.filter(({ hash }) => !this.blobs.has(hash)) };
  }

  async *#read(resourceName: string) {
    const hash = /blobs\/([0-9a-f]+)\//.exec(resourceName)?.[1] ?? "";
    yield { data: this.#blob(hash) };
  }

  async #write(requests: AsyncIterable<WriteRequest>) {
    const parts: Uint8Array[] = [];
    let name = "";
    for await (const { resourceName, data } of requests) {
      name = resourceName;
      parts.push(data);
    }
    const { hash, sizeBytes } = this.keep(Buffer.concat(parts));
    if (!name.endsWith(`blobs/${hash}/${sizeBytes}`)) throw new ConnectError("not that blob", Code.InvalidArgument);
    this.sent.push(hash);
    return { committedSize: sizeBytes };
  }

  #blob(hash = ""): Buffer {
    const bytes = this.blobs.get(hash);
    if (bytes) return bytes;
    throw new ConnectError(`there is no blob ${hash}`, Code.NotFound);
  }

  #taskOf({ hash }: Digest): Task {
    const action = fromBinary(ActionSchema, this.#blob(hash));
    const command = fromBinary(CommandSchema, this.#blob(action.commandDigest?.hash));
    const root = this.#directory(action.inputRootDigest);
    this.#checkFiles(root);
    const file = (path: string) => {
      const names = path.split("/");
      const last = names.pop();
      let at = root;
      for (const name of names) at = this.#directory(at.directories.find((each) => each.name === name)?.digest);
      return this.#blob(at.files.find((each) => each.name === last)?.digest?.hash);
    };
    return { action, command, file, unpack: (into) => this.#unpack(root, into) };
  }

  #unpack({ files, directories }: Directory, into: string): void {
    mkdirSync(into, { recursive: true });
    for (const { name, digest } of files) writeFileSync(join(into, name), this.#blob(digest?.hash));
    for (const { name, digest } of directories) this.#unpack(this.#directory(digest), join(into, name));
  }

  #checkFiles({ files, directories }: Directory): void {
    for (const { digest } of files) this.#blob(digest?.hash);
    for (const { digest } of directories) this.#checkFiles(this.#directory(digest));
  }

  #directory(digest: Digest | undefined): Directory {
    return fromBinary(DirectorySchema, this.#blob(digest?.hash));
  }
}

/** An action at a stage, by its number in the protocol: 2 is queued, 3 executing. */
export function operationAt(name: string, stage: number): Operation {
  const metadata = anyPack(ExecuteOperationMetadataSchema, create(ExecuteOperationMetadataSchema, { stage }));
  return create(OperationSchema, { name, metadata });
}

export function operationWith(name: string, result: ActionResult, code = 0): Operation {
  const response = create(ExecuteResponseSchema, code === 0 ? { result } : { status: { code } });
  const value = anyPack(ExecuteResponseSchema, response);
  return create(OperationSchema, { name, done: true, result: { case: "response", value } });
}

/** The result of a test that ended with this exit code at once. */
export function resultOf({ file }: Pick<Task, "file">, exit = 0): ActionResult {
  const contents = recordOf({ id: file("culprit/id").toString("utf8"), root: "/w", test: replyWith(exit) });
  const digest = { hash: sha256(contents), sizeBytes: BigInt(contents.length) };
  return create(ActionResultSchema, { outputFiles: [{ path: "output/record", digest, contents }] });
}

/** A record as the first process on a worker writes it. */
export function recordOf(fields: Readonly<Record<string, string | Buffer>>): Buffer {
  return Buffer.concat(
    Object.entries(fields)
      .flat()
      .map((each) => {
        const length = Buffer.alloc(4);
        length.writeUInt32BE(Buffer.byteLength(each));
        return Buffer.concat([length, Buffer.from(each)]);
      }),
  );
}

/** What the supervisor says of a test that ended by itself and printed nothing. */
function replyWith(exit: number): Buffer {
  const reply = Buffer.alloc(27);
  reply.writeUInt16BE(exit << 8, 5);
  return reply;
}
