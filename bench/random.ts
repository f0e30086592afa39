/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
export type Random = () => number;

export function random(seed: number): Random {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A number from 0 up to but not including `limit`. */
export function below(limit: number, next: Random): number {
  return Math.floor(next() * limit);
}

/** `count` different numbers below `limit`, rising. */
export function sample(count: number, limit: number, next: Random): number[] {
  const taken = new Set<number>();
  while (taken.size < count) taken.add(below(limit, next));
  return [...taken].sort((a, b) => a - b);
}
