/** A slow store of pages, with what reading and writing costs. */
export class Store {
  readonly #pages = new Map<string, number>();
  reads = 0;
  writes = 0;

  constructor(initial: Iterable<readonly [string, number]> = []) {
    for (const [key, value] of initial) this.#pages.set(key, value);
  }

  read(key: string): number {
    this.reads++;
    return this.#pages.get(key) ?? 0;
  }

  write(key: string, value: number): void {
    this.writes++;
    this.#pages.set(key, value);
  }

  /** For checks: costs nothing. */
  peek(key: string): number {
    return this.#pages.get(key) ?? 0;
  }

  keys(): string[] {
    return [...this.#pages.keys()].sort();
  }
}
