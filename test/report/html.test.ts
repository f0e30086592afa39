import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { argsReport } from "../../src/causes/args/report.ts";
import { inputReport } from "../../src/causes/input/report.ts";
import { pairFollower } from "../../src/causes/state/pair/pair-follower.ts";
import { stateReport } from "../../src/causes/state/report.ts";
import type { StepRow, Story } from "../../src/core/finding.ts";
import { outcomes } from "../../src/core/outcome.ts";
import { htmlPage } from "../../src/report/html/page.ts";
import type { AnyFinding } from "../any-finding.ts";
import { anyText } from "../any-text.ts";

/** The page of a story, as its application shows it. */
const html = (story: Story<AnyFinding>) => {
  const { kind } = story.finding;
  return htmlPage(story, kind === "state" ? stateReport : kind === "args" ? argsReport : inputReport(pairFollower));
};

const finding: AnyFinding = {
  kind: "input",
  verdict: "found",
  goal: "simplify",
  search: "ddmin",
  tests: { needed: 4, run: 7, cached: 2, pass: 2, fail: 1, unresolved: 1 },
  deltas: { total: 40, cause: 8 },
  minimal: true,
  by: "bytes",
  cause: [{ text: "<SELECT" }, { text: ">" }],
  causes: [],
  files: { failing: "bug.failing.html" },
  run: "brave-otter",
  seconds: 3.4,
  failure: "killed by SIGSEGV",
  assumptions: [],
  stages: [],
};

const simplifying: Story<AnyFinding> = {
  finding,
  test: ["mozilla", "{}"],
  started: "2025-06-03T14:22:05.123Z",
  version: "0.1.0",
  excerpts: [
    {
      file: "bug.html",
      line: 7,
      pieces: [
        { text: "<td>\n", cause: false },
        { text: "<SELECT\n", cause: true },
      ],
    },
  ],
  steps: [
    { step: 1, stage: "bytes", set: "0-19", size: 20, outcome: "pass", failing: 40, milliseconds: 12, ended: "exit 0" },
    { step: 2, stage: "bytes", set: "20-39", size: 20, outcome: "unresolved", failing: 40, ended: "timed out" },
    { step: 3, stage: "bytes", set: "0-9", size: 10, outcome: "fail", failing: 10, ended: "SIGSEGV" },
  ],
};

const unseen: Story<AnyFinding> = (({ failure, ...rest }) => ({ ...simplifying, finding: rest }))(finding);

const isolating: Story<AnyFinding> = {
  ...simplifying,
  finding: {
    ...finding,
    goal: "isolate",
    deltas: { total: 40, cause: 1 },
    cause: [{ text: "<" }],
    files: { passing: "bug.passing.html" },
  },
  steps: simplifying.steps.map((step) => ({ ...step, passing: 2 })),
};

const value = { variable: "a[2]", place: "sort", old: "9", new: "0" };
const inState = (changes: Partial<AnyFinding>): Story<AnyFinding> =>
  but({ kind: "state", by: "values", verdict: "exhausted", chain: [], ...changes }, isolating);

const but = (changes: Partial<AnyFinding>, story = simplifying): Story<AnyFinding> => ({
  ...story,
  finding: { ...story.finding, ...changes },
});

/** The page as it reads: without style and tags, entities resolved. */
function text(page: string): string {
  const body = page.replace(/^.*<body>/s, "").replace(/<[^>]*>/g, "");
  return body.replace(
    /&(lt|gt|amp|quot|#39);/g,
    (_, name: string) => ({ lt: "<", gt: ">", amp: "&", quot: '"' })[name] ?? "'",
  );
}

const headlineOf = (story: Story<AnyFinding>) => text(`<body>${/<h1>.*<\/h1>/s.exec(html(story))![0]}`);
const linesOf = (page: string) =>
  [...page.matchAll(/<path class="line (\w+)" d="[^"]*"><title>/g)].map((match) => match[1]);

const untested = { needed: 0, run: 4, cached: 0, pass: 0, fail: 0, unresolved: 0 };

describe("the headline answers in words", () => {
  test.each([
    ["the input that is left", simplifying, "Fails because of <SELECT>"],
    [
      "needed arguments one by one",
      but({ kind: "args", cause: [{ text: "-O3" }, { text: "-g" }] }),
      "Fails because of -O3 and -g",
    ],
    ["a difference", isolating, "Fails with <, passes without it"],
    ["what is missing", but({ cause: [{ old: ";", new: "" }] }, isolating), "Fails without ;, passes with it"],
    ["old and new", but({ cause: [{ old: "1", new: "2" }] }, isolating), "Fails with 2, passes with 1"],
    ["a long cause by its size", but({ cause: [{ text: "x".repeat(61) }] }), "The failure needs 8 of 40 bytes"],
    ["bytes by their number", but({ cause: [{ base64: "AP8=" }] }), "Fails because of \\x00\\xff"],
    ["a budget reached", but({ verdict: "exhausted", minimal: false }), "The failure needs at most 8 of 40 bytes"],
    ["no failure", but({ verdict: "not-reproduced" }, unseen), "No cause found: the failure was not reproduced"],
    ["a failure without a cause", but({ verdict: "not-reproduced" }), "No cause found"],
    [
      "an end before all tests",
      but({ verdict: "exhausted", deltas: { total: 0, cause: 0 }, tests: untested }),
      "Nothing is known yet but the failure: it was stopped before any difference was tested",
    ],
    [
      "an end on the way to one of several values",
      inState({ deltas: { total: 9, cause: 2 }, cause: [value, { ...value, variable: "b" }] }),
      "So far, at sort the cause is among 2 of 9 values",
    ],
    [
      "a value that is a cause only with others",
      inState({ verdict: "found", cause: [value], onTopOf: { values: 5, variables: ["size"] } }),
      "It fails because at sort, a[2] is 0 instead of 9, on top of 5 other values of the failing run",
    ],
    [
      "an end with one value left",
      inState({ deltas: { total: 9, cause: 1 }, cause: [value] }),
      "So far, it fails because at sort, a[2] is 0 instead of 9",
    ],
    ["an empty cause", but({ deltas: { total: 40, cause: 0 }, cause: [] }), "The test fails even on nothing at all"],
  ])("%s", (_, story, expected) => {
    expect(headlineOf(story)).toBe(expected);
  });
});

describe("the page", () => {
  test("tells of the test, the failure, the figures, the files and how to go on, in this order", () => {
    const page = text(
      html(
        but({ verdict: "interrupted", minimal: false, assumptions: [{ assumption: "monotone", seen: "0-3 failed." }] }),
      ),
    );
    const parts = [
      "interrupted",
      "mozilla {}",
      "killed by SIGSEGV",
      "Not proved",
      "<td>",
      "40 → 8",
      "7 run, 2 from memory",
    ];
    const rest = [
      "0-3 failed.",
      "Delta debugging log",
      "Step by step",
      "12 ms",
      "bug.failing.html",
      "culprit resume brave-otter",
      "2025-06-03 14:22:05 UTC",
    ];
    const places = [...parts, ...rest].map((part) => page.indexOf(part));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  test("marks the cause in its numbered lines, with what cannot be seen in it", () => {
    expect(html(simplifying)).toContain(">7\n8</span><code>&lt;td&gt;\n<mark>&lt;SELECT<i>↵</i>\n</mark></code>");
  });

  test("shows old and new, bytes in hexadecimal, and further causes", () => {
    const page = text(
      html({
        ...but({ cause: [{ old: "a", new: "b" }, { base64: "AP9B" }], causes: [[{ text: "other" }]] }),
        excerpts: [],
      }),
    );
    expect(page).toContain("passes afails b");
    expect(page).toMatch(/000000 {2}00 ff 41 +\.\.A/);
    expect(page).toMatch(/Cause 2\s+other/);
  });

  test("has the stages only where there are several", () => {
    const stage = { name: "lines", search: "ddmin", deltas: { total: 9, cause: 3 }, needed: 5 };
    expect(html(but({ stages: [stage] }))).not.toContain("Deltas before");
    expect(html(but({ stages: [stage, { ...stage, name: "bytes" }] }))).toContain("Deltas before");
  });

  test("draws one line when simplifying, and when isolating the passing set and the difference as well", () => {
    expect(linesOf(html(simplifying))).toEqual(["failing"]);
    expect(linesOf(html(isolating)).sort()).toEqual(["difference", "failing", "passing"]);
  });

  test("does without a plot and a table where no step was taken", () => {
    const page = html({ ...but({ verdict: "not-reproduced", reason: "The test passed." }), steps: [], excerpts: [] });
    expect(page).toContain("The test passed.");
    expect(page).not.toMatch(/<svg|<table/);
  });

  test("refers to nothing outside of itself and runs no script", () => {
    const page = html(isolating);
    expect(page).not.toMatch(/https?:|\bsrc=|@import|url\(|<script|<link|<img|<iframe/i);
    expect(page).toContain("default-src 'none'");
    for (const [, target] of page.matchAll(/href="([^"]*)"/g)) expect(target).toMatch(/^#(pass|fail|unresolved)$/);
  });
});

describe("a hundred thousand steps", () => {
  const failing = (i: number) => Math.max(3, Math.floor(1e6 * Math.exp(-i / 5000)));
  const steps = Array.from({ length: 100_000 }, (_, i): StepRow => {
    const outcome = i === 77_777 ? "unresolved" : i % 20 === 0 ? "fail" : "pass";
    return {
      step: i + 1,
      stage: "lines",
      set: "0-17,40,".repeat(50),
      size: failing(i),
      outcome,
      failing: failing(i),
      ended: "exit 0",
    };
  });
  const page = html({ ...but({ deltas: { total: 1e6, cause: 3 } }), steps });

  test("fit into two megabytes, and the page says what it leaves out", () => {
    expect(page.length).toBeLessThan(2e6);
    expect(text(page)).toContain("2,001 of 100,000 tests are marked");
    expect(text(page)).toContain("3,000 of 100,000 steps");
  });

  test("keep the line's ends, its title, and the only test of its outcome", () => {
    const [, path, title] = /<path class="line failing" d="([^"]*)"><title>([^<]*)/.exec(page)!;
    const [top, bottom] = ["1,000,000", "3"];
    expect(title).toBe(`failing: ${top} → ${bottom} deltas`);
    expect(path).toMatch(/^M54 \d/);
    expect(path).toMatch(/H592$/);
    const rows = [...path!.matchAll(/V([\d.]+)/g)].map((match) => Number(match[1]));
    expect(rows).toEqual([...rows].sort((a, b) => a - b));
    expect(page).toContain("step 77,778, 3 deltas: unresolved");
  });

  test("keep the first and the last rows and say how many are between two", () => {
    const numbers = [...page.matchAll(/<tr class="\w+"><td class="n">([\d,]+)</g)].map((match) =>
      Number(match[1]!.replaceAll(",", "")),
    );
    expect(numbers.slice(0, 500)).toEqual(Array.from({ length: 500 }, (_, i) => i + 1));
    expect(numbers.slice(-500)).toEqual(Array.from({ length: 500 }, (_, i) => 99_501 + i));
    expect(page).toContain("… 19 steps");
  });
});

describe("whatever the user provides", () => {
  const hostile = [
    "</script><img src=x onerror=alert(1)>",
    "</style><evil>",
    '" onmouseover="evil()',
    "' onclick='evil()",
    "</title></code></mark><evil>",
    "-->]]><evil/>&lt;evil&gt;&#60;evil>",
    "\0\x1b[31m\x7f\x85",
    "\u202e\u2066\u200b\ufeff\u2028",
    "\ud800 \udfff",
    "\r\n\t \u00a0",
  ];
  const word = fc.oneof(
    fc.constantFrom(...hostile),
    anyText(),
    fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units)),
    fc.tuple(fc.string(), fc.constantFrom(...hostile)).map((both) => both.join("")),
  );
  const maybe = fc.option(word, { nil: undefined });
  const number = fc.nat(1e6);
  const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
  const entry = fc.record({ text: maybe, base64: maybe, file: maybe, line: optional(number), old: maybe, new: maybe });
  const deltas = fc.record({ total: number, cause: number });
  const anyFinding = fc.record({
    kind: word,
    verdict: fc.constantFrom("found", "not-reproduced", "exhausted", "interrupted"),
    goal: fc.constantFrom("simplify", "isolate"),
    search: word,
    tests: fc.record({ needed: number, run: number, cached: number, pass: number, fail: number, unresolved: number }),
    deltas,
    minimal: fc.boolean(),
    by: word,
    cause: fc.array(entry, { maxLength: 3 }),
    causes: fc.array(fc.array(entry, { maxLength: 2 }), { maxLength: 2 }),
    files: fc.record({ failing: maybe, passing: maybe, cause: maybe }),
    run: word,
    seconds: fc.double({ min: 0, max: 1e6, noNaN: true }),
    failure: maybe,
    assumptions: fc.array(fc.record({ assumption: fc.constantFrom("monotone", "resolved"), seen: word }), {
      maxLength: 2,
    }),
    stages: fc.array(fc.record({ name: word, search: word, deltas, needed: number }), { maxLength: 3 }),
    reason: maybe,
  });
  const step = fc.record({
    step: number,
    stage: word,
    set: word,
    size: number,
    outcome: fc.constantFrom(...outcomes),
    failing: number,
    passing: optional(number),
    milliseconds: optional(number),
    ended: maybe,
  });
  const piece = fc.record({ text: word, cause: fc.boolean() });
  const line = optional(fc.record({ line: number, pieces: fc.array(piece, { maxLength: 3 }) }));
  const row = fc.record({ passing: line, failing: line, folded: optional(number) });
  const anyStory = fc.record({
    finding: anyFinding,
    test: fc.array(word, { maxLength: 3 }),
    started: word,
    excerpts: fc.array(fc.record({ file: maybe, line: optional(number), pieces: fc.array(piece, { maxLength: 4 }) }), {
      maxLength: 2,
    }),
    comparison: optional(fc.record({ rows: fc.array(row, { maxLength: 4 }), left: number })),
    steps: fc.array(step, { maxLength: 5 }),
    version: word,
  }) as fc.Arbitrary<Story>;

  const tag = /<\/?([a-z][a-z0-9]*)((?: [a-zA-Z-]+(?:="[^"<>]*")?)*)\/?>/g;
  const attribute = / ([a-zA-Z-]+)(?:="[^"]*")?/g;
  const tags =
    "html head meta title style body main header footer section figure figcaption details summary h1 h2 h3 p dl dt dd ul li div span pre code mark del ins b i small strong time table colgroup col thead tbody tr th td label input svg defs g path use text";
  const attributes =
    "lang charset http-equiv content name class id d x y href viewBox role aria-label aria-hidden transform open type checked colspan data-glyph data-name";
  const ours = new Set(`${tags} ${attributes}`.split(" "));

  test("every tag is ours, and so is every attribute", () => {
    fc.assert(
      fc.property(anyStory, (story) => {
        const page = html(story)
          .replace("<!doctype html>", "")
          .replace(/<style>[^<]*<\/style>/, "");
        const names: string[] = [];
        const rest = page.replace(tag, (_, name: string, given: string) => {
          names.push(name, ...[...given.matchAll(attribute)].map((match) => match[1]!));
          return "";
        });
        expect(names.filter((name) => !ours.has(name))).toEqual([]);
        expect(rest).not.toMatch(/[<>"]/);
      }),
      { numRuns: 400 },
    );
  });

  test("steps out of order have their places", () => {
    const [first, second] = simplifying.steps as [StepRow, StepRow];
    const page = html({
      ...simplifying,
      steps: [
        { ...first, step: 1 },
        { ...second, step: 0, stage: "another" },
      ],
    });
    expect(page).not.toMatch(/NaN|Infinity/);
  });

  test("nothing in the page hides, reorders text or is not allowed there", () => {
    fc.assert(
      fc.property(anyStory, (story) => {
        expect(html(story)).not.toMatch(/(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
        expect(html(story)).not.toMatch(/NaN|undefined|Infinity/);
      }),
      { numRuns: 400 },
    );
  });

  test("what is marked can be copied: without the glyphs it is the text", () => {
    const printable = fc.string({ unit: fc.constantFrom(..."ab<>&\"' \t\n") });
    fc.assert(
      fc.property(printable, (given) => {
        const page = html({ ...simplifying, excerpts: [{ pieces: [{ text: given, cause: true }] }] });
        const marked = /<pre><code>(.*?)<\/code><\/pre>/s.exec(page)![1]!;
        expect(text(`<body>${marked.replace(/<i>.<\/i>/g, "")}`)).toBe(given);
      }),
    );
  });
});
