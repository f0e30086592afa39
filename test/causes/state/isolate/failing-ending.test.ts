import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import type { Ending } from "../../../../src/causes/state/driver/ending.ts";
import { continuesLikeFailing } from "../../../../src/causes/state/isolate/failing-ending.ts";

const ending = (outputStart: string, whole = outputStart): Ending => ({
  status: "exit 0",
  outputHash: createHash("sha256").update(whole).digest("hex"),
  outputStart,
});
const lines = (...all: string[]) => ending(all.map((each) => `${each}\n`).join(""));

const passing = lines("start", "a 1", "b 2", "same", "c 3");
const failing = lines("start", "a 7", "b 8", "same", "c 9", "wrong");

test.each([
  ["from the second of two lines that differ", lines("start", "a 1", "b 8", "same", "c 9", "wrong")],
  ["from behind them", lines("start", "a 1", "b 2", "same", "c 9", "wrong")],
  ["from the end", lines("start", "a 1", "b 2", "same", "c 3")],
])("a run continues like the failing one: %s", (_, mixed) => {
  expect(continuesLikeFailing(mixed, passing, failing)).toBe(true);
});

test.each([
  ["it is like it in the midst only", lines("start", "a 7", "b 2", "same", "c 9", "wrong")],
  ["it prints nothing", ending("")],
  ["it leaves lines out", lines("start", "c 9", "wrong")],
  ["it prints lines twice", lines("start", "a 1", "b 2", "a 7", "b 8", "same", "c 9", "wrong")],
  ["it goes back to the passing one", lines("start", "a 1", "b 8", "same", "c 3")],
  ["not all of it is known", ending(lines("start", "a 1", "b 2", "same", "c 9", "wrong").outputStart, "more")],
])("a run does not continue like the failing one: %s", (_, mixed) => {
  expect(continuesLikeFailing(mixed, passing, failing)).toBe(false);
});
