import type { TrialResult } from "../../src/drive/walk.ts";

interface TimedEvent {
  readonly at: number;
  readonly happen: () => void;
}

/** A clock that jumps to the next event as soon as nothing else can happen: waiting without time passing. */
export class VirtualTime {
  now = 0;
  /** The most trials that ever ran at once. */
  mostAtOnce = 0;
  started = 0;
  aborted = 0;
  running = 0;
  #events: TimedEvent[] = [];
  #pumping = false;

  /** A trial that takes `duration` and answers then, or rejects when aborted. */
  trial<O extends TrialResult>(duration: number, answer: () => O, signal: AbortSignal): Promise<O> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      this.started++;
      this.mostAtOnce = Math.max(this.mostAtOnce, ++this.running);
      const onAbort = () => {
        this.#events = this.#events.filter((each) => each !== event);
        this.running--;
        this.aborted++;
        reject(signal.reason);
      };
      const event = {
        at: this.now + duration,
        happen: () => {
          this.running--;
          signal.removeEventListener("abort", onAbort);
          resolve(answer());
        },
      };
      this.#events.push(event);
      signal.addEventListener("abort", onAbort, { once: true });
      this.#pump();
    });
  }

  #pump(): void {
    if (this.#pumping) return;
    this.#pumping = true;
    setImmediate(() => {
      this.#pumping = false;
      this.now = Math.min(...this.#events.map(({ at }) => at));
      const due = this.#events.filter(({ at }) => at === this.now);
      this.#events = this.#events.filter(({ at }) => at > this.now);
      for (const event of due) event.happen();
      if (this.#events.length > 0) this.#pump();
    });
  }
}
