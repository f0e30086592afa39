import { below, type Random, random } from "../bench/random.ts";

/** A random input, as the fuzz program of Miller and others makes them. */
export interface FuzzInput {
  readonly name: string;
  readonly kind: string;
  readonly bytes: Buffer;
}

/** The options of fuzz: which characters, with NUL or not, cut into lines or not. */
const kinds: Readonly<Record<string, (next: Random) => number>> = {
  "all bytes": (next) => 1 + below(255, next),
  printable: (next) => printable(next),
  "all bytes, NUL": (next) => below(256, next),
  "printable, NUL": (next) => (below(96, next) === 0 ? 0 : printable(next)),
  "printable, lines": (next) => (below(128, next) === 0 ? 0x0a : printable(next)),
};

const sizes = [1e3, 1e4, 1e5];

/** t1, t2, …: each kind in each size, always the same bytes. */
export function fuzzInputs(): FuzzInput[] {
  const chosen = Object.entries(kinds).flatMap(([kind, byte]) => sizes.map((size) => ({ kind, byte, size })));
  return chosen.map(({ kind, byte, size }, i) => {
    const next = random(i + 1);
    return { name: `t${i + 1}`, kind, bytes: Buffer.from(Array.from({ length: size }, () => byte(next))) };
  });
}

function printable(next: Random): number {
  return 0x20 + below(95, next);
}
