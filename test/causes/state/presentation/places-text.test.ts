import { describe, expect, test } from "vitest";
import type { CauseTransition, LineInFailing, StateFinding } from "../../../../src/causes/state/finding.ts";
import { placesSection } from "../../../../src/causes/state/presentation/places-section.ts";
import { placesText } from "../../../../src/causes/state/presentation/places-text.ts";
import { rankPlaces } from "../../../../src/causes/state/story/places.ts";
import type { CauseEntry } from "../../../../src/core/finding.ts";
import type { SuspectLine } from "../../../../src/lines/finding.ts";
import { paint } from "../../../../src/report/terminal/paint.ts";

const cause = (variable: string, scope = "f"): CauseEntry[] => [
  { variable, scope, old: "1", new: "2", place: "s.c:1" },
];
const move = (more: Partial<CauseTransition> = {}): CauseTransition => ({
  file: "s.c",
  line: 7,
  from: cause("a"),
  to: cause("b"),
  evidence: "move",
  excerpt: [{ line: 7, text: "  b = g(a);", marked: true }],
  ...more,
});
const finding = (transitions: readonly CauseTransition[], suspects: readonly SuspectLine[] = []) =>
  ({ transitions, suspects, places: rankPlaces(suspects, transitions) }) as Partial<StateFinding> as StateFinding;
const shown = (...transitions: CauseTransition[]) => placesText(finding(transitions), paint(false));
/** The sentences about the only place. */
const told = (more: Partial<CauseTransition>) =>
  shown(move(more))
    .split("\n")
    .slice(2)
    .map((line) => line.trim());
const lines = (count: number, failing = 1): LineInFailing[] =>
  Array.from({ length: count }, (_, i) => ({ line: 9 + i, text: `x${i};`, failing }));

test("a place is shown with its line, and with what the cause does there", () => {
  expect(shown(move())).toBe("Where the defect may be:\n  1. s.c:7  b = g(a);\n     The cause moves from a to b.");
});

describe("the sentence about a move", () => {
  test.each<[Partial<CauseTransition>, string]>([
    [{ from: cause("h", "hash"), to: cause("h", "insert") }, "The cause moves from h in hash to h in insert."],
    [
      { from: [...cause("total", "main"), ...cause("total", "discount")] },
      "The cause moves from total in main and total in discount to b.",
    ],
    [
      { from: cause("h"), to: [{ ...cause("h")[0]!, new: "30" }] },
      "The cause moves from h (2 instead of 1) to h (30 instead of 1).",
    ],
    [{ from: Array.from("vwxyz", (each) => cause(each)[0]!) }, "The cause moves from v, w, x, y and 1 more to b."],
    [{ caller: "s.c:20" }, "The cause moves from a to b, on return to s.c:20."],
    [{ until: "s.c:9" }, "The cause moves somewhere up to s.c:9 from a to b."],
    [{ evidence: "hand-over" }, "The cause moves from a to b; it is probably only passed on."],
    [{ evidence: "hand-over", from: [{ variable: "input", old: "1", new: "2" }] }, "The cause moves from input to b."],
    [{ evidence: "hand-over", into: "output" }, "The cause is last seen here, as a; then it is probably only printed."],
    [{ evidence: "ending", into: "output" }, "The cause is last seen here, as a; then comes the output."],
    [
      { evidence: "ending", into: "SIGSEGV" },
      "The cause is last seen here, as a; then the failing run ends with SIGSEGV.",
    ],
    [
      { into: "exit 1", until: "the end" },
      "Here the cause is a. From here to the end, nothing more is known; then the failing run ends with exit 1.",
    ],
    [{ evidence: "ending", into: "hang" }, "The cause is last seen here, as a; then the failing run does not end."],
  ])("%o", (more, sentence) => {
    expect(told(more)).toEqual([sentence]);
  });

  test("comes after what only one of the runs calls", () => {
    const only = { passing: ["h"], failing: ["f", "g"] };
    const calls = "hen only the failing run calls f and g, and only the passing run calls h.";
    expect(told({ only })[0]).toBe(`T${calls}`);
    expect(told({ only, evidence: "parting", parting: { line: 7 } })[0]).toBe(`The two runs part here: t${calls}`);
  });

  test("counts the other moves at the line", () => {
    expect(shown(move(), move(), move()).split("\n").slice(1)).toEqual([
      "  1. s.c:7  b = g(a);",
      "     The cause moves from a to b.",
      "     The cause moves here 2 more times.",
    ]);
  });
});

test("a closing bracket is the end of its function", () => {
  const text = shown(move({ function: "sort", excerpt: [{ line: 7, text: "};", marked: true }] }));
  expect(text).toContain("1. s.c:7  the end of sort\n");
});

describe("where the runs part", () => {
  const parting = (onlyFailing: ReturnType<typeof lines> | undefined, line = 7) =>
    told({ evidence: "parting", parting: { line, ...(onlyFailing ? { onlyFailing } : {}) } });

  test("the lines are listed that only the failing run executes", () => {
    expect(parting(lines(2))).toEqual([
      "The two runs part here, and only the failing run executes:",
      "9  x0;",
      "10  x1;",
      "The cause moves from a to b.",
    ]);
    expect(parting(lines(1, 2))[0]).toBe("The two runs part here, and only failing runs execute:");
  });

  test("lines of other files are named with them", () => {
    expect(parting([...lines(1), { ...lines(1)[0]!, file: "t.c" }]).slice(1, 3)).toEqual(["9  x0;", "t.c:9  x0;"]);
  });

  test("of many lines some are listed", () => {
    expect(parting(lines(9)).slice(1, -1)).toEqual([
      "9  x0;",
      ...[1, 2, 3, 4, 5].map((i) => `${9 + i}  x${i};`),
      "… and 3 more",
    ]);
  });

  test("nothing is said about lines of which nothing is known, or if there are none", () => {
    expect(parting(undefined)).toEqual(["The two runs part here.", "The cause moves from a to b."]);
    expect(parting([], 8)[0]).toBe("The two runs part after line 8.");
    expect(told({ parting: { file: "t.c", line: 7 } })[0]).toBe("The two runs part after t.c:7.");
  });

  test("the page shows the same", () => {
    const page = placesSection(finding([move({ evidence: "parting", parting: { line: 7, onlyFailing: lines(14) } })]));
    const text = page!.html.replace(/<[^>]*>/g, "");
    expect(text).toContain("The two runs part here, and only the failing run executes:");
    expect(text).toMatch(/x11;.*and 2 more.*The cause moves from a to b\./s);
    expect(text).not.toContain("x12;");
  });
});

test("a line at which a change helps and the cause moves is shown once, with both", () => {
  const change = { kind: "skip", code: "x++", to: "skip", rescued: 1, failing: 1, kept: 1, passing: 1 };
  const suspects = [
    { file: "s.c", line: 7, text: "b = g(a);", change },
    { file: "s.c", line: 8, text: "c++;", change },
  ];
  const text = placesText(finding([move()], suspects), paint(false));
  expect(text.split("\n")).toEqual([
    "Where the defect may be, the strongest evidence first:",
    "  1. s.c:7  b = g(a);",
    "     Without x++, the failing run passes, and the passing run stays as it is.",
    "     The cause moves from a to b.",
    "  2. s.c:8  c++;",
    "     Without x++, the failing run passes, and the passing run stays as it is.",
    "  At 2 of them a change puts all runs right: more passing runs (--also-pass) tell them apart.",
  ]);
});

test("a line that raised the error says so", () => {
  const suspects = [{ file: "s.c", line: 7, text: "b = g(a);", named: 1 }];
  expect(
    placesText(finding([move()], suspects), paint(false))
      .split("\n")
      .slice(1),
  ).toEqual([
    "  1. s.c:7  b = g(a);",
    "     The failing run prints that its error was raised here.",
    "     The cause moves from a to b.",
  ]);
});

test("so does a line on the way of the error", () => {
  const suspects = [{ file: "s.c", line: 7, text: "b = g(a);", named: 2, executed: { failing: 1, passing: 0 } }];
  expect(placesText(finding([], suspects), paint(false))).toContain(
    "prints that its error was raised in what is called here, and no passing run executes this line.",
  );
});

test("at the terminal eight places are shown", () => {
  const text = shown(...Array.from({ length: 10 }, (_, i) => move({ line: 20 + i })));
  expect(text).toMatch(/8\. s\.c:27 .*\n.*\n {2}… and 2 more: --html or --json shows them\.$/);
});
