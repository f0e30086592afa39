import { type Choice, choicesPath, choiceText, moreChoices } from "../../protocol/schedule-choices.ts";
import { real } from "../replacements/real-functions.ts";

/** Who needs more than this cannot try all orders anyway. */
const maxChoices = 100_000;

/**
 * The choices of a run, in a file beside the log, which must not exist yet. Each is written at once, so that it survives any end of
 * the process; in a process with several threads, each thread writes those that it makes.
 */
export class ChoicesFile {
  readonly #fd: number;
  #count = 0;

  constructor(logPath: string) {
    this.#fd = real.openSync(choicesPath(logPath), "a");
  }

  add(choice: Choice): void {
    if (this.#count > maxChoices) return;
    real.writeSync(this.#fd, `${this.#count++ === maxChoices ? moreChoices : choiceText(choice)}\n`);
  }
}
