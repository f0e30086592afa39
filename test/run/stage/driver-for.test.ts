import { expect, test } from "vitest";
import { DeltaSet } from "../../../src/core/delta-set.ts";
import { driverFor } from "../../../src/run/stage/driver-for.ts";
import { isolateFromNothing } from "../../../src/search/dd.ts";
import { VirtualTime } from "../../drive/virtual-time.ts";

const minutes = 60_000;

async function mostAtOnce(conditions: Parameters<typeof driverFor>[0]): Promise<number> {
  const time = new VirtualTime();
  await driverFor(conditions)({
    search: isolateFromNothing(DeltaSet.range(0, 1000)),
    key: (set) => set.key,
    trial: (set, signal) => time.trial(1, () => ({ outcome: set.has(700) ? "fail" : "pass" }), signal),
  });
  return time.mostAtOnce;
}

test("a long test keeps this machine's cores for those that are likely to be needed", async () => {
  expect(await mostAtOnce({ jobs: 16, milliseconds: 10 * minutes, isElsewhere: false })).toBeLessThan(16);
});

test("on other machines, all jobs are used, however long a test takes", async () => {
  expect(await mostAtOnce({ jobs: 16, milliseconds: 10 * minutes, isElsewhere: true })).toBe(16);
});

test("with one job, one test runs at a time", async () => {
  expect(await mostAtOnce({ jobs: 1, milliseconds: 1, isElsewhere: true })).toBe(1);
});
