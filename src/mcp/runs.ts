import { setTimeout as sleep } from "node:timers/promises";
import { UserError } from "../core/user-error.ts";
import { insideOf, type RunRecord } from "../run/record/record.ts";
import { type RunStatus, runStatus } from "../run/record/run-status.ts";
import { stopRun } from "../web/server/control.ts";
import { ownInnerRecords, ownRecord, ownRecords } from "./own-records.ts";
import type { Roots } from "./roots.ts";
import { RunProcesses, type RunProcessesOptions } from "./run-processes.ts";
import type { StartedProcess } from "./started-process.ts";

/** A run as a client names it; the folder can be left out for runs in a root, and for those that this server has started. */
export interface RunName {
  readonly run: string;
  readonly folder?: string | undefined;
}

/** A run that a client asks about. */
export interface KnownRun {
  /** As the command line takes it: its name, or `RUN/inner/NAME`. */
  readonly name: string;
  readonly folder: string;
  /** Undefined if the run left none: it could not start. */
  readonly record: RunRecord | undefined;
  /** If this server has started it. */
  readonly process: StartedProcess | undefined;
}

const pollInterval = 100;

/** The runs below the roots: starts them, finds them, waits for them, ends them. */
export class Runs {
  readonly roots: Roots;
  readonly processes: RunProcesses;

  constructor(options: RunProcessesOptions) {
    this.roots = options.roots;
    this.processes = new RunProcesses(options);
  }

  find({ run, folder }: RunName): KnownRun {
    const folders = folder === undefined ? this.#foldersFor(run) : [this.roots.folder(folder)];
    for (const each of folders) {
      const record = recordOf(each, run);
      const process = this.processes.of(each, record?.header.run ?? run);
      const name = run === "last" && record ? record.header.run : run;
      if (record || process) return { name, folder: each, record, process };
    }
    throw new UserError(
      `There is no run ${run} in ${folders.map((each) => this.roots.nameOf(each) || each).join(", ")}. ` +
        "status without a run lists the runs; those of other folders need folder.",
    );
  }

  /** The same run, as it is now. */
  again({ name, folder, process }: KnownRun): KnownRun {
    return { name, folder, record: recordOf(folder, name), process: this.processes.of(folder, name) ?? process };
  }

  /** Resolves when the run is over, the time has passed, or the client no longer waits. */
  async wait(run: KnownRun, milliseconds: number, { signal, onLook }: WaitOptions): Promise<KnownRun> {
    const deadline = performance.now() + milliseconds;
    for (let now = run; ; now = this.again(run)) {
      if (!isRunning(now) || performance.now() >= deadline || signal.aborted) return now;
      onLook(now);
      await sleep(pollInterval, undefined, { ref: false });
    }
  }

  /** Stops a run as Ctrl-C does: it writes its best result, and can be resumed. */
  cancel({ name, record, process }: KnownRun): void {
    if (name.includes(insideOf)) throw new UserError("A run inside of another ends with that: cancel the outer one.");
    const refusal = record ? stopRun(record) : undefined;
    if (!record || refusal?.status === 409) {
      if (!process?.isAlive) throw new UserError(`The run ${name} is not running. result shows what it found.`);
      process.interrupt();
    } else if (refusal) throw new UserError(refusal.message);
  }

  #foldersFor(run: string): readonly string[] {
    const started = this.processes.folderOf(run.split(insideOf)[0]!);
    return [...new Set([...(started === undefined ? [] : [started]), ...this.roots.all()])];
  }
}

export interface WaitOptions {
  readonly signal: AbortSignal;
  readonly onLook: (run: KnownRun) => void;
}

/** `unfinished` if it ended without a finding. */
export function statusOf({ record, process }: KnownRun): RunStatus {
  if (process?.isAlive) return "running";
  return record ? runStatus(record) : "unfinished";
}

export function isRunning(run: KnownRun): boolean {
  return statusOf(run) === "running";
}

function recordOf(folder: string, name: string): RunRecord | undefined {
  const [outer, inner, ...more] = name.split(insideOf);
  if (outer === "last" && inner === undefined) return ownRecords(folder)[0];
  const record = ownRecord(folder, outer!);
  if (!record || inner === undefined) return record;
  return more.length > 0 ? undefined : ownInnerRecords(record).find(({ header }) => header.run === inner);
}
