/**
 * Compares ranges of texts without reading them again: equal ranges have equal fingerprints, in whichever text; different
 * ones nearly always have different ones. A fingerprint takes the same time for any length.
 */
export class Fingerprints {
  /** The polynomial of the bytes before each place, modulo 2^32. */
  readonly #before: Uint32Array;
  readonly #powers: Uint32Array;

  constructor(bytes: Uint8Array) {
    this.#before = new Uint32Array(bytes.length + 1);
    this.#powers = new Uint32Array(bytes.length + 1);
    this.#powers[0] = 1;
    for (let i = 0; i < bytes.length; i++) {
      this.#before[i + 1] = Math.imul(this.#before[i]!, base) + bytes[i]! + 1;
      this.#powers[i + 1] = Math.imul(this.#powers[i]!, base);
    }
  }

  of(start: number, end: number): number {
    const length = end - start;
    const hash = (this.#before[end]! - Math.imul(this.#before[start]!, this.#powers[length]!)) >>> 0;
    return hash + (length % lengths) * 2 ** 32;
  }
}

const base = 0x9e3779b1;
const lengths = 2 ** 21;
