import { expect, test } from "vitest";
import { type Branch, scheduleInto } from "../../../../src/causes/schedule/verify/branches.ts";
import { Frontier } from "../../../../src/causes/schedule/verify/frontier.ts";
import { loadFrontier, saveFrontier } from "../../../../src/causes/schedule/verify/saved-frontier.ts";

const run = [
  { lane: "1", count: 4 },
  { lane: "1.1", count: 9 },
];
const branch = (count: number, cost: number): Branch => ({
  run,
  shared: 1,
  stop: { lane: "1.1", count },
  next: { lane: "1.2", count: 1 },
  cost,
});

test("the cheapest branches come first, and those beyond the bound never", () => {
  const frontier = new Frontier(1, [branch(1, 1), branch(2, 0), branch(3, 2), branch(4, 0)]);
  expect(frontier.size).toBe(3);
  const first = frontier.take(5);
  expect(first.map(({ cost }) => cost)).toEqual([0, 0]);
  expect(frontier.lowestCost).toBe(0);
  for (const each of first) frontier.settle(each);
  expect(frontier).toMatchObject({ size: 1, lowestCost: 1 });
});

test("what was running when the search was stopped is run again", () => {
  const frontier = new Frontier(2, [branch(1, 1), branch(2, 1), branch(3, 2)]);
  frontier.take(1);
  const loaded = loadFrontier(2, JSON.parse(JSON.stringify(saveFrontier(frontier, false))));
  expect(loaded.size).toBe(3);
  const texts = (each: Frontier) => each.left.map((left) => JSON.stringify([scheduleInto(left), left.cost])).sort();
  expect(texts(loaded)).toEqual(texts(frontier));
});

test("the default schedule is the first branch, also after a search that was stopped before it", () => {
  const frontier = new Frontier(2);
  const loaded = loadFrontier(2, saveFrontier(frontier, false));
  expect(loaded.take(1).map(scheduleInto)).toEqual([[]]);
});
