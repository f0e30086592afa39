import { expect, test } from "vitest";
import type { StateRun } from "../../../../src/causes/state/state-run.ts";
import { noCauseText } from "../../../../src/causes/state/story/no-cause.ts";

const at = (name: string) => {
  const place = { function: name, hit: 1 };
  return { passing: place, failing: place };
};

const stateRun = {
  request: { at: ["sort", "print"], cwd: "/project" },
  criterion: { test: [], fail: { status: "exit 0" } },
  stderr: { pass: "", fail: "" },
} as unknown as StateRun;

test("places that were compared are not called incomparable", () => {
  const withoutCause = [{ at: at("sort"), reason: "both runs have the same values there" }];
  const skipped = [{ at: at("print"), reason: "neither run reaches it" }];
  expect(noCauseText(stateRun, { skipped, withoutCause }).split("\n")).toEqual([
    "There is no cause at any of the named places.",
    "No cause at sort: both runs have the same values there.",
    "Not comparable at print: neither run reaches it.",
  ]);
  expect(noCauseText(stateRun, { skipped, withoutCause: [] })).toContain("could not be compared at any place.");
});
