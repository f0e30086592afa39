import { describe, expect, test } from "vitest";
import type { StateDifference } from "../../../../src/causes/state/compare/differences.ts";
import { chooseAnswer } from "../../../../src/causes/state/follow/answer.ts";
import type { Transition } from "../../../../src/causes/state/follow/rank.ts";
import { isAboutTest, isKnownToTest, testsLast } from "../../../../src/causes/state/follow/tests-last.ts";
import type { Checkpoint } from "../../../../src/causes/state/follow/time-span.ts";
import type { PlaceFinding } from "../../../../src/causes/state/isolate/place-finding.ts";

const cwd = "/p";
const frames = {
  program: { function: "clean", file: "/p/url.py", line: 3 },
  test: { function: "test_dots", file: "/p/tests/test_url.py", line: 8 },
};
/** The program is called by a test. */
const inProgram = [frames.program, frames.test];
const inTest = [frames.test];
const at = { passing: { function: "f", hit: 1 }, failing: { function: "f", hit: 1 } };

function value(name: string, root: Partial<{ frame: number; global: string; input: number }>): StateDifference {
  const path = { root: { name, ...root }, steps: [] } as StateDifference["at"];
  return { name, key: name, at: path, old: "1", new: "2" };
}
const local = (name: string, frame = 0) => value(name, { frame });
const place = (stack: PlaceFinding["stack"], ...cause: StateDifference[]): Checkpoint => ({
  at,
  found: { at, stack, cause } as Partial<PlaceFinding> as PlaceFinding,
});
const move = (before: Checkpoint, after: Checkpoint): Transition => ({ before, after, narrow: true });
const end: Checkpoint = { end: "output" };

test("only tests know the variables of their functions and files", () => {
  const known = [local("path"), local("t", 1), value("cases", { global: "/p/tests/test_url.py" })];
  expect(known.map((each) => isKnownToTest(each, inProgram, cwd))).toEqual([false, true, true]);
  const others = [value("cache", { global: "/p/url.py" }), value("standard input", { input: 0 })];
  expect(others.map((each) => isKnownToTest(each, inProgram, cwd))).toEqual([false, false]);
});

test("a folder of tests around the user's does not make a program a test", () => {
  const stack = [{ ...frames.program, file: "/home/tests/p/url.py" }];
  const about = (folder: string) => isAboutTest({ stack, cause: [local("path")] }, folder);
  expect([about("/home/tests/p"), about("/elsewhere")]).toEqual([false, false]);
});

describe("the answer", () => {
  const answer = (transitions: readonly Transition[], checkpoints: readonly Checkpoint[]) =>
    chooseAnswer({ named: undefined }, { transitions, checkpoints, cwd })?.cause[0]?.name;
  const checkpoints = [place(inTest, local("t")), place(inProgram, local("path")), place(inTest, local("result")), end];
  const [given, path, result] = checkpoints as [Checkpoint, Checkpoint, Checkpoint, Checkpoint];

  test("is what comes of the likeliest transition", () => {
    expect(answer([move(path, place(inProgram, local("parts"))), move(given, path)], checkpoints)).toBe("parts");
    expect(answer([move(path, end)], checkpoints)).toBe("path");
  });

  test("is never in a test as long as there is a cause in the program", () => {
    expect(answer([move(given, result), move(given, path)], checkpoints)).toBe("path");
    expect(answer([move(given, result)], checkpoints)).toBe("path");
    expect(answer([], checkpoints)).toBe("path");
  });

  test("is no variable that only the test knows, wherever the program is stopped", () => {
    const expected = place(inProgram, local("expected", 1));
    expect(answer([move(given, expected)], [given, expected, path, end])).toBe("path");
    expect(answer([move(given, place(inProgram, local("expected", 1), local("path")))], [])).toBe("expected");
  });

  test("is in the test if there is no other", () => {
    expect(answer([move(given, result)], [given, result, end])).toBe("result");
    expect(answer([], [given, end])).toBe("t");
    expect(answer([], [end])).toBeUndefined();
  });

  test("is the place that the user named, also in a test", () => {
    const named = { found: [path.found!, result.found!], skipped: [], withoutCause: [] };
    expect(chooseAnswer({ named }, { transitions: [], checkpoints, cwd })).toBe(result.found);
  });
});

test("transitions in tests come last, in the same order otherwise", () => {
  const moves = [move(place(inTest), end), move(place(inProgram), end), move({ end: "input", at }, end)];
  expect(testsLast(moves, cwd)).toEqual([moves[1], moves[2], moves[0]]);
});
