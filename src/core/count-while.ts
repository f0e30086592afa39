/** The number of items at the beginning of a row for which `isSo` holds, given that it holds for none after them: by halving. */
export function countWhile<T>(row: readonly T[], isSo: (item: T) => boolean): number {
  let [low, high] = [0, row.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isSo(row[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low;
}
