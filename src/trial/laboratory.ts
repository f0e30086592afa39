import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../core/user-error.ts";
import { type Ask, AskingEngine } from "./asking-engine.ts";
import type { Engine } from "./engine.ts";
import type { Experiment, TestFolders, TimeLimits } from "./experiment.ts";
import { freshFolder } from "./fresh-folder.ts";
import type { Sandbox } from "./isolation/sandbox.ts";
import type { Execution } from "./process/execution.ts";
import { StartError } from "./process/start-error.ts";
import { NotBegun, Supervisor } from "./process/supervisor.ts";
import { Slots } from "./slots.ts";
import { temporaryPlace } from "./temporary-place.ts";
import { ThisMachine } from "./this-machine.ts";

/** A world in which the test can be run. */
export interface World {
  /** Equal for worlds that no test can tell apart: a hash of its content. */
  readonly content: string;
  /**
   * Makes it real in an empty folder of its own, or in a kept folder. There is a kept folder for each test that runs at a
   * time; it stays as it is from test to test, so that a world need not be made from nothing.
   */
  readonly make: (folder: string, keptFolder: string) => Experiment;
  /** The program that is run may be part of the world, and so may be missing from it. */
  readonly ownProgram?: true;
  /**
   * Cleans up after an execution, however it ended. No process of the test is left then, and its folders are as it left
   * them: a test that writes its process ids to a file tells the world which processes there were. Not called if `make`
   * throws, or if culprit itself is killed.
   */
  readonly cleanUp?: (folders: TestFolders, end: TestEnd) => void;
  /** The kept folder in which it is made, by number, if that matters: 0 or 1. Undefined: any that is free. */
  readonly slot?: number;
  /** Milliseconds for this world's test, if fewer than for others. */
  readonly timeLimit?: number | undefined;
  /** Its build does more than those of the ends, from whose time the limit was learned: it has no limit. */
  readonly buildsLonger?: true;
  /** Shows the same by other means, and is executed in its place if it cannot be judged. */
  readonly fallback?: World;
  /** What an unresolved execution seems to be about, in a form that the search understands. */
  readonly hint?: (execution: Execution) => string;
  /** What an execution shows besides its outcome, in a form that the search understands. */
  readonly details?: (execution: Execution) => string | undefined;
  /** If worlds can be saved for people: the size of this one, and how to save it at a path; returns the actual path. */
  readonly size?: number;
  readonly keep?: (path: string) => string;
}

/** `interrupted`: it timed out, was aborted or could not be started. `not begun`: it was aborted while it waited. */
export type TestEnd = "completed" | "interrupted" | "not begun";

/** An execution together with the files it was about. */
export interface Executed {
  readonly execution: Execution;
  readonly candidate: readonly string[];
}

/** Number of worlds made ahead, so that the next test can begin as soon as another one ends. */
export const worldsAhead = 1;

/** What a laboratory may be told about where its tests run; by default as processes of this machine. */
export interface LaboratoryOptions {
  /** Each test can write only to its own folders. */
  readonly sandbox?: Sandbox | undefined;
  readonly engine?: Engine | undefined;
  /** A person says what tests on this machine show. */
  readonly ask?: Ask | undefined;
}

/** Runs tests, at most `jobs` at a time, each in an empty folder and with a temporary folder of its own. */
export class Laboratory {
  readonly #folder = join(temporaryPlace(), `culprit-${randomBytes(8).toString("hex")}`);
  readonly #supervisor: Supervisor;
  readonly #slots: Slots;
  readonly #engine: Engine;

  constructor(jobs: number, { sandbox, engine, ask }: LaboratoryOptions = {}) {
    // The supervisor comes first: it removes the folder if this process is killed.
    this.#supervisor = Supervisor.start({ folder: this.#folder, jobs });
    const here = engine ?? new ThisMachine(this.#supervisor, this.#folder, sandbox);
    this.#engine = ask ? new AskingEngine(here, ask) : here;
    mkdirSync(this.#folder, { mode: 0o700 });
    for (let slot = 0; slot < jobs + worldsAhead; slot++) mkdirSync(this.#foldersOf(slot).kept, { mode: 0o700 });
    this.#slots = new Slots(jobs + worldsAhead);
  }

  /** A folder for files of several tests, which is removed however this process ends. Undefined: tests cannot reach one. */
  get shared(): string | undefined {
    return this.#engine.reachesFiles ? this.#folder : undefined;
  }

  execute(world: World, limits: TimeLimits, signal: AbortSignal): Promise<Executed> {
    return this.#slots.use(async (slot) => {
      signal.throwIfAborted();
      const folders = this.#foldersOf(slot);
      const experiment = this.#prepare(world, folders);
      let end: TestEnd = "interrupted";
      try {
        const execution = await this.#engine.execute(experiment, { slot, folders, limits, signal });
        if (!execution.timedOut) end = "completed";
        return { execution, candidate: experiment.candidate };
      } catch (error) {
        if (error instanceof NotBegun) end = "not begun";
        throw error instanceof StartError ? (this.#goneError(folders) ?? error) : error;
      } finally {
        world.cleanUp?.(folders, end);
      }
    }, world.slot);
  }

  #prepare(world: World, { folder, temporary, kept }: TestFolders): Experiment {
    try {
      freshFolder(folder);
      freshFolder(temporary);
      return world.make(folder, kept);
    } catch (error) {
      const { path = folder } = error as NodeJS.ErrnoException;
      // The system's error for a full disk has no path.
      throw this.#goneError({ kept }) ?? Object.assign(error as Error, { path });
    }
  }

  /** A test may have removed what all tests need, while another one is made or started. */
  #goneError({ kept }: Pick<TestFolders, "kept">): UserError | undefined {
    const gone = [this.#folder, kept].find((each) => !existsSync(each));
    if (gone === undefined) return undefined;
    return new UserError(
      `The folder in which the tests run, ${gone}, is gone. Make sure that the test removes nothing outside its own folder.`,
      1,
    );
  }

  #foldersOf(slot: number): TestFolders {
    return { folder: this.#path("work", slot), temporary: this.#path("tmp", slot), kept: this.#path("kept", slot) };
  }

  #path(name: string, slot: number): string {
    return join(this.#folder, `${name}-${slot}`);
  }

  /** Kills all running tests and removes every folder. */
  close(): Promise<void> {
    return this.#supervisor.close();
  }
}
