/** Does something at most once in a while: at once when it has not been done for `interval` ms, else when that is over. */
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

  /** Only the latest value counts. */
  offer(value: T): void {
    this.#waiting = { value };
    const wait = this.#last + this.#interval - performance.now();
    if (wait <= 0) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), wait).unref();
  }

  /** Forgets what is still waiting. */
  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting = undefined;
  }

  /** Does now what is still waiting. */
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
