/** So much of what both have in common is shown before what they have not. */
const lead = 20;

/** Two texts that differ, each cut to a length such that the beginning of the difference is in what is left. */
export function clipPair(old: string, now: string, longest: number): [string, string] {
  let same = 0;
  while (same < old.length && old[same] === now[same]) same++;
  const isFar = Math.max(old.length, now.length) > longest && same > longest - lead;
  const from = isFar ? same - lead : 0;
  return [old, now].map((text) => clipFrom(text, from, longest)) as [string, string];
}

function clipFrom(text: string, from: number, longest: number): string {
  const rest = text.slice(from);
  const shown = rest.length > longest ? `${rest.slice(0, longest)}…` : rest;
  return from > 0 ? `…${shown}` : shown;
}
