import { real } from "./real.ts";
import { replace } from "./replace.ts";
import { afresh, scope, scoped } from "./scope.ts";

/**
 * The time the program sees, in milliseconds since it started. It moves a little with every event and every look at it, so that
 * a loop that waits for a later hour ends, and jumps to the hour of a timer when nothing else is left to do.
 */
export const clock = {
  now: 0,
  /** What `Date.now()` says when it begins. */
  epoch: 0,
  /** While something outside the process is waited for, time passes as it really does. */
  outside: 0,
  /** The real time up to which it has been followed. */
  seen: 0,

  read(): number {
    clock.follow();
    clock.now += 0.001;
    return clock.now;
  },
  follow(): void {
    if (clock.outside === 0) return;
    const moment = real.now();
    clock.now += moment - clock.seen;
    clock.seen = moment;
  },
  jump(due: number): void {
    if (due > clock.now) clock.now = due;
  },
};

afresh(() => Object.assign(clock, { now: 0, outside: 0 }));

/** Date, performance.now and process.hrtime tell the virtual time, beginning at `epoch`. */
export function virtualTime(epoch: number): void {
  clock.epoch = epoch;
  const original = real.Date;
  const today = () => Math.floor(epoch + clock.read());
  const replaced = new Proxy(original, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 && scope.includes() ? [today()] : args, newTarget) as object,
    apply: (target) => (scope.includes() ? new target(today()).toString() : target()),
  });
  replace(original, "now", scoped(today, original.now));
  original.prototype.constructor = replaced;
  globalThis.Date = replaced;
  replace(
    performance,
    "now",
    scoped(() => clock.read(), performance.now),
  );
  const nanoseconds = () => BigInt(Math.round(clock.read() * 1e6));
  const hrtime = (earlier?: [number, number]): [number, number] => {
    const total = nanoseconds() - (earlier ? BigInt(earlier[0]) * 1_000_000_000n + BigInt(earlier[1]) : 0n);
    return [Number(total / 1_000_000_000n), Number(total % 1_000_000_000n)];
  };
  const { hrtime: plain } = process;
  const replacement = Object.assign(scoped(hrtime, plain), { bigint: scoped(nanoseconds, plain.bigint) });
  replace(process, "hrtime", replacement);
}
