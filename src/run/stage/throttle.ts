/** Acts on the latest value at most once per `interval` milliseconds: at once if it can, otherwise when the interval is over. */
export class Throttle<T> {
  readonly #act: (value: T) => void;
  readonly #interval: number;
  #last = Number.NEGATIVE_INFINITY;
  #waiting: { readonly value: T } | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(interval: number, act: (value: T) => void) {
    this.#interval = interval;
    this.#act = act;
  }

  /** Replaces a value that is still waiting. */
  offer(value: T): void {
    this.#waiting = { value };
    const wait = this.#last + this.#interval - performance.now();
    if (wait <= 0) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), wait).unref();
  }

  /** Drops the value that is still waiting. */
  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting = undefined;
  }

  /** Acts now on the value that is still waiting. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { value } = this.#waiting ?? {};
    if (this.#waiting === undefined) return;
    this.#waiting = undefined;
    this.#last = performance.now();
    this.#act(value as T);
  }
}
