import { real } from "../replacements/real-functions.ts";
import { onReset } from "./resets.ts";

/**
 * The virtual time, in milliseconds since the program started. It moves a little with every event and every time it is read, so
 * that a loop that waits for a later time ends; and it jumps to the time of a timer when nothing else is left to do.
 */
export const clock = {
  now: 0,
  /** What `Date.now()` returns at the start. */
  epoch: 0,
  /** The number of things outside the process that the program waits for. Meanwhile, virtual time follows real time. */
  outside: 0,
  /** The real time up to which it was followed. */
  followedUntil: 0,

  read(): number {
    clock.followRealTime();
    clock.now += 0.001;
    return clock.now;
  },
  followRealTime(): void {
    if (clock.outside === 0) return;
    const now = real.now();
    clock.now += now - clock.followedUntil;
    clock.followedUntil = now;
  },
  /** Moves to a later time; never back. */
  jump(time: number): void {
    if (time > clock.now) clock.now = time;
  },
};

onReset(() => Object.assign(clock, { now: 0, outside: 0 }));
