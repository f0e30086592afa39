import { Code, ConnectError } from "@connectrpc/connect";
import { type Actions, type EncodedAction, recordPath } from "./action/actions.ts";
import type { TestAction } from "./action/test-action.ts";
import { readWorkerRecord, type WorkerRecord } from "./action/worker-record.ts";
import type { Connection } from "./calls/connection.ts";
import { type ActionEnd, cancelAction, type EndedAction, executeAction } from "./calls/execute-action.ts";
import type { MootActions } from "./calls/moot-actions.ts";
import type { Retrying } from "./calls/retry.ts";
import { checkBlob, type Store } from "./calls/store.ts";
import { type Fault, faultError } from "./fault.ts";
import { digestOf } from "./tree/tree-folder.ts";

/** How often an engine may answer without an outcome before it is said that it cannot run the test. */
const maxFaults = 3;
/** Milliseconds after which the user is told that no worker has taken a test. */
const longWait = 60_000;

export interface RunnerParts {
  readonly connection: Connection;
  readonly store: Store;
  readonly retrying: Retrying;
  readonly actions: Actions;
  readonly moot: MootActions;
  readonly platform: { name: string; value: string }[];
  readonly reuse: boolean;
  /** Number of tests at a time. */
  readonly jobs: number;
  /** Milliseconds that a worker may take besides the test: for the files, and for a start on a busy machine. */
  readonly margin: number;
  readonly note: (sentence: string) => void;
  /** Ends what is under way. */
  readonly closed: AbortSignal;
}

/**
 * Runs actions until there is a record of the test, and nothing else will do: a result without one, with one that cannot be read or is
 * of another test, and an answer that never comes are faults of the engine.
 */
export class ActionRunner {
  readonly #parts: RunnerParts;
  readonly #said = new Set<string>();
  #canCancel = true;
  #longestTest: number | undefined;

  constructor(parts: RunnerParts) {
    this.#parts = parts;
  }

  /** Throws a UserError if there will be no record. */
  async run(test: TestAction, signal: AbortSignal): Promise<WorkerRecord | "timed out"> {
    const { actions, platform, reuse, margin, retrying, moot, closed } = this.#parts;
    await moot.room(signal);
    const encoded = actions.make(test, { platform, isCached: reuse, margin });
    const attempt: Attempt = { test, signal, mayBeKnown: reuse };
    let faults = 0;
    // Nothing answers on a connection that we have closed ourselves.
    return retrying.until(AbortSignal.any([signal, closed]), async () => {
      const { end, milliseconds: took } = await this.#executeOnce(encoded, attempt);
      const record = typeof end === "string" ? undefined : await this.#recordOf(end, test, signal);
      if (record) return this.#ended(record, took);
      if (end === "timed out" && test.timeLimit !== undefined && took >= test.timeLimit) return end;
      const fault: Fault = { end, took, timeLimit: test.timeLimit };
      if (++faults >= maxFaults) throw faultError(fault);
      throw new ConnectError("there is no record of the test", Code.Internal);
    });
  }

  #ended(record: WorkerRecord, took: number): WorkerRecord {
    // A result that was known says nothing of how long tests take.
    if (took > 0) this.#longestTest = Math.max(this.#longestTest ?? 0, took);
    return record;
  }

  async #executeOnce({ action, blobs }: EncodedAction, attempt: Attempt): Promise<EndedAction> {
    const { test, signal } = attempt;
    const { connection, store, closed } = this.#parts;
    const megabytes = blobs.reduce((sum, { size }) => sum + size, 0) / 1e6;
    this.#sayOnce(
      "sent",
      `The first test has ${blobs.length} files and folders (${megabytes.toFixed(1)} MB) for the engine; it gets those that it does not have.`,
    );
    try {
      await store.provide([action, ...blobs], closed);
      const known = attempt.mayBeKnown ? await this.#cached(action, signal) : undefined;
      // A result that cannot be used is not asked for again.
      attempt.mayBeKnown = false;
      if (known) return { end: known, milliseconds: 0 };
      return await executeAction(connection, action, { signal, ...this.#execution(test) });
    } catch (error) {
      // Perhaps the engine has lost files: servers do not say so in one way.
      if (!signal.aborted) store.forget();
      throw error;
    }
  }

  #execution({ timeLimit }: TestAction) {
    const onWaiting = () =>
      this.#sayOnce(
        "waits",
        "No worker has begun the test for a minute. The engine may be busy, or has no worker as --platform asks for; still waiting.",
      );
    // The engine itself ends it after one margin.
    const { margin, jobs } = this.#parts;
    const executing = timeLimit && timeLimit + 2 * margin;
    // If one worker runs all tests, one after the other.
    const unstaged = executing && executing * jobs;
    return {
      limits: { answering: margin, executing, unstaged, waiting: longWait, onWaiting },
      onLeft: (operation: string | undefined) => this.#leave(operation),
    };
  }

  /** Ends an action that nobody needs any more, if the engine can. */
  #leave(operation: string | undefined): void {
    const { connection, moot } = this.#parts;
    if (operation === undefined || !this.#canCancel) {
      moot.add(2 * (this.#longestTest ?? Number.POSITIVE_INFINITY));
      return;
    }
    cancelAction(connection, operation, () => {
      this.#canCancel = false;
      this.#sayOnce(
        "uncancelled",
        "The engine cannot cancel: tests that are no longer needed go on there for a while. If it is small, use fewer --jobs.",
      );
    });
  }

  /** Not every engine looks into its own cache when it is asked to execute. */
  async #cached(action: EncodedAction["action"], signal: AbortSignal): Promise<ActionEnd | undefined> {
    const { connection } = this.#parts;
    const request = { instanceName: connection.instance, actionDigest: digestOf(action) };
    return connection.cache.getActionResult(request, { signal }).catch((error: unknown) => {
      if (ConnectError.from(error).code === Code.NotFound) return undefined;
      throw error;
    });
  }

  async #recordOf(
    { outputFiles }: Exclude<ActionEnd, string>,
    { id }: TestAction,
    signal: AbortSignal,
  ): Promise<WorkerRecord | undefined> {
    const file = outputFiles.find(({ path }) => path === recordPath);
    if (!file?.digest) return undefined;
    const { hash, sizeBytes: size } = file.digest;
    const isInline = file.contents.length > 0;
    const bytes = isInline
      ? checkBlob(Buffer.from(file.contents), { hash, size })
      : await this.#parts.store.read(hash, size, signal);
    const record = readWorkerRecord(bytes);
    return record?.id === id ? record : undefined;
  }

  #sayOnce(about: string, sentence: string): void {
    if (this.#said.has(about)) return;
    this.#said.add(about);
    this.#parts.note(sentence);
  }
}

interface Attempt {
  readonly test: TestAction;
  readonly signal: AbortSignal;
  /** The engine may have its result. */
  mayBeKnown: boolean;
}
