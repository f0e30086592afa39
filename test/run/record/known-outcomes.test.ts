import { join } from "node:path";
import { expect, test } from "vitest";
import type { Outcome } from "../../../src/core/outcome.ts";
import { KnownOutcomes } from "../../../src/run/record/known-outcomes.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const observation = (content: string, outcome: Outcome) => ({ content, outcome, ended: "", milliseconds: 1, runs: 1 });

test("the first outcome of a world stands", () => {
  const known = new KnownOutcomes();
  known.learn(observation("a", "fail"));
  known.learn(observation("a", "pass"));
  expect(known.of("a")?.outcome).toBe("fail");
  expect(known.of("b")).toBeUndefined();
});

test("a run reuses what an earlier one shared, but its own outcomes count more", () => {
  const path = join(temporaryFolder("reuse"), "test.jsonl");
  const earlier = new KnownOutcomes();
  earlier.reuse(path);
  earlier.share(observation("a", "fail"));
  earlier.share(observation("b", "pass"));
  earlier.close();
  const later = new KnownOutcomes();
  later.learn(observation("a", "unresolved"));
  later.reuse(path);
  expect([later.of("a")?.outcome, later.isReused("a")]).toEqual(["unresolved", false]);
  expect([later.of("b")?.outcome, later.isReused("b")]).toEqual(["pass", true]);
  later.close();
});

test("nothing is shared unless outcomes are reused", () => {
  const known = new KnownOutcomes();
  known.share(observation("a", "fail"));
  expect(known.of("a")).toBeUndefined();
});
