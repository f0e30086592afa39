import { type LaneWait, waitEntry } from "../../protocol/schedule-wait.ts";
import { real } from "../../schedule-events/replacements/real-functions.ts";

/** The log file. The thread that has the token writes each line at once, so the log is complete even after a crash. */
export class Log {
  readonly #fd: number;

  constructor(path: string) {
    this.#fd = real.openSync(path, "a");
  }

  lane(name: string, place: string): void {
    this.#write(`lane ${name} ${place}`);
  }
  /** The line of a turn, which was pending. */
  run(line: string): void {
    this.#write(line);
  }
  at(name: string, step: number, place: string): void {
    this.#write(`at ${name} ${step} ${place}`);
  }
  wait(wait: LaneWait): void {
    this.#write(waitEntry(wait));
  }
  uncontrolled(what: string): void {
    this.#write(`unc ${what}`);
  }
  end(how: string): void {
    this.#write(`end ${how}`);
  }

  #write(line: string): void {
    real.writeSync(this.#fd, `${line}\n`);
  }
}
