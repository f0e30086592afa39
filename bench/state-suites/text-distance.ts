/** Of the characters beyond this, only their number is compared. */
const maxLength = 2000;

/** How many characters have to be inserted, removed or replaced (Levenshtein). */
export function textDistance(one: string, other: string): number {
  const [a, b] = [one.slice(0, maxLength), other.slice(0, maxLength)];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[b.length]! + Math.abs(one.length - a.length - (other.length - b.length));
}
