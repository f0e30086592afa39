import { setMaxListeners } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { invariant } from "../core/invariant.ts";
import { UserError } from "../core/user-error.ts";
import type { Engine, TestPlace } from "../trial/engine.ts";
import type { Experiment } from "../trial/experiment.ts";
import type { Execution } from "../trial/process/execution.ts";
import { indexPositions } from "../world/git/index-positions.ts";
import { Actions } from "./action/actions.ts";
import { executionOf } from "./action/execution-of.ts";
import { passedVariables } from "./action/passed-variables.ts";
import { platformOf } from "./action/platform.ts";
import { type ActionParts, testAction } from "./action/test-action.ts";
import { UserFiles } from "./action/user-files.ts";
import { ActionRunner } from "./action-runner.ts";
import { type Connection, connectTo } from "./calls/connection.ts";
import { MootActions } from "./calls/moot-actions.ts";
import { Retrying } from "./calls/retry.ts";
import { Store } from "./calls/store.ts";
import type { EngineAddress } from "./engine-address.ts";
import { EngineError } from "./engine-error.ts";
import { notUtf8Note } from "./tree/file-names.ts";
import { FileOrder } from "./tree/file-order.ts";
import { outsideNote } from "./tree/links.ts";
import type { TreeReader } from "./tree/read-tree.ts";
import { WorkerTools } from "./worker-tools.ts";

export interface EngineOptions {
  readonly address: EngineAddress;
  /** Use results that the engine has, and leave it ours. */
  readonly reuse: boolean;
  /** Number of tests at a time. */
  readonly jobs: number;
  readonly note: (sentence: string) => void;
  readonly reader: TreeReader;
  /** Of all engines that run tests of the same search. */
  readonly tools?: WorkerTools;
  /** Milliseconds after which an engine with a problem is given up. */
  readonly patience?: number;
  /** Milliseconds that a worker may take besides the test. */
  readonly margin?: number;
  /** Milliseconds after which a connection without a sign of life is examined, and then given up. */
  readonly silence?: number;
}

const defaultPatience = 5 * 60_000;
const defaultMargin = 120_000;
const openingPatience = 10_000;
const tlsHint = " If it has TLS, its address begins with grpcs://.";
/** Some close the connection to a certificate that they do not trust, and do not say why. */
const certificateHint = " Does it trust your certificate, if it asks for one (--engine-cert and --engine-key)?";
/** Maximum number of tests, for each of --jobs, that may go on where an engine cannot cancel. */
const mootPerJob = 4;

/** Runs tests on the workers of an engine that speaks the Remote Execution API. */
export class RemoteEngine implements Engine {
  readonly reachesFiles = false;
  readonly #options: EngineOptions;
  readonly #connection: Connection;
  readonly #store: Store;
  readonly #runner: ActionRunner;
  readonly #parts: ActionParts;
  readonly #closed = new AbortController();
  readonly #tools: WorkerTools;
  #hasLooked = false;

  /** Asks the engine what it can do. */
  static async open(options: EngineOptions, signal: AbortSignal): Promise<RemoteEngine> {
    const { address, note, patience: milliseconds = defaultPatience } = options;
    const missing = address.uploads.find((path) => !existsSync(path));
    if (missing !== undefined) throw new UserError(`--upload: there is no ${missing}.`);
    const connection = connectTo(address, options.silence);
    const { url } = address;
    const advice =
      "When it works again: culprit resume last goes on with a search that had begun; otherwise start again.";
    const retrying = new Retrying({ url, milliseconds, note, advice });
    // Nothing has begun that is worth waiting for: a wrong address should not take minutes.
    const opening = new Retrying({
      ...{ url, note, milliseconds: Math.min(milliseconds, openingPatience) },
      advice: `Is the address right, and does the engine run?${url.startsWith("grpc:") ? tlsHint : certificateHint}`,
    });
    const call = { signal, timeoutMs: openingPatience };
    const { cacheCapabilities, executionCapabilities } = await opening.until(signal, () =>
      connection.capabilities.getCapabilities({ instanceName: connection.instance }, call),
    );
    if (executionCapabilities?.execEnabled !== true) {
      throw new EngineError(`The engine ${address.url} stores files, but executes nothing: is it only a cache?`);
    }
    const store = new Store(connection, Number(cacheCapabilities?.maxBatchTotalSizeBytes ?? 0n));
    return new RemoteEngine(options, { connection, store, retrying });
  }

  private constructor(options: EngineOptions, { connection, store, retrying }: Parts) {
    const { address, reader, reuse, jobs } = options;
    const { uploads } = address;
    this.#options = options;
    this.#tools = options.tools ?? new WorkerTools();
    this.#connection = connection;
    this.#store = store;
    this.#runner = new ActionRunner({
      ...{ connection, store, retrying, note: options.note, reuse, jobs, closed: this.#closed.signal },
      actions: new Actions(),
      moot: new MootActions(mootPerJob * jobs),
      platform: platformOf(address),
      margin: options.margin ?? defaultMargin,
    });
    this.#parts = {
      reader,
      userFiles: new UserFiles(reader, { uploads, ...(reuse ? { positionsIn: indexPositions } : {}) }),
      passed: passedVariables(address.passEnv),
      uploads,
      ...(reuse ? { order: new FileOrder() } : {}),
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
    this.#noteOmissions();
    const end = await this.#runner.run(action, at.signal);
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

  /** Once, for the first test: the others have nearly the same files. */
  #noteOmissions(): void {
    if (this.#hasLooked) return;
    this.#hasLooked = true;
    const { reader, note } = this.#options;
    for (const sentence of [outsideNote(reader.outside), notUtf8Note(reader.notUtf8)]) {
      if (sentence !== undefined) note(sentence);
    }
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
