/** Time passes only when somebody says so. */
export class Clock {
  now = 0;
  readonly #timers: { readonly at: number; readonly period: number; readonly action: () => void; next: number }[] = [];

  every(period: number, action: () => void): void {
    this.#timers.push({ at: this.now, period, action, next: this.now + period });
  }

  advance(by: number): void {
    const until = this.now + by;
    for (;;) {
      const due = this.#timers.filter(({ next }) => next <= until).sort((a, b) => a.next - b.next)[0];
      if (!due) break;
      this.now = due.next;
      due.next += due.period;
      due.action();
    }
    this.now = until;
  }
}
