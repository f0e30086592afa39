export interface LogScale {
  /** Where a size is drawn. Zero, which has no logarithm, has its own line below one. */
  readonly at: (size: number) => number;
  /** Powers of ten, or of two for small sizes; at most ten of them, ascending. */
  readonly ticks: readonly number[];
}

export interface Span {
  /** Where the largest size is drawn, size one, and zero. */
  readonly top: number;
  readonly one: number;
  readonly zero: number;
}

/** A logarithmic axis for sizes up to `largest`. */
export function logScale(largest: number, { top, one, zero }: Span): LogScale {
  const range = Math.log(Math.max(largest, 2));
  return {
    at: (size) => (size < 1 ? zero : one + ((top - one) * Math.log(size)) / range),
    ticks: powers(largest <= 128 ? 2 : 10, largest),
  };
}

function powers(base: number, largest: number): number[] {
  const all = [1];
  while (all.at(-1)! * base <= largest) all.push(all.at(-1)! * base);
  const every = Math.ceil(all.length / 10);
  return all.filter((_, i) => i % every === 0);
}
