import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Throttle } from "../../../src/run/stage/throttle.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function throttled() {
  const acted: number[] = [];
  return { acted, throttle: new Throttle<number>(100, (value) => void acted.push(value)) };
}

test("acts at once, then only after the interval, on the latest value", () => {
  const { acted, throttle } = throttled();
  for (const value of [1, 2, 3]) throttle.offer(value);
  expect(acted).toEqual([1]);
  vi.advanceTimersByTime(99);
  expect(acted).toEqual([1]);
  vi.advanceTimersByTime(1);
  expect(acted).toEqual([1, 3]);
});

test("acts at once again when the interval is over", () => {
  const { acted, throttle } = throttled();
  throttle.offer(1);
  vi.advanceTimersByTime(100);
  throttle.offer(2);
  expect(acted).toEqual([1, 2]);
});

test("acts now if it is flushed, and not a second time", () => {
  const { acted, throttle } = throttled();
  throttle.offer(1);
  throttle.offer(2);
  throttle.flush();
  throttle.flush();
  vi.advanceTimersByTime(1000);
  expect(acted).toEqual([1, 2]);
});

test("forgets what is cancelled", () => {
  const { acted, throttle } = throttled();
  throttle.offer(1);
  throttle.offer(2);
  throttle.cancel();
  vi.advanceTimersByTime(1000);
  expect(acted).toEqual([1]);
});

test("waiting, it does not keep Node from ending", () => {
  vi.useRealTimers();
  const { throttle } = throttled();
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  const before = timers();
  throttle.offer(1);
  throttle.offer(2);
  expect(timers()).toBe(before);
  throttle.cancel();
});
