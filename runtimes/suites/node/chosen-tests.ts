import type { SuitePlan, TestName } from "../../protocol/suite.ts";

/** The tests of a plan by their places in its order. */
export class ChosenTests {
  readonly #places: ReadonlyMap<string, number>;
  readonly #files: readonly string[];

  constructor(tests: readonly TestName[]) {
    this.#places = new Map(tests.map((test, i) => [keyOf(test), i]));
    this.#files = [...new Set(tests.map(({ file }) => file))];
  }

  /** Infinite: the test was not chosen. */
  placeOf(test: TestName): number {
    return this.#places.get(keyOf(test)) ?? Number.POSITIVE_INFINITY;
  }

  /** Infinite: no test of the file was chosen. */
  placeOfFile(file: string): number {
    const place = this.#files.indexOf(file);
    return place === -1 ? Number.POSITIVE_INFINITY : place;
  }

  /** Those of the files that are chosen, in the order of the plan. */
  orderFiles<T>(items: readonly T[], fileOf: (item: T) => string): T[] {
    const place = (item: T) => this.placeOfFile(fileOf(item));
    return items.filter((item) => Number.isFinite(place(item))).sort((a, b) => place(a) - place(b));
  }
}

/** Undefined: all tests run. */
export function chosenTests({ tests }: SuitePlan): ChosenTests | undefined {
  return tests && new ChosenTests(tests);
}

/** Counts tests of the same name, so that each has a name of its own. Call it in the order in which they are defined. */
export class TestNames {
  readonly #seen = new Map<string, number>();

  name(file: string, names: readonly string[]): TestName {
    const key = keyOf({ file, names });
    const nth = (this.#seen.get(key) ?? 0) + 1;
    this.#seen.set(key, nth);
    return nth === 1 ? { file, names } : { file, names, nth };
  }
}

function keyOf({ file, names, nth = 1 }: TestName): string {
  return JSON.stringify([file, names, nth]);
}
