import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { TestCommand } from "./command/test-command.ts";
import { Supervisor } from "./process/supervisor.ts";
import { temporaryPlace } from "./temporary-place.ts";

/** How to start a template that answers at a socket. */
export type StartTemplate = (socket: string) => Omit<TestCommand, "timeLimit">;

/** Slots with lower numbers are used first; for others, runs start as usual. */
const maxSlots = 4;

/**
 * Processes that are ready, of which tests can be copies: one for each slot and each name. A supervisor of their own runs them, so
 * that they end with the run, even if culprit is killed.
 */
export class Templates {
  readonly #jobs: number;
  readonly #folder = join(temporaryPlace(), `culprit-${randomBytes(8).toString("hex")}`);
  readonly #sockets = new Map<string, string>();
  #supervisor: Supervisor | undefined;

  constructor(jobs: number) {
    this.#jobs = Math.min(jobs, maxSlots);
  }

  /** Only Linux lets a process open the streams of another one, and take in what others leave behind. */
  static get arePossible(): boolean {
    return process.platform === "linux";
  }

  /** The path of the sockets, without the numbers of slots. Starts the templates at the first call with a name. */
  socketFor(name: string, start: StartTemplate): string {
    const known = this.#sockets.get(name);
    if (known !== undefined) return known;
    this.#supervisor ??= this.#startSupervisor();
    const socket = join(this.#folder, String(this.#sockets.size));
    this.#sockets.set(name, socket);
    for (let slot = 0; slot < this.#jobs; slot++) {
      const { environment, ...started } = start(`${socket}-${slot}`);
      const command = { ...started, environment: { TMPDIR: this.#folder, ...environment }, timeLimit: undefined };
      // It ends when the run does; if it cannot be started, tests start as usual.
      this.#supervisor.execute(command).catch(() => {});
    }
    return socket;
  }

  async close(): Promise<void> {
    await this.#supervisor?.close();
  }

  #startSupervisor(): Supervisor {
    const supervisor = Supervisor.start({ folder: this.#folder });
    mkdirSync(this.#folder, { mode: 0o700 });
    return supervisor;
  }
}
