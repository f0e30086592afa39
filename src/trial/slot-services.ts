import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Execution } from "./process/execution.ts";
import { Supervisor } from "./process/supervisor.ts";
import { temporaryPlace } from "./temporary-place.ts";

/** Commands for the shell that run once for each slot, with its number in CULPRIT_SLOT. */
export interface SlotCommands {
  /** Before the first test; what it starts runs until the end. */
  readonly setup?: string | undefined;
  /** After the last test. */
  readonly teardown?: string | undefined;
  /** The user's folder. */
  readonly cwd: string;
  /** The number of slots. */
  readonly jobs: number;
}

/** A command that failed. */
export interface SlotFailure {
  readonly slot: number;
  readonly execution: Execution;
}

/** Milliseconds between two looks at whether a setup has finished. */
const lookInterval = 20;

/** Time limit for a teardown, in milliseconds. */
const teardownTimeLimit = 60_000;

/**
 * What tests need beside them, such as a database for each slot. A supervisor of its own runs it, so that servers which a
 * setup starts in the background end with the run, even if culprit is killed.
 */
export class SlotServices {
  readonly #commands: SlotCommands;
  readonly #folder = join(temporaryPlace(), `culprit-${randomBytes(8).toString("hex")}`);
  readonly #supervisor: Supervisor;
  readonly #settingUp = new Set<number>();

  constructor(commands: SlotCommands) {
    this.#commands = commands;
    this.#supervisor = Supervisor.start({ folder: this.#folder });
    mkdirSync(this.#folder, { mode: 0o700 });
  }

  /** The slots whose setup has not ended yet. */
  get settingUp(): readonly number[] {
    return [...this.#settingUp];
  }

  /** Sets every slot up; returns the first failure. */
  async setUp(signal: AbortSignal): Promise<SlotFailure | undefined> {
    const { setup, jobs } = this.#commands;
    if (setup === undefined) return undefined;
    const slots = Array.from({ length: jobs }, (_, slot) => this.#setUpSlot(slot, setup, signal));
    return (await Promise.all(slots)).find((failure) => failure !== undefined);
  }

  async #setUpSlot(slot: number, setup: string, signal: AbortSignal): Promise<SlotFailure | undefined> {
    const ready = join(this.#folder, `ready-${slot}`);
    const stay = `(${setup}\n) && : > "$CULPRIT_READY" && exec sleep 2147483647`;
    this.#settingUp.add(slot);
    let ended: Execution | undefined;
    const running = this.#run(stay, { slot, signal, environment: { CULPRIT_READY: ready } }).then((execution) => {
      ended = execution;
    });
    running.catch(() => {}); // it is killed at the end
    while (!ended && !existsSync(ready)) await Promise.race([running, sleep(lookInterval)]);
    this.#settingUp.delete(slot);
    return ended && { slot, execution: ended };
  }

  /** Tears every slot down, and ends what the setups started; returns the first failure. */
  async close(): Promise<SlotFailure | undefined> {
    const { teardown, jobs } = this.#commands;
    try {
      if (teardown === undefined) return undefined;
      const slots = Array.from({ length: jobs }, async (_, slot) => {
        return { slot, execution: await this.#run(teardown, { slot, timeLimit: teardownTimeLimit }) };
      });
      return (await Promise.all(slots)).find(({ execution }) => execution.exit !== 0);
    } finally {
      await this.#supervisor.close();
    }
  }

  #run(script: string, { slot, signal, timeLimit, environment = {} }: RunningFor): Promise<Execution> {
    const { cwd } = this.#commands;
    // The supervisor would give each command the first number that is free.
    const numbered = `CULPRIT_SLOT=${slot}; export CULPRIT_SLOT\n${script}`;
    return this.#supervisor.execute(
      {
        ...{ argv: ["sh", "-c", numbered], cwd, stdin: undefined, timeLimit },
        environment: { TMPDIR: this.#folder, CULPRIT_CWD: cwd, ...environment },
      },
      signal,
    );
  }
}

/** Which slot a command runs for, and what ends it early. */
interface RunningFor {
  readonly slot: number;
  readonly signal?: AbortSignal;
  readonly timeLimit?: number;
  readonly environment?: Readonly<Record<string, string>>;
}
