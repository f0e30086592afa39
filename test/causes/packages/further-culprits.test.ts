import { expect, test } from "vitest";
import { furtherCulprits } from "../../../src/causes/packages/further-culprits.ts";
import { DeltaSet } from "../../../src/core/delta-set.ts";
import type { Run } from "../../../src/run/run.ts";

const kept = {
  all: DeltaSet.range(0, 6),
  passing: DeltaSet.of(0, 1),
  found: DeltaSet.of(2),
  world: (set: DeltaSet) => ({ content: set.toString(), make: () => expect.fail("it is not made") }),
};
const runWith = (
  tryWorld: (stage: string, world: { content: string }) => Promise<{ outcome: string }>,
  stopped = false,
) => ({ tryWorld, stopped: stopped ? AbortSignal.abort() : new AbortController().signal }) as unknown as Run;

test("what fails by itself with all that are kept is a culprit; what cannot be judged is none", async () => {
  const asked: string[] = [];
  const outcomes: Record<string, string> = { "0-1,3": "fail", "0-1,4": "unresolved", "0-1,5": "fail" };
  const run = runWith(async (_, { content }) => {
    asked.push(content);
    return { outcome: outcomes[content]! };
  });
  expect(await furtherCulprits(run, kept)).toEqual([3, 5]);
  expect(asked).toEqual(Object.keys(outcomes));
});

test("a run that is stopped has those that it knows by then", async () => {
  const run = runWith(async (_, { content }) => {
    if (content.endsWith("4")) throw new Error("stopped");
    return { outcome: "fail" };
  }, true);
  expect(await furtherCulprits(run, kept)).toEqual([3]);
});
