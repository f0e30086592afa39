/** Whether a word is probably a misspelt name: its beginning, or one letter off, or with two letters swapped. */
export function isNear(name: string, written: string): boolean {
  if (written.length > 2 && name.startsWith(written)) return true;
  if (Math.abs(name.length - written.length) > 1) return false;
  let start = 0;
  while (start < name.length && name[start] === written[start]) start++;
  let end = 0;
  while (end < name.length - start && name.at(-1 - end) === written.at(-1 - end)) end++;
  const [one, other] = [name, written].map((word) => word.slice(start, word.length - end)) as [string, string];
  return Math.max(one.length, other.length) <= 1 || (one.length === 2 && other === `${one[1]}${one[0]}`);
}
