import { expect, test } from "vitest";
import { planText } from "../../../../runtimes/protocol/schedule-plan.ts";
import type { SchedulePolicy } from "../../../../runtimes/protocol/schedule-policy.ts";
import { withSharedPlaces } from "../../../../src/causes/schedule/explore/shared-places.ts";
import { portfolio } from "../../../../src/causes/schedule/portfolio.ts";

const places = [
  { place: "app+0x10", passes: 1 },
  { place: "app+0x20", passes: 1_000_000 },
];

function take(count: number, steps: number, shared = places): SchedulePolicy[] {
  const policies = withSharedPlaces(portfolio(1, { steps, syncs: 0 }, "threads"), shared, { steps, seed: 1 });
  return Array.from({ length: count }, () => policies.next().value);
}

const changesOf = (policy: SchedulePolicy) => (policy.name === "pct" ? (policy.changes ?? []) : []);

test("half of all schedules change priorities at shared places", () => {
  const changing = take(600, 50_000_000).filter((policy) => changesOf(policy).length > 0);
  expect(changing.length).toBe(300);
});

test("a place is chosen as often as any other, at a pass that it has", () => {
  const changes = take(4000, 50_000_000).flatMap(changesOf);
  const [rare, frequent] = places.map(({ place }) => changes.filter((change) => change.place === place));
  expect(rare!.length / changes.length).toBeCloseTo(1 / 2, 1);
  expect(new Set(rare!.map(({ pass }) => pass))).toEqual(new Set([1]));
  const passes = frequent!.map(({ pass }) => pass);
  expect(passes.every((pass) => pass >= 1 && pass <= 1_000_000)).toBe(true);
  expect([passes.includes(1), passes.some((pass) => pass > 100_000)]).toEqual([true, true]);
});

test("without shared places the schedules are those of the portfolio", () => {
  const policies = portfolio(1, { steps: 1000, syncs: 0 }, "threads");
  expect(take(20, 1000, [])).toEqual(Array.from({ length: 20 }, () => policies.next().value));
});

test("no schedule is tried twice", () => {
  const texts = take(500, 1000).map((policy) => planText({ schedule: [], policy, limit: 1 }));
  expect(new Set(texts).size).toBe(texts.length);
});
