import { expect, test } from "vitest";
import { inputStory } from "../../../src/causes/input/story.ts";
import { TextEdits } from "../../../src/world/text/edits.ts";
import { finishedRun } from "../../run/finished-run.ts";
import { inputRequest } from "./any-request.ts";

const bytes = (text: string) => Buffer.from(text);
const inputs = { failing: bytes("aXb\n"), passing: undefined };
const request = inputRequest({ failing: "/home/in.txt" });
const conclusion = { verdict: "found" as const, minimal: true, assumptions: [] };

test("the story of a simplified input names its cause, its files and the unit", () => {
  const cause = {
    failing: bytes("X"),
    sources: () => [{ length: 1, from: 1, old: 1 }],
    unit: "characters" as const,
    deltas: { total: 4, cause: 1 },
  };
  const result = { causes: [cause, cause], paths: { failing: "/home/in.failing.txt" } };
  const story = inputStory({ run: finishedRun(), request, inputs }, { ...conclusion, result });
  expect(story.finding).toMatchObject({
    goal: "simplify",
    search: "auto",
    by: "characters",
    deltas: { total: 4, cause: 1 },
    cause: [{ text: "X", file: "in.txt", line: 1 }],
    causes: [[{ text: "X" }]],
    files: { failing: "/home/in.failing.txt" },
  });
  expect(story.excerpts).toHaveLength(1);
  expect(story).not.toHaveProperty("comparison");
});

test("the story of a pair compares its halves", () => {
  const edits = new TextEdits(bytes("ab\n"), [{ start: 1, end: 1, text: bytes("X"), origin: 1 }]);
  const pair = {
    failing: inputs.failing,
    passing: edits.base,
    edits,
    unit: "edits" as const,
    deltas: { total: 1, cause: 1 },
  };
  const result = { causes: [pair], paths: { failing: "/f", passing: "/p" } };
  const story = inputStory(
    { run: finishedRun(), request: { ...request, goal: "find-passing" }, inputs },
    { ...conclusion, result },
  );
  expect(story.finding).toMatchObject({ goal: "isolate", search: "ddmax", by: "edits" });
  expect(story.comparison?.rows).not.toEqual([]);
});

test("without a result the whole input is in question", () => {
  const none = { ...conclusion, verdict: "not-reproduced" as const, minimal: false, reason: "It passes." };
  const { finding, excerpts } = inputStory({ run: finishedRun(), request, inputs }, none);
  expect(finding).toMatchObject({
    deltas: { total: 4, cause: 4 },
    by: "characters",
    cause: [],
    files: {},
    reason: "It passes.",
  });
  expect(excerpts).toEqual([]);
});
