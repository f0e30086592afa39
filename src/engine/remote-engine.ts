import { setMaxListeners } from "node:events";
import { writeFileSync } from "node:fs";
import { Code, ConnectError } from "@connectrpc/connect";
import { invariant } from "../core/invariant.ts";
import { UserError } from "../core/user-error.ts";
import type { Engine, TestPlace } from "../trial/engine.ts";
import type { Experiment } from "../trial/experiment.ts";
import type { Execution } from "../trial/process/execution.ts";
import { Actions, recordPath } from "./action/actions.ts";
import { executionOf } from "./action/execution-of.ts";
import { platformOf } from "./action/platform.ts";
import { type ActionParts, type TestAction, testAction } from "./action/test-action.ts";
import { UserFiles } from "./action/user-files.ts";
import { readWorkerRecord, type WorkerRecord } from "./action/worker-record.ts";
import { type Connection, connectTo } from "./calls/connection.ts";
import { type ActionEnd, executeAction } from "./calls/execute-action.ts";
import { Retrying } from "./calls/retry.ts";
import { Store } from "./calls/store.ts";
import type { EngineAddress } from "./engine-address.ts";
import type { Blob } from "./tree/blob.ts";
import type { TreeReader } from "./tree/read-tree.ts";
import { digestOf } from "./tree/tree-folder.ts";
import { WorkerTools } from "./worker-tools.ts";

export interface EngineOptions {
  readonly address: EngineAddress;
  /** Use results that the engine has, and leave it ours. */
  readonly reuse: boolean;
  readonly note: (sentence: string) => void;
  readonly reader: TreeReader;
  /** Milliseconds after which an engine with a problem is given up. */
  readonly patience?: number;
}

const defaultPatience = 5 * 60_000;
const openingPatience = 10_000;
/** How often a worker may leave no record before it is said that it cannot. */
const maxFaults = 3;

/** Runs tests on the workers of an engine that speaks the Remote Execution API. */
export class RemoteEngine implements Engine {
  readonly reachesFiles = false;
  readonly #options: EngineOptions;
  readonly #connection: Connection;
  readonly #store: Store;
  readonly #retrying: Retrying;
  readonly #parts: ActionParts;
  readonly #closed = new AbortController();
  readonly #actions = new Actions();
  readonly #tools = new WorkerTools();
  #isAnnounced = false;

  /** Asks the engine what it can do. */
  static async open(options: EngineOptions, signal: AbortSignal): Promise<RemoteEngine> {
    const { address, note, patience: milliseconds = defaultPatience } = options;
    const connection = connectTo(address);
    const { url } = address;
    const advice = "What was found so far is kept: culprit resume last goes on.";
    const retrying = new Retrying({ url, milliseconds, note, advice });
    // Nothing has begun that is worth waiting for: a wrong address should not take minutes.
    const opening = new Retrying({
      ...{ url, note, milliseconds: Math.min(milliseconds, openingPatience) },
      advice: "Is the address right, and does the engine run?",
    });
    const { cacheCapabilities, executionCapabilities } = await opening.until(signal, () =>
      connection.capabilities.getCapabilities({ instanceName: connection.instance }, { signal, timeoutMs: 20_000 }),
    );
    if (executionCapabilities?.execEnabled !== true) {
      throw new UserError(`The engine ${address.url} stores files, but executes nothing: is it only a cache?`, 1);
    }
    const store = new Store(connection, Number(cacheCapabilities?.maxBatchTotalSizeBytes ?? 0n));
    return new RemoteEngine(options, { connection, store, retrying });
  }

  private constructor(options: EngineOptions, { connection, store, retrying }: Parts) {
    const { address, reader } = options;
    this.#options = options;
    this.#connection = connection;
    this.#store = store;
    this.#retrying = retrying;
    this.#parts = {
      reader,
      userFiles: new UserFiles(reader),
      passed: passedVariables(address.passEnv),
      uploads: address.uploads,
    };
  }

  get remarks(): readonly string[] {
    const { difference } = this.#tools;
    return difference === undefined ? [] : [difference];
  }

  /** What was sent so far. */
  get uploaded(): { readonly blobs: number; readonly bytes: number } {
    return this.#store.uploaded;
  }

  async execute(experiment: Experiment, at: TestPlace): Promise<Execution> {
    setMaxListeners(0, at.signal, this.#closed.signal); // one per call that is under way is no leak
    invariant(experiment.stdoutCopy === undefined, "an application that needs all of the output runs on this machine");
    const action = testAction(experiment, at, this.#parts);
    const end = await this.#run(action, at.signal);
    if (end === "timed out") return timedOut(action.timeLimit ?? 0);
    if (this.#tools.add(end)) this.#options.note(this.#tools.difference!);
    for (const path of action.writes) {
      const written = end.files.get(action.paths.toWorker(path));
      if (written) writeFileSync(path, action.paths.fromWorker(written.toString("utf8"), end.root));
    }
    const execution = executionOf(end, action);
    if (execution.unbuilt || execution.timedOut || !experiment.judge) return execution;
    return experiment.judge(execution, { run: refuseFurther, timeLimit: at.limits.test });
  }

  #run(test: TestAction, signal: AbortSignal): Promise<WorkerRecord | "timed out"> {
    const { address, reuse } = this.#options;
    const { action, blobs } = this.#actions.make(test, { platform: platformOf(address), isCached: reuse });
    let faults = 0;
    return this.#retrying.until(signal, async () => {
      const end = await this.#executeOnce(action, blobs, signal);
      if (end === "timed out") return end;
      const record = await this.#recordOf(end, signal);
      if (record) return record;
      if (++faults >= maxFaults) throw noRecord(end);
      throw new ConnectError("a worker left no record of the test", Code.Internal);
    });
  }

  async #executeOnce(action: Blob, blobs: readonly Blob[], signal: AbortSignal): Promise<ActionEnd> {
    try {
      this.#announce(blobs);
      await this.#store.provide([action, ...blobs], this.#closed.signal);
      return (await this.#cached(action, signal)) ?? (await executeAction(this.#connection, action, signal));
    } catch (error) {
      // Perhaps the engine has lost files: servers do not say so in one way.
      this.#store.forget();
      throw error;
    }
  }

  /** Not every engine looks into its own cache when it is asked to execute. */
  async #cached(action: Blob, signal: AbortSignal): Promise<ActionEnd | undefined> {
    if (!this.#options.reuse) return undefined;
    const request = { instanceName: this.#connection.instance, actionDigest: digestOf(action) };
    return this.#connection.cache.getActionResult(request, { signal }).catch((error: unknown) => {
      if (ConnectError.from(error).code === Code.NotFound) return undefined;
      throw error;
    });
  }

  async #recordOf({ outputFiles }: Exclude<ActionEnd, string>, signal: AbortSignal): Promise<WorkerRecord | undefined> {
    const file = outputFiles.find(({ path }) => path === recordPath);
    if (!file?.digest) return undefined;
    const { hash, sizeBytes } = file.digest;
    const isInline = file.contents.length > 0 && BigInt(file.contents.length) === sizeBytes;
    const bytes = isInline ? Buffer.from(file.contents) : await this.#store.read(hash, sizeBytes, signal);
    return readWorkerRecord(bytes);
  }

  /** Says once what leaves this machine. */
  #announce(blobs: readonly Blob[]): void {
    if (this.#isAnnounced) return;
    this.#isAnnounced = true;
    const megabytes = blobs.reduce((sum, { size }) => sum + size, 0) / 1e6;
    this.#options.note(
      `The first test has ${blobs.length} files and folders (${megabytes.toFixed(1)} MB) for the engine; it gets those that it does not have.`,
    );
  }

  /** Ends what is under way. */
  close(): void {
    this.#closed.abort();
    this.#connection.close();
  }
}

interface Parts {
  readonly connection: Connection;
  readonly store: Store;
  readonly retrying: Retrying;
}

/** Harmless variables on which many outcomes depend; all others travel only by --pass-env. */
const alwaysPassed = ["LANG", "LC_ALL", "LC_CTYPE", "TZ"];

function passedVariables(names: readonly string[]): Record<string, string> {
  const all = [...alwaysPassed, ...names].map((name) => [name, process.env[name]] as const);
  return Object.fromEntries(all.filter((each): each is [string, string] => each[1] !== undefined));
}

function timedOut(milliseconds: number): Execution {
  return {
    exit: undefined,
    signal: "SIGKILL",
    timedOut: true,
    milliseconds,
    output: { stdout: "", stderr: "", dropped: 0 },
  };
}

function refuseFurther(): Promise<Execution> {
  throw new UserError("This test needs a second command in the same folder, which an engine cannot run.", 1);
}

function noRecord({ exitCode, stderrRaw }: Exclude<ActionEnd, string>): UserError {
  const said = Buffer.from(stderrRaw).toString("utf8").trim().slice(-500);
  return new UserError(
    `The engine's workers cannot run a test: its first process ended with exit ${exitCode} and wrote no record${said ? ` (${said})` : ""}. ` +
      "A worker needs perl, cp and the programs of your test: are they in its image?",
    1,
  );
}
