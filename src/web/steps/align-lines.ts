/** Lines of two texts that belong together: both have it, or only one of them does. */
export interface LinePair {
  readonly left?: number;
  readonly right?: number;
  readonly isEqual: boolean;
}

/** Aligns two lists of lines of which one is mostly a part of the other. Takes linear time, so it need not find the fewest differences. */
export function alignLines(left: readonly string[], right: readonly string[]): LinePair[] {
  const [inLeft, inRight] = [new Places(left), new Places(right)];
  const pairs: LinePair[] = [];
  let [i, j] = [0, 0];
  while (i < left.length && j < right.length) {
    if (left[i] === right[j]) {
      pairs.push({ left: i++, right: j++, isEqual: true });
      continue;
    }
    const [ahead, behind] = [inLeft.next(right[j]!, i), inRight.next(left[i]!, j)];
    const [skipLeft, skipRight] = [ahead - i, behind - j];
    if (skipLeft === Infinity && skipRight === Infinity) pairs.push({ left: i++, right: j++, isEqual: false });
    else if (skipLeft <= skipRight) for (; i < ahead; i++) pairs.push({ left: i, isEqual: false });
    else for (; j < behind; j++) pairs.push({ right: j, isEqual: false });
  }
  for (; i < left.length; i++) pairs.push({ left: i, isEqual: false });
  for (; j < right.length; j++) pairs.push({ right: j, isEqual: false });
  return pairs;
}

/** Where each line stands. What is asked for only ever lies further on. */
class Places {
  readonly #places = new Map<string, number[]>();

  constructor(lines: readonly string[]) {
    for (let i = lines.length - 1; i >= 0; i--) {
      const known = this.#places.get(lines[i]!);
      if (known) known.push(i);
      else this.#places.set(lines[i]!, [i]);
    }
  }

  /** The first place from `from` on; Infinity: none. */
  next(line: string, from: number): number {
    const places = this.#places.get(line) ?? [];
    while (places.length > 0 && places.at(-1)! < from) places.pop();
    return places.at(-1) ?? Infinity;
  }
}
