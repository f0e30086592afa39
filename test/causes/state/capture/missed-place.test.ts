import { expect, test } from "vitest";
import type { PlanAnswer } from "../../../../runtimes/protocol/state.ts";
import { describeMiss, type MissedRun } from "../../../../src/causes/state/capture/missed-place.ts";

const run = (side: MissedRun["side"], answer: PlanAnswer | undefined, timedOut = false): MissedRun => ({
  side,
  result: { answer, timedOut },
});
const place = { function: "sort", hit: 1 };
const absent = (...candidates: string[]): PlanAnswer => ({ missed: "absent", candidates });
const hits = (count: number): PlanAnswer => ({ missed: "too-few-hits", hits: count });
const unreached: PlanAnswer = { missed: "unreached" };
const killed: PlanAnswer = { failed: true, why: "other", reason: "gdb was killed (SIGKILL)" };

test.each([
  [[absent()], [absent()], "there is no such place in the code that was loaded"],
  [[absent("srot", "main")], [absent("srot")], /; did you mean srot\?$/],
  [[absent("List.sort", "sorted")], [absent()], /; did you mean List\.sort\?$/],
  [[absent("ns::sort", "a::sort", "b::sort", "c::sort")], [absent()], /mean ns::sort or a::sort or b::sort\?$/],
  [[unreached], [unreached], "neither run reaches it; name a place that both reach"],
  [
    [undefined],
    [unreached],
    "the passing run could not be inspected there (it ended without an answer), and the failing run does not reach it",
  ],
  [
    [{ reached: true }],
    [],
    "the passing run could not be inspected there (it reaches the place, but its values were not captured)",
  ],
  [[unreached], [], "only the failing run reaches it; name a place that both reach"],
  [[absent()], [], "only the failing run reaches it; name a place that both reach"],
  [[], [unreached], "only the passing run reaches it; name a place that both reach"],
  [[hits(1)], [], "the passing run reaches it only once; name a place that both reach"],
  [[hits(2)], [hits(2)], "both runs reach it only 2 times"],
  [[hits(2)], [unreached], "the passing run reaches it only 2 times, and the failing run does not reach it"],
  [[killed], [], "the passing run could not be inspected there (gdb was killed (SIGKILL))"],
] as [PlanAnswer[], PlanAnswer[], string | RegExp][])("%j and %j", (passing, failing, expected) => {
  const missed = [
    ...passing.map((answer) => run("passing", answer)),
    ...failing.map((answer) => run("failing", answer)),
  ];
  const { reason, absent: isAbsent = false } = describeMiss(place, missed);
  expect(reason).toEqual(typeof expected === "string" ? expected : expect.stringMatching(expected));
  expect(isAbsent).toBe(/no such place|did you mean/.test(reason));
});

test("of lines that have no code, the nearest ones that have are named", () => {
  const line = { file: "sort.js", line: 1, hit: 1 };
  const missed = [run("passing", absent("sort.js:3")), run("failing", absent("sort.js:3"))];
  expect(describeMiss(line, missed).reason).toMatch(/; did you mean sort\.js:3\?$/);
});

test("a run that does not reach a place in time may be given more", () => {
  expect(describeMiss(place, [run("failing", undefined, true)])).toEqual({
    reason: "the failing run does not reach it in time (use --timeout to give it more)",
  });
});
