import { real } from "../replacements/real-functions.ts";

/** The number of writes after each of which the log is complete; later, text is collected. */
const immediateWrites = 1000;
/** Maximum time in milliseconds, and length, for which text is collected. */
const maxWait = 1;
const maxLength = 8192;
/** The same within one event. */
const maxEventLength = 65_536;

/**
 * The log of a process. The first entries are written at once, so that they survive any end of the process. In a long run, text is
 * collected for up to a millisecond, since a write costs more than an event.
 */
export class LogFile {
  readonly #fd: number;
  #text = "";
  #writes = 0;
  #lastWrite = 0;
  #ended = false;

  constructor(path: string) {
    this.#fd = real.openSync(path, "a");
  }

  add(line: string): void {
    this.#text += line;
    if (this.#text.length > maxEventLength) this.flush();
  }

  /** Called between events. */
  settle(): void {
    if (this.#writes < immediateWrites || this.#text.length > maxLength) this.flush();
    else if (real.now() - this.#lastWrite > maxWait) this.flush();
  }

  flush(): void {
    if (this.#text === "" || this.#ended) return;
    this.#writes++;
    this.#lastWrite = real.now();
    const text = this.#text;
    this.#text = "";
    real.writeSync(this.#fd, text);
  }

  /** Writes the last entry. */
  end(how: string): void {
    this.add(`end ${how}\n`);
    this.flush();
    this.#ended = true;
  }
}
