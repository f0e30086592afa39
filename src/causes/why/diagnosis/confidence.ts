/** How sure the bound is. */
const sure = 0.95;

/**
 * If each of `runs` runs came out the same, it comes out so at least in this share of all runs, in percent, at 95 % confidence: a rarer
 * outcome would hardly have shown so often in a row.
 */
export function leastShare(runs: number): number {
  return Math.floor(100 * (1 - sure) ** (1 / runs));
}
