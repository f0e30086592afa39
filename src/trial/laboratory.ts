import { randomBytes } from "node:crypto";
import { mkdirSync, realpathSync, rmdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Execution } from "./execution.ts";
import { Slots } from "./slots.ts";
import { Supervisor } from "./supervisor.ts";

/** A world in which the test can be run. */
export interface World {
  /** Equal for worlds that no test can tell apart: a hash of its content. */
  readonly content: string;
  /** Makes it real in an empty folder of its own. */
  readonly make: (folder: string) => Experiment;
}

/** The test on a world that has been made real. */
export interface Experiment {
  readonly argv: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** A file for standard input; undefined: empty. */
  readonly stdin: string | undefined;
  /** The files under test, by path and by name: frames in them do not identify a failure. */
  readonly candidate: readonly string[];
}

/** An execution together with the files it was about. */
export interface Executed {
  readonly execution: Execution;
  readonly candidate: readonly string[];
}

/** Where tests run: each in a fresh folder, with a temporary folder of its own, `jobs` of them at a time. */
export class Laboratory {
  readonly #folder: string;
  readonly #supervisor: Supervisor;
  readonly #slots: Slots;
  /** Executions begun, those that were aborted too. */
  #executions = 0;

  constructor(jobs: number) {
    // The real path: tests compare paths, and macOS's temporary folder is behind a link.
    this.#folder = join(realpathSync(tmpdir()), `culprit-${randomBytes(8).toString("hex")}`);
    // Made only when there is someone to remove it, should this process be killed.
    this.#supervisor = Supervisor.start({ folder: this.#folder });
    mkdirSync(this.#folder, { mode: 0o700 });
    this.#slots = new Slots(jobs);
  }

  get executions(): number {
    return this.#executions;
  }

  execute(world: World, limits: { timeLimit: number | undefined }, signal: AbortSignal): Promise<Executed> {
    return this.#slots.use(async (slot) => {
      signal.throwIfAborted();
      const folder = join(this.#folder, `trial-${++this.#executions}`);
      const temporary = join(this.#folder, `tmp-${slot}`);
      mkdirSync(folder);
      mkdirSync(temporary, { recursive: true });
      try {
        const { argv, environment, stdin, candidate } = world.make(folder);
        const execution = await this.#supervisor.execute(
          {
            argv,
            cwd: folder,
            environment: { ...environment, CULPRIT_SLOT: String(slot), TMPDIR: temporary },
            stdin,
            timeLimit: limits.timeLimit,
          },
          signal,
        );
        return { execution, candidate };
      } finally {
        removeFolder(folder);
        removeFolder(temporary);
      }
    });
  }

  /** Ends what still runs and removes every folder. */
  close(): Promise<void> {
    return this.#supervisor.close();
  }
}

/** Most temporary folders are empty at the end; the general way costs more. */
function removeFolder(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}
