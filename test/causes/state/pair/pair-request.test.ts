import { describe, expect, test } from "vitest";
import type { ChangeKind } from "../../../../runtimes/protocol/lines.ts";
import type { ProgramPair } from "../../../../src/application/pair-follower.ts";
import { pairCommand, pairRequest } from "../../../../src/causes/state/pair/pair-request.ts";
import { isJudgedByErrors, programOf } from "../../../../src/causes/state/request.ts";
import type { Suspect } from "../../../../src/lines/rank-suspects.ts";
import { noSuspects } from "../../../../src/lines/suspects.ts";
import type { Rescue } from "../../../../src/lines/try-changes.ts";
import type { Conditions } from "../../../../src/run/conditions.ts";
import { Counts } from "../../../../src/run/counts.ts";
import type { EndsEvent } from "../../../../src/run/record/events.ts";

const run = (which: string) => ({
  words: ["python3", "/p/x.py", `/p/pair/${which}/in put.txt`],
  cwd: `/p/pair/${which}`,
  environment: { CULPRIT_INPUT: `/p/pair/${which}/in put.txt` },
  fails: which === "failing",
});
const pair: ProgramPair = {
  cwd: "/p",
  language: "python",
  pass: run("passing"),
  fail: run("failing"),
  lines: noSuspects,
};
const conditions: Conditions = { jobs: 2, failure: { mode: "same" }, repeat: 1, setup: "start-database" };
const outer = (more: Partial<Conditions> = {}, ends: Partial<EndsEvent> = {}) => ({
  conditions: { ...conditions, ...more },
  counts: new Counts(),
  ends: { failure: { mode: { mode: "same" }, exit: 1 }, timeLimit: 2000, ...ends } as EndsEvent,
});

describe("what is asked for between two inputs", () => {
  test("runs the program where its input is, and judges it by how it ends, whatever it prints", () => {
    const request = pairRequest(outer(), pair);
    expect(programOf(request, "fail")).toEqual({
      command: pair.fail.words,
      cwd: "/p/pair/failing",
      environment: pair.fail.environment,
    });
    expect(isJudgedByErrors(request)).toBe(true);
    expect(request).toMatchObject({ cwd: "/p", at: [], changeLines: false });
  });

  test("is at few places beside a line that was found, and at more without one", () => {
    const places = (kind: ChangeKind) => {
      const rescue = { change: { id: "1", kind }, rescued: 1, failing: 1, kept: 1, passing: 1 } as Rescue;
      const suspects = [{ file: "/p/x.py", line: 3, rescue } as Suspect];
      return pairRequest(outer(), { ...pair, lines: { ...noSuspects, suspects } }).maxPlaces;
    };
    expect(places("operator")).toBe(5);
    // The failure is only led around.
    expect([places("skip"), places("value")]).toEqual([20, 20]);
    expect(pairRequest(outer(), pair).maxPlaces).toBe(20);
  });

  test("takes no more tests than are left, sets up nothing again, and has a limit for hangs", () => {
    const { conditions: inner } = pairRequest(outer({ maxTests: 30, budget: 1000 }), pair);
    expect(inner).toEqual({ jobs: 2, repeat: 1, failure: expect.anything(), timeout: 10_000, maxTests: 30 });
    expect(pairRequest(outer({}, { timeLimit: 5000 }), pair).conditions.timeout).toBe(25_000);
    expect(pairRequest(outer({}, { timeLimit: 50_000 }), pair).conditions.timeout).toBe(60_000);
    expect(pairRequest(outer({ timeout: 700 }), pair).conditions.timeout).toBe(700);
  });

  test("looks for the same failure, where the output identifies it", () => {
    const mode = (ends: Partial<EndsEvent>) => pairRequest(outer({}, ends), pair).conditions.failure.mode;
    const same = { mode: "same" } as const;
    expect(mode({ failure: { mode: same, exit: 1, line: "bad row" } })).toBe("same");
    expect(mode({ failure: { mode: same, exit: 1 } })).toBe("exit");
    expect(mode({ failure: { mode: { mode: "any" } } })).toBe("exit");
  });
});

test("the command to go on is written as in the user's folder", () => {
  expect(pairCommand(pair)).toBe(
    `culprit state --pass "python3 x.py 'pair/passing/in put.txt'" --fail "python3 x.py 'pair/failing/in put.txt'"`,
  );
  const filter = (which: string) => ({
    words: ["/p/avg"],
    stdin: `/p/pair/${which}/in.txt`,
    fails: which === "failing",
  });
  expect(pairCommand({ cwd: "/p", pass: filter("passing"), fail: filter("failing") })).toBe(
    "culprit state --pass './avg <pair/passing/in.txt' --fail './avg <pair/failing/in.txt'",
  );
});
