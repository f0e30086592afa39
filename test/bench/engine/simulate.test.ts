import { expect, test } from "vitest";
import { cases, simulate } from "../../../bench/engine/scale/simulate.ts";
import { VirtualFarm } from "../../../bench/engine/scale/virtual-farm.ts";
import { lookAhead } from "../../../src/drive/look-ahead.ts";
import { sequential } from "../../../src/drive/sequential.ts";

const never = new AbortController().signal;
const pass = () => ({ outcome: "pass" as const });
const exact = { overhead: () => 0 };

test("tests wait for a worker", async () => {
  const farm = new VirtualFarm({ ...exact, workers: 2, lingers: 0 });
  const ends: number[] = [];
  await Promise.all([1, 2, 3].map(() => farm.trial(10, pass, never).then(() => ends.push(farm.now))));
  expect(ends).toEqual([10, 10, 20]);
});

test.each([
  ["at once where the farm can cancel", 0, 10],
  ["later where it cannot", 60, 70],
  ["at its own end if that comes first", 1000, 110],
])("a test that is aborted frees its worker %s", async (_, lingers, expected) => {
  const farm = new VirtualFarm({ ...exact, workers: 1, lingers });
  const abort = new AbortController();
  const moot = farm.trial(100, pass, abort.signal);
  moot.catch(() => {});
  const next = farm.trial(10, pass, never);
  abort.abort();
  await expect(moot).rejects.toThrow();
  await next;
  expect(farm.now).toBe(expected);
});

test("a test that is aborted while it waits is never started", async () => {
  const farm = new VirtualFarm({ ...exact, workers: 1, lingers: 60 });
  const abort = new AbortController();
  const first = farm.trial(10, pass, never);
  const waiting = farm.trial(10, pass, abort.signal);
  abort.abort();
  await expect(waiting).rejects.toThrow();
  await first;
  expect(farm).toMatchObject({ now: 10, started: 1 });
});

test.each(cases.map((each) => [each.name, each] as const))(
  "%s: the same seed gives the same figures, and ten workers are faster than one",
  async (_, each) => {
    const farm = { seconds: 10, lingers: 60, seed: 1 };
    const many = () => simulate(each, { ...farm, driver: lookAhead(10), workers: 10 });
    const [one, other] = [await many(), await many()];
    expect(other).toEqual(one);
    const alone = await simulate(each, { ...farm, driver: sequential, workers: 1 });
    expect(one.seconds).toBeLessThan(alone.seconds);
    expect(alone.seconds).toBeGreaterThanOrEqual(10 * alone.started);
  },
);
