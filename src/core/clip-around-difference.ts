/** Length of the common text shown before the difference. */
const contextLength = 20;

/** Clips two different texts to a maximum length so that the beginning of the difference stays visible. */
export function clipAroundDifference(old: string, now: string, longest: number): [string, string] {
  let same = 0;
  while (same < old.length && old[same] === now[same]) same++;
  const isFar = Math.max(old.length, now.length) > longest && same > longest - contextLength;
  const from = isFar ? same - contextLength : 0;
  return [old, now].map((text) => clipFrom(text, from, longest)) as [string, string];
}

function clipFrom(text: string, from: number, longest: number): string {
  const rest = text.slice(from);
  const shown = rest.length > longest ? `${rest.slice(0, longest)}…` : rest;
  return from > 0 ? `…${shown}` : shown;
}
