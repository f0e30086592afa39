import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type {
  CureEntry,
  HistoryFinding,
  HistoryWalk,
  VersionSeen,
  WayBack,
} from "../../../../src/causes/history/finding.ts";
import { wayBackSection } from "../../../../src/causes/history/presentation/way-back-section.ts";
import { wayBackText } from "../../../../src/causes/history/presentation/way-back-text.ts";
import { historyReport } from "../../../../src/causes/history/report.ts";
import type { Story } from "../../../../src/core/finding.ts";
import { outcomes } from "../../../../src/core/outcome.ts";
import { htmlPage } from "../../../../src/report/html/page.ts";
import { paint } from "../../../../src/report/terminal/paint.ts";
import { terminalSummary } from "../../../../src/report/terminal/summary.ts";
import { anyText } from "../../../any-text.ts";

const seen = (walk: number, version: number, more: Partial<VersionSeen> = {}): VersionSeen => ({
  ...{ version, commit: `${version}`.padStart(40, "c"), outcome: "fail", carried: [], walk },
  ...more,
});

const cure: CureEntry = {
  number: 1,
  cures: "Error: cannot find module 'left'",
  version: 4,
  changes: 2,
  commit: "0123456789abcdef0123456789abcdef01234567",
  author: "Ada",
  date: "2025-06-03",
  subject: "put left back",
  branch: 1,
  file: "culprit/0001.patch",
};

/** Two walks: something hides the failure, a patch cures it, and a version passes. */
const masked: WayBack = {
  versions: 1201,
  seen: [
    seen(1, 1),
    seen(1, 3),
    seen(1, 4, { outcome: "unresolved", shows: "Error: cannot find module 'left'" }),
    seen(2, 5, { carried: [1] }),
    seen(2, 1100, { outcome: "pass", carried: [1] }),
  ],
  walks: [
    { number: 1, branch: 1, start: 0, failing: 3, masked: 4, carried: [] },
    { number: 2, branch: 1, start: 4, failing: 5, passing: 1100, carried: [1] },
  ],
  cures: [cure],
  branches: [{ number: 1, ended: "passed" }],
  oldest: { version: 5 },
  passing: { commit: "a".repeat(40), command: "git checkout aaaa && git am 0001.patch" },
  failing: { commit: "b".repeat(40), command: "git checkout bbbb && git am 0001.patch" },
};

const finding: HistoryFinding = {
  kind: "history",
  verdict: "found",
  goal: "isolate",
  search: "explain",
  tests: { needed: 4, run: 7, cached: 2, pass: 2, fail: 1, unresolved: 1 },
  deltas: { total: 40, cause: 1 },
  minimal: true,
  by: "changes",
  cause: [{ text: "x", file: "f", line: 1 }],
  causes: [],
  files: {},
  run: "brave-otter",
  seconds: 3.4,
  assumptions: [],
  stages: [],
};

const storyOf = (history: WayBack, more: Partial<HistoryFinding> = {}): Story<HistoryFinding> => ({
  finding: { ...finding, history, ...more },
  test: ["make", "test"],
  started: "2025-06-03T14:22:05.123Z",
  version: "0.1.0",
  excerpts: [],
  steps: [],
});

const terminal = (history: WayBack) => wayBackText({ ...finding, history }, paint(false));
const section = (history: WayBack) => wayBackSection({ ...finding, history })!.html;

describe("the way back, for the terminal,", () => {
  test("tells of each walk, of what hid the failure, and of the patch that let the next one go on", () => {
    expect(terminal(masked).split("\n")).toEqual([
      "The way back, over 1,201 versions:",
      "          0–3  ✘ fails (seen in 3 of 4)",
      "            4  ? Error: cannot find module 'left'",
      "                 patch 1: 2 changes of 0123456789 Ada, 2025-06-03: put left back (carried to the end)",
      "          4–5  ✘ fails with patch 1",
      "        1,100  ✔ passes with patch 1",
      "",
      "  passes  git checkout aaaa && git am 0001.patch",
      "  fails   git checkout bbbb && git am 0001.patch",
    ]);
  });

  test("of a walk without anything to cure is three lines", () => {
    const walk: HistoryWalk = { number: 1, branch: 1, start: 0, failing: 7, passing: 15, carried: [] };
    const { passing: _, failing: __, ...rest } = masked;
    expect(terminal({ ...rest, walks: [walk], cures: [] }).split("\n")).toEqual([
      "The way back, over 1,201 versions:",
      "          0–7  ✘ fails (seen in 3 of 8)",
      "           15  ✔ passes",
    ]);
  });

  test("says whether it ended at the oldest version or was stopped", () => {
    const end = (failing: number) =>
      terminal({ ...masked, versions: 8, walks: [{ number: 3, branch: 1, start: 2, failing, carried: [1, 2] }] });
    expect(end(7)).toContain("2–7  ✘ fails with patches 1, 2 (seen in 1 of 6)\n               · no version is older");
    expect(end(2)).toContain("  2  ✘ fails with patches 1, 2\n               · walk 3 was stopped here");
  });

  test("is not there where no version was tried, or it is no history", () => {
    expect(terminal({ ...masked, walks: [] })).toBe("");
    expect(wayBackText(finding, paint(false))).toBe("");
    expect(terminalSummary(storyOf({ ...masked, walks: [] }), historyReport, paint(false))).not.toContain(
      "The way back",
    );
  });

  test("stands in the summary, that of an interrupted run too", () => {
    const stopped = { ...masked, walks: masked.walks.slice(0, 1), cures: [] };
    const text = terminalSummary(storyOf(stopped, { verdict: "interrupted", cause: [] }), historyReport, paint(false));
    expect(text).toContain("culprit resume brave-otter");
    expect(text).toContain("? Error: cannot find module 'left'");
  });
});

describe("the way back, drawn,", () => {
  const lanes = (page: string) => [...page.matchAll(/<text x="[\d.]+" y="\d+" text-anchor="end">(.*?)<\/text>/g)];
  const names = (page: string) => lanes(page).map((match) => match[1]);

  test("has a lane for each walk, from right to left, and a mark for each version that was tried", () => {
    const page = section(masked);
    expect(names(page)).toEqual(["newest", "walk 1: fails", "walk 2: fails with patch 1"]);
    const paths = [...page.matchAll(/class="line failing" d="M([\d.]+) (\d+)H([\d.]+)"/g)].map((m) =>
      m.slice(1).map(Number),
    );
    expect(paths.length).toBe(2);
    for (const [from, , to] of paths) expect(from).toBeGreaterThanOrEqual(to!);
    const marks = [...page.matchAll(/<use class="\w+" href="#way-\w+" x="[\d.]+" y="(\d+)"/g)].map((m) => Number(m[1]));
    expect(marks).toEqual(masked.seen.map(({ walk }) => paths[walk - 1]![1]));
    expect(page.match(/class="opening"/g)!.length).toBe(1);
    expect(page).toContain("1,100 versions back of 1,200");
    expect(page).toContain("4 versions back, cccccccccc: unresolved, Error: cannot find module &#39;left&#39;");
  });

  test("says which way a walk is on where there are several, and opens the lane that begins there", () => {
    const forked: WayBack = {
      ...masked,
      walks: [...masked.walks, { number: 3, branch: 2, start: 4, failing: 1200, carried: [2] }],
      cures: [cure, { number: 2, version: 4, changes: 3, branch: 2, cures: "the same" }],
      branches: [
        { number: 1, ended: "oldest" },
        { number: 2, from: { branch: 1, version: 4 }, ended: "oldest" },
      ],
    };
    expect(names(section(forked)).slice(1)).toEqual([
      "walk 1 (way 1): fails",
      "walk 2 (way 1): fails with patch 1",
      "walk 3 (way 2): fails with patch 2",
    ]);
    isWellFormed(section(forked));
  });

  test("has no table of patches where there are none, and no commands where a run was stopped", () => {
    const { passing: _, failing: __, ...rest } = masked;
    const page = section({ ...rest, walks: masked.walks.slice(0, 1), cures: [] });
    expect(page).not.toMatch(/<table|<dl|opening/);
    isWellFormed(page);
    expect(wayBackSection({ ...finding, history: { ...masked, walks: [] } })).toBeUndefined();
    expect(wayBackSection(finding)).toBeUndefined();
  });

  test("does with a single version", () => {
    const walk: HistoryWalk = { number: 1, branch: 1, start: 0, failing: 0, carried: [] };
    isWellFormed(section({ ...masked, versions: 1, seen: [], walks: [walk], cures: [] }));
  });
});

describe("whatever commits and tests say", () => {
  const hostile = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=evil()>',
    "</title></use></svg><evil>",
    "' onload='evil()",
    "&lt;evil&gt;&#60;evil>]]>-->",
    "\0\x1b[31mred\x7f\x85\r\n\t",
    "\u202e\u2066\u200b\ufeff\u2028",
    "\ud800",
    "x".repeat(5000),
  ];
  const word = fc.oneof(fc.constantFrom(...hostile), anyText());
  const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined });
  const version = fc.oneof(fc.nat(2), fc.nat(3000));
  const carried = fc.array(fc.nat(9), { maxLength: 3 });
  const byCommit = fc.record({ commit: word, author: word, date: word, subject: maybe(word) });
  const aCure = fc
    .record({ number: fc.nat(9), cures: maybe(word), version, changes: fc.nat(), branch: fc.nat(3), file: maybe(word) })
    .chain((entry) => maybe(byCommit).map((by) => ({ ...entry, ...by })));
  const history = fc.record({
    versions: fc.integer({ min: 1, max: 3000 }),
    seen: fc.array(
      fc.record({
        version,
        commit: maybe(word),
        outcome: fc.constantFrom(...outcomes),
        shows: maybe(word),
        carried,
        walk: fc.nat(4),
      }),
      { maxLength: 6 },
    ),
    walks: fc.array(
      fc.record({
        number: fc.nat(4),
        branch: fc.nat(3),
        start: version,
        failing: version,
        passing: maybe(version),
        masked: maybe(version),
        carried,
      }),
      { minLength: 1, maxLength: 4 },
    ),
    cures: fc.array(aCure, { maxLength: 4 }),
    branches: fc.array(fc.record({ number: fc.nat(3), ended: fc.constant("oldest" as const) }), { maxLength: 3 }),
    oldest: fc.record({ version }),
    passing: maybe(fc.record({ commit: word, command: word })),
    failing: maybe(fc.record({ command: word })),
  }) as fc.Arbitrary<WayBack>;

  test("the page is well-formed, with no tag that is not ours, and nothing in it hides or runs", () => {
    fc.assert(
      fc.property(history, (any) => {
        isWellFormed(section(any));
        const page = htmlPage(storyOf(any), historyReport);
        expect(page).not.toMatch(/<(?:script|img|evil)/i);
        expect(page).not.toMatch(/(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
        expect(page).not.toMatch(/NaN|undefined|Infinity/);
      }),
      { numRuns: 150 },
    );
  });

  test("the terminal gets one line for each thing, with nothing in it that the terminal would obey", () => {
    fc.assert(
      fc.property(history, ({ passing: _, failing: __, ...any }) => {
        const text = terminal(any);
        expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
        for (const line of text.split("\n").slice(1)) {
          expect(line).toMatch(/^ +[\d,–]* +(?:[✘✔?·] |patch \d)/);
          expect(line.length).toBeLessThan(1500);
        }
      }),
      { numRuns: 150 },
    );
  });
});

/** Every tag is ours and closed where it should be, every attribute is in quotes, and text has no bare bracket. */
function isWellFormed(page: string): void {
  const ours =
    /^(section|h2|figure|figcaption|svg|defs|g|path|text|use|title|ul|li|div|table|thead|tbody|tr|th|td|code|dl|dt|dd)$/;
  const attributes = /^(class|id|d|x|y|href|viewBox|role|aria-label|text-anchor)$/;
  const open: string[] = [];
  const rest = page.replace(/<(\/?)([a-z0-9]+)((?: [a-zA-Z-]+="[^"<>]*")*)(\/?)>/g, (_, end, name, given, empty) => {
    expect(name).toMatch(ours);
    for (const [, attribute] of given.matchAll(/ ([a-zA-Z-]+)=/g)) expect(attribute).toMatch(attributes);
    if (end) expect(open.pop()).toBe(name);
    else if (!empty) open.push(name);
    return "";
  });
  expect(open).toEqual([]);
  expect(rest).not.toMatch(/[<>]/);
  expect(rest).not.toMatch(/&(?!(?:amp|lt|gt|quot|#39);)/);
}
