/**
 * Knows the frame of one call again: the `hit`-th of a function. A frame is known by how deep it lies. A call that waits comes back
 * at another depth: then it is known only while no other call of the function goes on, so that some of what it does may be missed,
 * but nothing is taken for its own that is not.
 */
export class WatchedCall {
  readonly #hit: number;
  #begun = 0;
  #left = 0;
  #state: "before" | "on" | "over" = "before";
  #sync = true;
  /** Undefined: it lies on no stack, because it waits. */
  #depth: number | undefined;

  constructor(hit: number) {
    this.#hit = hit;
  }

  get isOn(): boolean {
    return this.#state === "on";
  }

  get hasBegun(): boolean {
    return this.#state !== "before";
  }

  get isOver(): boolean {
    return this.#state === "over";
  }

  /** A call of the function begins; whether it is the one. */
  begins(sync: boolean, depth: () => number): boolean {
    if (++this.#begun === this.#hit) {
      this.#state = "on";
      this.#sync = sync;
      this.#depth = depth();
      return true;
    }
    if (this.isOn && this.#depth !== undefined && depth() <= this.#depth) this.#goes();
    return false;
  }

  /** A call of the function returns. */
  leaves(depth: () => number): void {
    const alone = this.#isAlone;
    this.#left++;
    if (!this.isOn) return;
    const here = depth();
    const isAbove = this.#depth !== undefined && here > this.#depth;
    if (here === this.#depth || (!this.#sync && (alone || !isAbove))) this.#state = "over";
  }

  /** Whether a frame of the function is that of the call. */
  isAt(depth: number): boolean {
    return this.isOn && (depth === this.#depth || (!this.#sync && this.#isAlone));
  }

  get #isAlone(): boolean {
    return this.#begun - this.#left === 1;
  }

  /** Its frame is no longer where it was. */
  #goes(): void {
    if (this.#sync) this.#state = "over";
    else this.#depth = undefined;
  }
}
