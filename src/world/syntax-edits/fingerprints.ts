/** Number of bytes between two places whose polynomials are kept: all of them would take many times the text's memory. */
const stride = 32;

/**
 * Compares ranges of texts without reading them again: equal ranges have equal fingerprints, in whichever text; different
 * ones nearly always have different ones. A fingerprint takes the same time for any length.
 */
export class Fingerprints {
  readonly #bytes: Uint8Array;
  readonly #lanes: readonly [Lane, Lane];

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#lanes = [laneOf(bytes, bases[0]), laneOf(bytes, bases[1])];
  }

  of(start: number, end: number): number {
    const [low, high] = this.#lanes;
    return this.#hash(low, start, end) + (this.#hash(high, start, end) & mask) * 2 ** 32;
  }

  #hash(lane: Lane, start: number, end: number): number {
    return (this.#before(lane, end) - Math.imul(this.#before(lane, start), power(lane, end - start))) >>> 0;
  }

  /** The polynomial of all bytes before a place. */
  #before({ base, before }: Lane, place: number): number {
    const kept = Math.floor(place / stride);
    let value = before[kept]!;
    for (let i = kept * stride; i < place; i++) value = Math.imul(value, base) + this.#bytes[i]! + 1;
    return value;
  }
}

/** Polynomials with one base, modulo 2^32, at each `stride`-th place, and the powers of the base, one by one and by strides. */
interface Lane {
  readonly base: number;
  readonly before: Uint32Array;
  readonly powers: Uint32Array;
  readonly strides: Uint32Array;
}

const bases = [0x9e3779b1, 0x85ebca77] as const;
/** With the 32 bits of the other one: as many as a number holds. */
const mask = 2 ** 21 - 1;

function laneOf(bytes: Uint8Array, base: number): Lane {
  const count = Math.floor(bytes.length / stride) + 1;
  const before = new Uint32Array(count);
  let value = 0;
  for (let i = 0; i < bytes.length; i++) {
    if (i % stride === 0) before[i / stride] = value;
    value = Math.imul(value, base) + bytes[i]! + 1;
  }
  if (bytes.length % stride === 0) before[count - 1] = value;
  const powers = powersOf(base, stride + 1);
  return { base, before, powers, strides: powersOf(powers[stride]!, count) };
}

function powersOf(base: number, count: number): Uint32Array {
  const all = new Uint32Array(count);
  all[0] = 1;
  for (let i = 1; i < count; i++) all[i] = Math.imul(all[i - 1]!, base);
  return all;
}

function power({ powers, strides }: Lane, exponent: number): number {
  return Math.imul(strides[Math.floor(exponent / stride)]!, powers[exponent % stride]!);
}
