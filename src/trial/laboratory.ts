import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../core/user-error.ts";
import type { Execution } from "./execution.ts";
import { freshFolder } from "./fresh-folder.ts";
import type { Sandbox } from "./sandbox.ts";
import { Slots } from "./slots.ts";
import { type Command, Supervisor } from "./supervisor.ts";
import { temporaryPlace } from "./temporary-place.ts";

/** A world in which the test can be run. */
export interface World {
  /** Equal for worlds that no test can tell apart: a hash of its content. */
  readonly content: string;
  /** Makes it real in an empty folder of its own. */
  readonly make: (folder: string) => Experiment;
  /** Where worlds can be kept for people: how large this one is, and how to put it at a place; gives its very path. */
  readonly size?: number;
  readonly keep?: (path: string) => string;
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
    this.#slots = new Slots(jobs + ahead);
  }

  execute(world: World, limits: { timeLimit: number | undefined }, signal: AbortSignal): Promise<Executed> {
    return this.#slots.use(async (slot) => {
      signal.throwIfAborted();
      const folder = join(this.#folder, `work-${slot}`);
      const temporary = join(this.#folder, `tmp-${slot}`);
      const { argv, environment, stdin, candidate } = this.#prepare(world, folder, temporary);
      const command = { argv, cwd: folder, environment: { ...environment, TMPDIR: temporary }, stdin, ...limits };
      return { execution: await this.#run(command, slot, signal), candidate };
    });
  }

  #run(command: Command, slot: number, signal: AbortSignal): Promise<Execution> {
    const execute = (each: Command) => this.#supervisor.execute(each, signal);
    if (!this.#sandbox) return execute(command);
    const own = [`work-${slot}`, `tmp-${slot}`].map((name) => join(this.#folder, name));
    const room = { folder: this.#folder, own, report: join(this.#folder, `report-${slot}`) };
    return this.#sandbox.run(command, room, execute);
  }

  #prepare(world: World, folder: string, temporary: string): Experiment {
    try {
      freshFolder(folder);
      freshFolder(temporary);
      return world.make(folder);
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

  /** Ends what still runs and removes every folder. */
  close(): Promise<void> {
    return this.#supervisor.close();
  }
}
