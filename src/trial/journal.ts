import { appendFileSync, closeSync, fstatSync, ftruncateSync, openSync, readFileSync } from "node:fs";

/**
 * A run's memory on disk: one line of JSON per event, append-only. A kill can cut off the last line; from any readable
 * prefix, the search continues to the same finding. It holds no sets: they follow from the search and the outcomes.
 */
export class Journal {
  readonly #file: number;
  readonly #path: string;
  readonly #beforeAppend: (text: string) => void;

  /** Opens the journal for appending and returns its events; cuts it off at the first line that cannot be read. */
  static open<E extends object>(
    path: string,
    beforeAppend: (text: string) => void = () => {},
  ): { journal: Journal; events: E[]; damaged: number } {
    const bytes = readOrEmpty(path);
    const { events, length } = readEvents<E>(bytes);
    const file = openSync(path, "a");
    if (length < fstatSync(file).size) ftruncateSync(file, length);
    return { journal: new Journal(file, path, beforeAppend), events, damaged: bytes.length - length };
  }

  /** Reads the events, without opening the journal for writing. */
  static read<E extends object>(path: string): E[] {
    return readEvents<E>(readOrEmpty(path)).events;
  }

  private constructor(file: number, path: string, beforeAppend: (text: string) => void) {
    this.#file = file;
    this.#path = path;
    this.#beforeAppend = beforeAppend;
  }

  /** Once this returns, killing this process cannot lose the events. */
  append(...events: readonly object[]): void {
    const text = events.map((event) => `${JSON.stringify(event)}\n`).join("");
    this.#beforeAppend(text);
    try {
      appendFileSync(this.#file, text);
    } catch (error) {
      throw Object.assign(error as Error, { path: this.#path }); // the system's error for a full disk has no path
    }
  }

  close(): void {
    closeSync(this.#file);
  }
}

function readEvents<E extends object>(bytes: Buffer): { events: E[]; length: number } {
  const events: E[] = [];
  let length = 0;
  for (let end = bytes.indexOf(0x0a); end !== -1; end = bytes.indexOf(0x0a, length)) {
    const event = parse<E>(bytes.toString("utf8", length, end));
    if (event === undefined) break;
    events.push(event);
    length = end + 1;
  }
  return { events, length };
}

function parse<E extends object>(line: string): E | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? (value as E) : undefined;
  } catch {
    return undefined;
  }
}

function readOrEmpty(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return Buffer.alloc(0);
    throw error;
  }
}
