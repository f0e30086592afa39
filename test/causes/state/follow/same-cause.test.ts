import { expect, test } from "vitest";
import type { ValueChange } from "../../../../runtimes/protocol/state.ts";
import type { StateDifference } from "../../../../src/causes/state/compare/differences.ts";
import { hasSameVariables, isCauseUnchanged } from "../../../../src/causes/state/follow/same-cause.ts";
import type { Checkpoint } from "../../../../src/causes/state/follow/time-span.ts";
import type { PlaceFinding } from "../../../../src/causes/state/isolate/place-finding.ts";

const path = { root: { frame: 0, name: "a" }, steps: [] };
const scalar = (old: string | undefined, now: string | undefined, key = "a"): StateDifference => ({
  name: key,
  key,
  at: path,
  old,
  new: now,
});
const thing = (old: string | undefined, now: string | undefined): StateDifference => {
  const change: ValueChange = { at: path, to: { path } };
  return { ...scalar(old, now), change };
};
const station = (...cause: StateDifference[]): Checkpoint => ({
  found: { cause, stack: [{ function: "f" }] } as unknown as PlaceFinding,
});

test.each([
  ["nothing has changed", scalar("7", "9"), scalar("7", "9")],
  ["both add the same", scalar("100", "110"), scalar("150.5", "160.5")],
  ["both are multiplied by the same", scalar("3", "4"), scalar("0.3", "0.4")],
  ["both append the same", scalar('"ab"', '"aXb"'), scalar('"> ab."', '"> aXb."')],
  ["a thing is shown by other parts", thing("node {n: 1}", "tree"), thing("node {n: 2}", "tree")],
])("the same variable is as wrong as before: %s", (_, before, after) => {
  expect(isCauseUnchanged(station(before), station(after))).toBe(true);
});

test.each([
  ["one run rounds it", scalar("999", "999.999"), scalar("999", "1000")],
  ["one run forgets it", scalar("50", "0"), scalar(undefined, "0")],
  ["a difference grows", scalar("10", "11"), scalar("20", "25")],
  ["from none", scalar("0", "5"), scalar("0", "7")],
  ["other letters", scalar('"ab"', '"aXb"'), scalar('"ab"', '"aYb"')],
  ["a thing is gone in one of them", thing("node", "tree"), thing(undefined, "tree")],
])("the same variable is wrong differently: %s", (_, before, after) => {
  expect(hasSameVariables(station(before), station(after))).toBe(true);
  expect(isCauseUnchanged(station(before), station(after))).toBe(false);
});

test("other variables, more of them, or none are another cause", () => {
  const [a, b] = [scalar("1", "2"), scalar("1", "2", "b")];
  expect(isCauseUnchanged(station(a), station(b))).toBe(false);
  expect(isCauseUnchanged(station(a), station(a, b))).toBe(false);
  expect(isCauseUnchanged(station(a, b), station(b, a))).toBe(true);
  expect(isCauseUnchanged(station(a), { end: "output" })).toBe(false);
  expect(isCauseUnchanged({ end: "output" }, { end: "output" })).toBe(true);
});
