import { listText } from "../core/list-text.ts";
import { UserError } from "../core/user-error.ts";
import { howItEnded } from "../trial/failure.ts";
import { type SlotFailure, SlotServices } from "../trial/slot-services.ts";
import type { Conditions } from "./conditions.ts";
import { lastOutput } from "./ends/end-messages.ts";

/** Milliseconds after which a note says what the run waits for. */
const noteAfter = 5000;

/** What `--setup` and `--teardown` ask for: set up before the first test of a run, and torn down when it is closed. */
export class RunServices {
  readonly #conditions: Conditions;
  readonly #cwd: string;
  readonly #note: (sentence: string) => void;
  #services: SlotServices | undefined;
  #ready: Promise<void> | undefined;

  constructor(conditions: Conditions, cwd: string, note: (sentence: string) => void) {
    this.#conditions = conditions;
    this.#cwd = cwd;
    this.#note = note;
  }

  /** The slots whose `--setup` has not ended yet. */
  get settingUp(): readonly number[] {
    return this.#services?.settingUp ?? [];
  }

  /** Resolves when every slot is set up. */
  async ready(signal: AbortSignal): Promise<void> {
    const { setup, teardown } = this.#conditions;
    if (setup === undefined && teardown === undefined) return;
    this.#ready ??= this.#setUp(signal);
    await this.#ready;
  }

  async #setUp(signal: AbortSignal): Promise<void> {
    const { setup, teardown, jobs } = this.#conditions;
    this.#services = new SlotServices({ setup, teardown, jobs, cwd: this.#cwd });
    const waiting = setTimeout(() => this.#note(waitingNote(this.settingUp)), noteAfter);
    const failure = await this.#services.setUp(signal).finally(() => clearTimeout(waiting));
    if (failure) throw new UserError(failureMessage("--setup", failure), 1);
  }

  async close(): Promise<void> {
    const failure = await this.#services?.close();
    if (failure) this.#note(failureMessage("--teardown", failure));
  }
}

function waitingNote(slots: readonly number[]): string {
  return `Still waiting for --setup in slot${slots.length === 1 ? "" : "s"} ${listText(slots.map(String))}.`;
}

function failureMessage(option: string, { slot, execution }: SlotFailure): string {
  const { stdout, stderr } = execution.output;
  return `${option} failed in slot ${slot} (${howItEnded(execution)}).${lastOutput(stderr || stdout)}`;
}
