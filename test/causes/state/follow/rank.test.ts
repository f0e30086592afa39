import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ValueChange } from "../../../../runtimes/protocol/state.ts";
import type { StateDifference } from "../../../../src/causes/state/compare/differences.ts";
import { isCopiedFromInput, readInputTexts } from "../../../../src/causes/state/follow/input-text.ts";
import {
  passesValueOn,
  rankTransitions,
  type Transition,
  transitionsIn,
} from "../../../../src/causes/state/follow/rank.ts";
import type { Checkpoint, TimeSpan } from "../../../../src/causes/state/follow/time-span.ts";
import type { PlaceFinding } from "../../../../src/causes/state/isolate/place-finding.ts";
import type { StateRequest } from "../../../../src/causes/state/request.ts";
import { temporaryFolder } from "../../../temporary-folder.ts";

const root = { frame: 0, name: "a" };
const at = { passing: { function: "f", hit: 1 }, failing: { function: "f", hit: 1 } };

function scalar(name: string, old: string | undefined, now: string | undefined): StateDifference {
  const path = { root: { frame: 0, name }, steps: [] };
  return {
    name,
    key: name,
    at: path,
    old,
    new: now,
    change: { at: path, to: now === undefined ? { gone: true } : { scalar: now, type: "int" } },
  };
}

/** A pointer that points elsewhere: both are shown by what they point to. */
function reference(...steps: string[]): StateDifference {
  const path = { root, steps };
  const change: ValueChange = { at: path, to: { path: { root, steps: ["*", "left"] } } };
  return { name: steps.join(), key: steps.join(), at: path, old: "struct node", new: "*a->left", change };
}

const station = (cause: StateDifference, line: number): Checkpoint => ({
  at,
  found: { at, cause: [cause], stack: [{ function: "f", file: "f.js", line }] } as unknown as PlaceFinding,
});
let lines = 0;
const move = (from: StateDifference, to: StateDifference, line = ++lines): Transition => ({
  before: station(from, line),
  after: station(to, line + 1),
  narrow: true,
});

test("a value that was there before is passed on; with quotes or within other text it is the same", () => {
  expect(passesValueOn(move(scalar("a", "1", "2"), scalar("b", "1", "2")), "new")).toBe(true);
  expect(passesValueOn(move(scalar("a", '"ab"', '"cd"'), scalar("b", '"x ab"', '"x cd"')), "new")).toBe(true);
  expect(passesValueOn(move(scalar("a", "1", "2"), scalar("b", "1", "21")), "new")).toBe(false);
});

test("a reference is passed on if it is the same part of something, however it is shown", () => {
  const right = reference("*", "right", "*");
  expect(passesValueOn(move(right, reference("*", "3", "tree", "*", "right", "*")), "new")).toBe(true);
  expect(passesValueOn(move(right, reference("*", "left", "*", "left", "*")), "new")).toBe(false);
  expect(passesValueOn(move(right, scalar("b", "struct node", "*a->left")), "new")).toBe(false);
});

test("a place where something new comes up is likelier than one where it is passed on, and an earlier one than a later one", () => {
  const [one, two] = [scalar("a", "1", "2"), scalar("b", "1", "2")];
  const [three, four] = [scalar("c", "7", "8"), scalar("d", "70", "80")];
  const moves = [move(one, two), move(two, three), move(three, four)];
  expect(rankTransitions(moves, { pass: "", fail: "" })).toEqual([moves[1], moves[2], moves[0]]);
});

describe("the line at which the runs part in a transition", () => {
  const line = (number: number) => ({ file: "f.js", line: number, hit: 1 });
  const noWay = { lines: [], calls: [] };
  const parted = (number: number) => ({ passing: line(number), failing: line(number), parting: noWay });
  const span = (more: Partial<TimeSpan> = {}): TimeSpan => ({
    before: { ...station(scalar("a", "1", "2"), 7), at: parted(7) },
    after: station(scalar("b", "3", "4"), 9),
    moments: [],
    closed: true,
    ...more,
  });
  const partingIn = (more?: Partial<TimeSpan>) => transitionsIn([span(more)])[0]!.parting?.passing.line;

  test("is where it begins, or one in between that could not be looked at", () => {
    expect(partingIn()).toBe(7);
    const before = station(scalar("a", "1", "2"), 7);
    expect(partingIn({ before, moments: [parted(8)] })).toBe(8);
  });

  test("is not a call, which is followed by its own lines", () => {
    const before = { ...station(scalar("a", "1", "2"), 7), at: { ...at, parting: noWay } };
    expect(partingIn({ before })).toBeUndefined();
  });

  test("is not known while there is more to search", () => {
    const { closed: _, ...open } = span();
    expect(transitionsIn([open])[0]!.parting).toBeUndefined();
  });
});

test("a variable that one run changes is likelier than one with which both go on calculating", () => {
  const steps = [scalar("a", "5", "7"), scalar("a", "50", "73"), scalar("a", "50", "80"), scalar("b", "3", "4")];
  const moves = [move(steps[0]!, steps[1]!), move(steps[1]!, steps[2]!), move(steps[2]!, steps[3]!)];
  expect(rankTransitions(moves, { pass: "", fail: "" })).toEqual([moves[1], moves[2], moves[0]]);
});

test("the rounds of a loop count once", () => {
  const rounds = ["0", "1", "2", "3"].map((each) => scalar("wrong", "0", each));
  const moves = [
    move(scalar("a", "9", "8"), rounds[0]!),
    ...[1, 2, 3].map((n) => move(rounds[n - 1]!, rounds[n]!, 12)),
    move(rounds[3]!, scalar("b", "50", "60")),
  ];
  expect(rankTransitions(moves, { pass: "", fail: "" })).toEqual([moves[1], moves[4], moves[0], moves[2], moves[3]]);
});

test("a text from the input was only read: less likely than what was computed from it", () => {
  const [path, line] = [scalar("path", '"a.txt"', '"b.txt"'), scalar("line", '"rate 2\\n"', '"rate 3\\n"')];
  const [rate, sum] = [scalar("rate", "2", "3"), scalar("sum", "10", "15")];
  const [text, name] = [scalar("text", '"month 1\\nrate 2\\n"', '"month 1\\nrate 3\\n"'), scalar("name", '"2"', '"3"')];
  const moves = [move(path, text), move(text, line), move(line, rate), move(rate, sum), move(sum, name)];
  const inputs = { pass: "x.py\na.txt\nmonth 1\nrate 2\n", fail: "x.py\nb.txt\nmonth 1\nrate 3\n" };
  // A text that comes up again later was not read then.
  expect(rankTransitions(moves, inputs)).toEqual([moves[2], moves[3], moves[4], moves[1], moves[0]]);
  expect(rankTransitions(moves, { ...inputs, fail: "b.txt" })[0]).toBe(moves[2]);
});

test.each([
  [scalar("word", '"rate"', '"kilo"'), true],
  [scalar("word", undefined, '"kilo"'), true],
  [scalar("word", '"rate"', undefined), true],
  [scalar("word", '"rat"', '"kilo"'), false],
  [scalar("word", "'it\\'s'", "'kilo'"), true],
  [scalar("word", '"both"', undefined), false],
  [scalar("word", '"both"', '"each"'), false],
  [scalar("word", '"both"', '"kilo"'), true],
  [scalar("number", "2", "3"), false],
  [scalar("word", '""', '" "'), false],
  [scalar("word", '"\\n"', '"kilo"'), true],
  [{ ...scalar("text", '"rate…', '"kilo…'), whole: { old: '"rate 2\\nit\'s"', new: '"kilo\\t3"' } }, true],
])("%o is copied from the input: %s", (difference, read) => {
  expect(isCopiedFromInput(difference, { pass: "rate 2\nit's both each", fail: "kilo\t3 both each" })).toBe(read);
});

test("the input is the arguments, and the files that only one of the commands names", () => {
  const cwd = temporaryFolder("inputs");
  for (const name of ["prog.js", "a.txt", "b.txt", "in"]) writeFileSync(join(cwd, name), `in ${name}`);
  const request = { cwd, pass: ["node", "prog.js", "a.txt"], fail: ["node", "prog.js", "b.txt", "-v"] };
  const stdin = { fail: join(cwd, "in") };
  expect(readInputTexts({ ...request, stdin } as unknown as StateRequest)).toEqual({
    pass: "node\nprog.js\na.txt\nin a.txt",
    fail: "node\nprog.js\nb.txt\n-v\nin b.txt\nin in",
  });
});
