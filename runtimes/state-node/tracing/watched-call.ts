/**
 * Recognizes the frame of one call, the `hit`-th of a function, by its depth. A call that waits resumes at another depth: then it is
 * only recognized while no other call of the function is pending. Some of its moments may be missed, but no moment of another call
 * is taken for its own.
 */
export class WatchedCall {
  readonly #hit: number;
  #entered = 0;
  #left = 0;
  #state: "before" | "running" | "over" = "before";
  #isSync = true;
  /** Undefined: it is not on the stack, because it waits. */
  #depth: number | undefined;

  constructor(hit: number) {
    this.#hit = hit;
  }

  get isRunning(): boolean {
    return this.#state === "running";
  }

  get hasStarted(): boolean {
    return this.#state !== "before";
  }

  get isOver(): boolean {
    return this.#state === "over";
  }

  /** The function was called. Returns whether this is the call to watch. */
  enter(isSync: boolean, depth: () => number): boolean {
    if (++this.#entered === this.#hit) {
      this.#state = "running";
      this.#isSync = isSync;
      this.#depth = depth();
      return true;
    }
    if (this.isRunning && this.#depth !== undefined && depth() <= this.#depth) this.#leaveStack();
    return false;
  }

  /** A call of the function returns. */
  leave(depth: () => number): void {
    const wasOnly = this.#isOnly;
    this.#left++;
    if (!this.isRunning) return;
    const here = depth();
    const isAbove = this.#depth !== undefined && here > this.#depth;
    if (here === this.#depth || (!this.#isSync && (wasOnly || !isAbove))) this.#state = "over";
  }

  /** Whether a frame of the function is that of the call. */
  isAt(depth: number): boolean {
    return this.isRunning && (depth === this.#depth || (!this.#isSync && this.#isOnly));
  }

  /** No other call of the function is pending. */
  get #isOnly(): boolean {
    return this.#entered - this.#left === 1;
  }

  #leaveStack(): void {
    if (this.#isSync) this.#state = "over";
    else this.#depth = undefined;
  }
}
