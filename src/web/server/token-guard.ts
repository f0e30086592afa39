import { createHash, timingSafeEqual } from "node:crypto";

/** Wrong tokens that an address may send before it has to wait, how long it waits, and how many addresses are remembered. */
const maxWrong = 20;
const waitMilliseconds = 10_000;
const maxAddresses = 1000;

export type TokenAnswer = "right" | "wrong" | "too many";

interface Guesses {
  wrong: number;
  /** When the last one came. */
  at: number;
}

/** Compares tokens in constant time, and lets nobody try many of them. */
export class TokenGuard {
  readonly #digest: Buffer;
  readonly #now: () => number;
  readonly #guesses = new Map<string, Guesses>();

  constructor(token: string, now: () => number = Date.now) {
    this.#digest = digestOf(token);
    this.#now = now;
  }

  check(token: string, address: string): TokenAnswer {
    const known = this.#guesses.get(address);
    const isOver = known !== undefined && this.#now() - known.at >= waitMilliseconds;
    if (isOver) this.#guesses.delete(address);
    else if (known && known.wrong >= maxWrong) return "too many";
    // Digests have the same length, so not even the length of the token shows.
    if (timingSafeEqual(digestOf(token), this.#digest)) return "right";
    this.#remember(address, isOver ? undefined : known);
    return "wrong";
  }

  #remember(address: string, known: Guesses | undefined): void {
    if (this.#guesses.size >= maxAddresses) this.#guesses.clear();
    this.#guesses.set(address, { wrong: (known?.wrong ?? 0) + 1, at: this.#now() });
  }
}

function digestOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
