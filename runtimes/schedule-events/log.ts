import { real } from "./real.ts";

/**
 * The log of what happened. The first lines are written at once; a long run is written in pieces of at most a millisecond, since
 * a write costs more than an event. What is written survives any end of the process.
 */
export class Log {
  readonly #fd: number;
  #text = "";
  #written = 0;
  #last = 0;
  #ended = false;

  constructor(path: string) {
    this.#fd = real.openSync(path, "a");
  }

  add(line: string): void {
    this.#text += line;
    if (this.#text.length > 65_536) this.flush();
  }

  /** Called between events. */
  settle(): void {
    if (this.#written < 1000 || this.#text.length > 8192) this.flush();
    else if (real.now() - this.#last > 1) this.flush();
  }

  flush(): void {
    if (this.#text === "" || this.#ended) return;
    this.#written++;
    this.#last = real.now();
    const text = this.#text;
    this.#text = "";
    real.writeSync(this.#fd, text);
  }

  end(how: string): void {
    this.add(`end ${how}\n`);
    this.flush();
    this.#ended = true;
  }

  /** For an end that was announced and did not come, such as a signal that was caught. */
  get ended(): boolean {
    return this.#ended;
  }
}
