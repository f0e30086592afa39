/** Numbers are floats of 64 bits; words are integers of 32 bits, on which Atomics can wait. */
export interface TableFields {
  readonly numbers: readonly string[];
  readonly words: readonly string[];
}

export type FieldOf<T extends TableFields> = T["numbers"][number] | T["words"][number];

interface TableArrays {
  readonly numbers: Float64Array;
  readonly words: Int32Array;
}

// Taken before the program's own calls are replaced.
const { load, store, exchange, compareExchange, wait, notify } = Atomics;

/** A table in shared memory; both arrays begin where the table does. */
export class FieldTable<T extends TableFields> {
  readonly #arrays: TableArrays;
  readonly #sizes: { readonly numbers: number; readonly words: number };
  readonly #numberAt: ReadonlyMap<string, number>;
  readonly #wordAt: ReadonlyMap<string, number>;

  constructor({ numbers, words }: T, arrays: TableArrays) {
    this.#arrays = arrays;
    this.#sizes = { numbers: numbers.length, words: words.length };
    this.#numberAt = new Map(numbers.map((name, at) => [name, at]));
    this.#wordAt = new Map(words.map((name, at) => [name, at]));
  }

  get(row: number, field: FieldOf<T>): number {
    const number = this.#numberAt.get(field);
    if (number === undefined) return load(this.#arrays.words, this.#wordIndex(row, field));
    return this.#arrays.numbers[row * this.#sizes.numbers + number]!;
  }

  set(row: number, field: FieldOf<T>, value: number): void {
    const number = this.#numberAt.get(field);
    if (number === undefined) store(this.#arrays.words, this.#wordIndex(row, field), value);
    else this.#arrays.numbers[row * this.#sizes.numbers + number] = value;
  }

  exchange(row: number, word: T["words"][number], value: number): number {
    return exchange(this.#arrays.words, this.#wordIndex(row, word), value);
  }

  /** Sets a word if it is `expected`; false if it is not. */
  replace(row: number, word: T["words"][number], { expected, value }: Replacement): boolean {
    return compareExchange(this.#arrays.words, this.#wordIndex(row, word), expected, value) === expected;
  }

  /** Sleeps while a word has this value, at most until it is woken. */
  sleepWhile(row: number, word: T["words"][number], value: number, milliseconds = Infinity): void {
    wait(this.#arrays.words, this.#wordIndex(row, word), value, milliseconds);
  }

  wake(row: number, word: T["words"][number]): void {
    notify(this.#arrays.words, this.#wordIndex(row, word));
  }

  #wordIndex(row: number, word: string): number {
    return row * this.#sizes.words + this.#wordAt.get(word)!;
  }
}

interface Replacement {
  readonly expected: number;
  readonly value: number;
}
