import { real } from "../schedule-events/replacements/real-functions.ts";

/** Each line is written at once, by the thread that has the token: what ran is there whatever happens next. */
export class Log {
  readonly #fd: number;

  constructor(path: string) {
    this.#fd = real.openSync(path, "a");
  }

  lane(name: string, where: string): void {
    this.#add(`lane ${name} ${where}`);
  }
  /** A stretch in which a lane ran: as a line that is written sooner or later. */
  run(line: string): void {
    this.#add(line);
  }
  at(name: string, count: number, where: string): void {
    this.#add(`at ${name} ${count} ${where}`);
  }
  wait(name: string, what: string): void {
    this.#add(`wait ${name} ${what}`);
  }
  uncontrolled(what: string): void {
    this.#add(`unc ${what}`);
  }
  end(how: string): void {
    this.#add(`end ${how}`);
  }

  #add(line: string): void {
    real.writeSync(this.#fd, `${line}\n`);
  }
}
