import { setTimeout as sleep } from "node:timers/promises";
import { commandLine } from "../core/command-line.ts";
import { UserError } from "../core/user-error.ts";
import { RunRecord } from "../run/record/record.ts";
import type { Roots } from "./roots.ts";
import { StartedProcess } from "./started-process.ts";

export interface RunProcessesOptions {
  readonly roots: Roots;
  /** The file that is culprit's command line. */
  readonly program: string;
  /** Maximum number of runs at the same time. */
  readonly maxRuns: number;
}

/** What is to be started. */
export interface ProcessRequest {
  readonly folder: string;
  readonly words: readonly string[];
  /** The run that it goes on with, if it is no new one. */
  readonly run?: string | undefined;
}

/** Maximum number of processes that are remembered. */
const maxRemembered = 200;
const pollInterval = 20;
/** Milliseconds that something without a record may take: many clients give up after a minute. */
const maxWithoutRecord = 50_000;

/**
 * Starts runs, each in a process of its own, and knows how those ended that left no record. Everything else about a run is in its
 * record: it goes on when this server ends, and the next server finds it there.
 */
export class RunProcesses {
  readonly #options: RunProcessesOptions;
  #all: StartedProcess[] = [];

  constructor(options: RunProcessesOptions) {
    this.#options = options;
  }

  /** Starts culprit in a folder; resolves when the run has a record, or has ended without one. */
  async start({ folder, words, run }: ProcessRequest): Promise<StartedProcess> {
    this.#checkLimit();
    const before = new Set(RunRecord.names(folder));
    // One that could not start leaves no record, so a new run of the same second has its name.
    const over = this.#all.filter(({ isAlive }) => !isAlive);
    const started = new StartedProcess(folder, this.#options.program, words);
    this.#all = [...this.#all, started].filter((each, i, all) => each.isAlive || i >= all.length - maxRemembered);
    const runs = () => {
      if (run !== undefined) return [run];
      return RunRecord.names(folder).filter((name) => {
        const known = this.of(folder, name);
        return !before.has(name) && (known === undefined || over.includes(known));
      });
    };
    const holderOf = (name: string) => RunRecord.named(folder, name)?.lockedBy();
    const deadline = performance.now() + maxWithoutRecord;
    while (started.isAlive && started.run === undefined) {
      await sleep(pollInterval);
      started.run = runs().find((name) => holderOf(name) === started.pid);
      if (started.run === undefined && performance.now() > deadline) throw this.#tooLong(started, words);
    }
    // It may be over before it was seen at work; then it is the one that nobody else works on.
    started.run ??= runs().find((name) => RunRecord.named(folder, name) && holderOf(name) === undefined);
    return started;
  }

  /** The newest process of a run. */
  of(folder: string, run: string): StartedProcess | undefined {
    return this.#all.findLast((each) => each.folder === folder && each.run === run);
  }

  /** Where a run of that name was started from here. */
  folderOf(run: string): string | undefined {
    return this.#all.findLast((each) => each.run === run)?.folder;
  }

  /** What leaves no record cannot be asked for later, so nobody would ever see its answer. */
  #tooLong(started: StartedProcess, words: readonly string[]): UserError {
    started.interrupt();
    return new UserError(`It takes too long to wait for here. Run it in a terminal: culprit ${commandLine(words)}`);
  }

  #checkLimit(): void {
    const { roots, maxRuns } = this.#options;
    const own = this.#all.filter(({ isAlive }) => isAlive).map(({ pid }) => pid);
    if (own.length < maxRuns) {
      // Runs of another server, or of an earlier one, take the same cores.
      const others = roots.all().flatMap((root) => RunRecord.all(root).flatMap((record) => record.lockedBy() ?? []));
      if (new Set([...own, ...others]).size < maxRuns) return;
    }
    throw new UserError(
      `${maxRuns === 1 ? "A run is" : `${maxRuns} runs are`} going on already, and more would only slow each other down. ` +
        "Wait for one with status, or end one with cancel; then start this one again.",
    );
  }
}
