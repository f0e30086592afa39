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
  readonly #numbers: Float64Array;
  readonly #words: Int32Array;
  readonly #numberCount: number;
  readonly #wordCount: number;
  /** The index of each number in its row; of each word, the complement (`~`) of its index. */
  readonly #indices: Readonly<Record<string, number>>;

  constructor({ numbers, words }: T, arrays: TableArrays) {
    this.#numbers = arrays.numbers;
    this.#words = arrays.words;
    this.#numberCount = numbers.length;
    this.#wordCount = words.length;
    this.#indices = Object.fromEntries([
      ...numbers.map((name, index) => [name, index]),
      ...words.map((name, index) => [name, ~index]),
    ]);
  }

  get(row: number, field: FieldOf<T>): number {
    const index = this.#indices[field]!;
    if (index < 0) return load(this.#words, row * this.#wordCount + ~index);
    return this.#numbers[row * this.#numberCount + index]!;
  }

  set(row: number, field: FieldOf<T>, value: number): void {
    const index = this.#indices[field]!;
    if (index < 0) store(this.#words, row * this.#wordCount + ~index, value);
    else this.#numbers[row * this.#numberCount + index] = value;
  }

  exchange(row: number, word: T["words"][number], value: number): number {
    return exchange(this.#words, this.#wordIndex(row, word), value);
  }

  /** Sets a word if it is `expected`; false if it is not. */
  replace(row: number, word: T["words"][number], { expected, value }: Replacement): boolean {
    return compareExchange(this.#words, this.#wordIndex(row, word), expected, value) === expected;
  }

  /** Sleeps until it is woken, if the word has this value. */
  sleepIf(row: number, word: T["words"][number], { value, milliseconds = Infinity }: Sleep): void {
    wait(this.#words, this.#wordIndex(row, word), value, milliseconds);
  }

  wake(row: number, word: T["words"][number]): void {
    notify(this.#words, this.#wordIndex(row, word));
  }

  #wordIndex(row: number, word: string): number {
    return row * this.#wordCount + ~this.#indices[word]!;
  }
}

interface Sleep {
  readonly value: number;
  /** Wakes by itself after this time. */
  readonly milliseconds?: number;
}

interface Replacement {
  readonly expected: number;
  readonly value: number;
}
