/** Reads lines of JSON as they arrive. Nothing is taken after a line that cannot be read, as in a journal that was cut. */
export class JsonLines<E extends object> {
  readonly #onEvent: (event: E) => void;
  #rest = "";
  #isDamaged = false;
  #count = 0;

  constructor(onEvent: (event: E) => void) {
    this.#onEvent = onEvent;
  }

  get isDamaged(): boolean {
    return this.#isDamaged;
  }

  /** Number of lines that were read. */
  get count(): number {
    return this.#count;
  }

  add(text: string): void {
    const lines = (this.#rest + text).split("\n");
    this.#rest = lines.pop()!;
    for (const line of lines) if (!this.#isDamaged) this.#take(line);
  }

  #take(line: string): void {
    const event = parse(line);
    if (event === undefined) {
      this.#isDamaged = true;
      return;
    }
    this.#count++;
    this.#onEvent(event as E);
  }
}

function parse(line: string): object | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
