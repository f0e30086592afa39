import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../core/user-error.ts";
import type { Execution } from "./execution.ts";
import { freshFolder } from "./fresh-folder.ts";
import type { Sandbox } from "./sandbox.ts";
import { Slots } from "./slots.ts";
import { type Command, NotBegun, Supervisor } from "./supervisor.ts";
import { temporaryPlace } from "./temporary-place.ts";

/** A world in which the test can be run. */
export interface World {
  /** Equal for worlds that no test can tell apart: a hash of its content. */
  readonly content: string;
  /** Makes it real in an empty folder of its own, or in a room, of which there is one for each test that runs at a time. */
  readonly make: (folder: string, room: string) => Experiment;
  /** The program that is run may be part of the world, and then missing from it. */
  readonly ownProgram?: true;
  /** A test in this room was ended before its end: what it has built there may be half. */
  readonly cutShort?: (room: string) => void;
  /** In how many milliseconds it should end, where that is known better than for others; it never has more than those. */
  readonly timeLimit?: number | undefined;
  /** What an execution that tells nothing seems to be about, in words that the search understands. */
  readonly hint?: (execution: Execution) => string;
  /** What an execution shows besides its outcome, in words that the search understands. */
  readonly remark?: (execution: Execution) => string | undefined;
  /** Where worlds can be kept for people: how large this one is, and how to put it at a place; gives its very path. */
  readonly size?: number;
  readonly keep?: (path: string) => string;
}

/** The test on a world that has been made real. */
export interface Experiment {
  readonly argv: readonly string[];
  /** Where it runs; undefined: in the empty folder. */
  readonly cwd?: string;
  /** Runs before it, in the same place; where that fails, the world cannot be judged. */
  readonly build?: readonly string[] | undefined;
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

/** Milliseconds; undefined: as long as they take. */
export interface Limits {
  readonly test: number | undefined;
  readonly build?: number | undefined;
}

/** What a test has for itself; the last one stays as it is from test to test. */
const folders = ["work", "tmp", "room"];

/** So many worlds are made ahead, so that the next test can begin the moment another one ends. */
export const ahead = 1;

/** Where tests run: each in an empty folder, with a temporary folder of its own, `jobs` of them at a time. */
export class Laboratory {
  readonly #folder = join(temporaryPlace(), `culprit-${randomBytes(8).toString("hex")}`);
  readonly #supervisor: Supervisor;
  readonly #slots: Slots;
  readonly #sandbox: Sandbox | undefined;

  /** With a sandbox, each test is shut in with its own folders. */
  constructor(jobs: number, sandbox?: Sandbox) {
    this.#sandbox = sandbox;
    // The folder is made only when there is someone to remove it, should this process be killed.
    this.#supervisor = Supervisor.start({ folder: this.#folder, jobs });
    mkdirSync(this.#folder, { mode: 0o700 });
    for (let slot = 0; slot < jobs + ahead; slot++) mkdirSync(this.#own("room", slot), { mode: 0o700 });
    this.#slots = new Slots(jobs + ahead);
  }

  execute(world: World, limits: Limits, signal: AbortSignal): Promise<Executed> {
    return this.#slots.use(async (slot) => {
      signal.throwIfAborted();
      const { build, candidate, ...test } = this.#prepare(world, slot);
      const environment = { ...test.environment, TMPDIR: this.#own("tmp", slot) };
      const command = { cwd: this.#own("work", slot), ...test, environment };
      const run = async (each: Omit<Command, "timeLimit">, limit: number | undefined) => {
        try {
          const execution = await this.#run(each, limit, slot, signal);
          if (execution.timedOut) world.cutShort?.(this.#own("room", slot));
          return execution;
        } catch (error) {
          if (!(error instanceof NotBegun)) world.cutShort?.(this.#own("room", slot));
          throw error;
        }
      };
      const built = build && (await run({ ...command, argv: build, stdin: undefined }, limits.build));
      if (built && built.exit !== 0) return { execution: { ...built, unbuilt: true }, candidate };
      const execution = await run(command, limits.test);
      const milliseconds = execution.milliseconds + (built?.milliseconds ?? 0);
      return { execution: { ...execution, milliseconds }, candidate };
    });
  }

  #run(
    command: Omit<Command, "timeLimit">,
    timeLimit: number | undefined,
    slot: number,
    signal: AbortSignal,
  ): Promise<Execution> {
    const execute = (each: Command) => this.#supervisor.execute(each, signal);
    const limited = { ...command, timeLimit };
    if (!this.#sandbox) return execute(limited);
    const own = folders.map((name) => this.#own(name, slot));
    const room = { folder: this.#folder, own, report: this.#own("report", slot) };
    return this.#sandbox.run(limited, room, execute);
  }

  #prepare(world: World, slot: number): Experiment {
    const [folder, temporary, room] = folders.map((name) => this.#own(name, slot)) as [string, string, string];
    try {
      freshFolder(folder);
      freshFolder(temporary);
      return world.make(folder, room);
    } catch (error) {
      const { code, path = folder } = error as NodeJS.ErrnoException;
      if (code === "ENOENT")
        throw new UserError(
          `The folder in which the tests run, ${this.#folder}, is gone. See that the test removes nothing outside its own.`,
          1,
        );
      throw Object.assign(error as Error, { path }); // a full disk does not say where it is
    }
  }

  #own(name: string, slot: number): string {
    return join(this.#folder, `${name}-${slot}`);
  }

  /** Ends what still runs and removes every folder. */
  close(): Promise<void> {
    return this.#supervisor.close();
  }
}
