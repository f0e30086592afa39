/** Two lists of texts as numbers, which are quicker to compare: the same number is the same text. */
export function numbered(ours: readonly string[], theirs: readonly string[]): [number[], number[]] {
  const numbers = new Map<string, number>();
  const numberOf = (text: string) => {
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  };
  return [ours.map(numberOf), theirs.map(numberOf)];
}
