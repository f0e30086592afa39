import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Favour, mergeTexts } from "../../../src/world/merge/merge-texts.ts";
import { anyText } from "../../any-text.ts";

interface Three {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

function merged({ base, ours, theirs }: Three, favour: Favour): { text: string; conflict: boolean } {
  const bytes = { base: Buffer.from(base), ours: Buffer.from(ours), theirs: Buffer.from(theirs) };
  const { text, lost, conflict } = mergeTexts(bytes);
  return { text: Buffer.from(text(favour, lost)).toString(), conflict: conflict || lost.length > 0 };
}

const favours = fc.constantFrom<Favour>("ours", "theirs");
/** Few words, so that the sides often agree, and lines that end in all ways. */
const text = fc
  .array(fc.tuple(fc.constantFrom("a", "b", "c d", "c e", "e d", "}", ""), fc.constantFrom("\n", "\n", "\n", "\r\n")), {
    maxLength: 8,
  })
  .chain((lines) => fc.constantFrom(lines.flat().join(""), lines.flat().slice(0, -1).join("")));
const anything = fc.oneof(text, anyText({ maxLength: 30 }));
const three = fc.record({ base: text, ours: text, theirs: text });
const runs = { numRuns: 500 };

describe("merged texts", () => {
  test("are the other side's where one side changed nothing, byte for byte", () => {
    fc.assert(
      fc.property(anything, anything, favours, (base, changed, favour) => {
        expect(merged({ base, ours: changed, theirs: base }, favour)).toEqual({ text: changed, conflict: false });
        expect(merged({ base, ours: base, theirs: changed }, favour)).toEqual({ text: changed, conflict: false });
      }),
      runs,
    );
  });

  test("have a change once that both sides made", () => {
    fc.assert(
      fc.property(anything, anything, favours, (base, changed, favour) => {
        expect(merged({ base, ours: changed, theirs: changed }, favour)).toEqual({ text: changed, conflict: false });
      }),
      runs,
    );
  });

  test("are the same when the sides are swapped, and with them which one is favoured", () => {
    fc.assert(
      fc.property(three, ({ base, ours, theirs }) => {
        expect(merged({ base, ours: theirs, theirs: ours }, "theirs")).toEqual(merged({ base, ours, theirs }, "ours"));
      }),
      runs,
    );
  });

  test("do not depend on which side is favoured where there is no conflict", () => {
    fc.assert(
      fc.property(three, (texts) => {
        const [ours, theirs] = [merged(texts, "ours"), merged(texts, "theirs")];
        expect(ours.conflict).toBe(theirs.conflict);
        if (!ours.conflict) expect(theirs.text).toBe(ours.text);
      }),
      runs,
    );
  });

  test("have no line and no line end that none of the texts has, where lines are of one word", () => {
    const words = fc.array(fc.constantFrom("a\n", "b\n", "c\n", "d\n", "e\n"), { maxLength: 7 });
    const lines = fc
      .tuple(words, fc.boolean())
      .map(([all, ended]) => (ended ? all.join("") : all.join("").slice(0, -1)));
    fc.assert(
      fc.property(lines, lines, lines, favours, (base, ours, theirs, favour) => {
        const { text } = merged({ base, ours, theirs }, favour);
        expect(text).toMatch(/^([a-e]\n)*[a-e]?$/);
        const known = `${base}\n${ours}\n${theirs}`;
        for (const line of text === "" ? [] : text.split("\n")) expect(known.split("\n")).toContain(line);
        if (text !== "") expect([base, ours, theirs].map((each) => each.endsWith("\n"))).toContain(text.endsWith("\n"));
      }),
      runs,
    );
  });

  test("have no word that none of the texts has", () => {
    fc.assert(
      fc.property(three, favours, (texts, favour) => {
        const known = new Set(Object.values(texts).flatMap((each) => each.match(/\w+|}/g) ?? []));
        const { text } = merged(texts, favour);
        for (const word of text.match(/\w+|}/g) ?? []) expect(known).toContain(word);
      }),
      runs,
    );
  });
});

/** What a side does to a line. */
type Deed = "changes" | "removes" | "puts one behind";
interface Plan {
  readonly side: "ours" | "theirs" | "both" | "none";
  readonly deed: Deed;
}

const plans = fc.array(
  fc.record<Plan>({
    side: fc.constantFrom("ours", "theirs", "both", "none"),
    deed: fc.constantFrom("changes", "removes", "puts one behind"),
  }),
  { minLength: 1, maxLength: 30 },
);

/** Where both do the same, nobody does something else next to it: that would be one change with it, and another one. */
const apart = plans.map((all) =>
  all.map((plan, i): Plan => {
    const beside = all[i - 1]?.side === "both" || all[i + 1]?.side === "both";
    return beside && plan.side !== "both" ? { ...plan, side: "none" } : plan;
  }),
);

/** Lines that share no word, with some of the plans carried out. */
function carriedOut(all: readonly Plan[], sides: readonly Plan["side"][], end: string): string {
  return all
    .map(({ side, deed }, i) => {
      const line = `line${i} of${i} base${i}${end}`;
      if (!sides.includes(side)) return line;
      if (deed === "puts one behind") return `${line}new${i} behind${i}${end}`;
      return deed === "removes" ? "" : `line${i} OF${i} base${i}${end}`;
    })
    .join("");
}

describe("changes to different lines, next to each other too,", () => {
  test.each([
    ["\\n", "\n"],
    ["\\r\\n", "\r\n"],
  ])("both hold without conflict, whoever is favoured (%s)", (_, end) => {
    fc.assert(
      fc.property(apart, favours, fc.boolean(), (all, favour, ended) => {
        const last = ended ? "" : "the last";
        const texts = {
          base: carriedOut(all, [], end) + last,
          ours: carriedOut(all, ["ours", "both"], end) + last,
          theirs: carriedOut(all, ["theirs", "both"], end) + last,
        };
        const text = carriedOut(all, ["ours", "theirs", "both"], end) + last;
        expect(merged(texts, favour)).toEqual({ text, conflict: false });
      }),
      runs,
    );
  });

  test("and true conflicts among them: there, and only there, the favoured side stands", () => {
    fc.assert(
      fc.property(plans, favours, (all, favour) => {
        const conflicting = (side: "ours" | "theirs") =>
          all.map(({ side: whose, deed }, i) => {
            const line = `line${i} of${i} base${i}\n`;
            const changed = `line${i} ${side}${i} base${i}\n`;
            if (whose === "both") return deed === "removes" && side === "ours" ? "" : changed;
            return whose === side ? changed : line;
          });
        const [ours, theirs] = [conflicting("ours"), conflicting("theirs")];
        const base = carriedOut(all, [], "\n");
        const expected = all.map(
          ({ side }, i) => ({ ours, theirs })[side === "both" || side === "none" ? favour : side][i],
        );
        expect(merged({ base, ours: ours.join(""), theirs: theirs.join("") }, favour)).toEqual({
          text: expected.join(""),
          conflict: all.some(({ side }) => side === "both"),
        });
      }),
      runs,
    );
  });
});

describe("in conflict", () => {
  const both = (texts: Three) => [merged(texts, "ours"), merged(texts, "theirs")];
  const conflict = true;

  test.each([
    ["a line that both changed", "a\nx\nc\n", "a\nours\nc\n", "a\ntheirs\nc\n"],
    ["a line that one took away and the other made longer", "a\nfoo bar\nz\n", "a\nfoo bar baz\nz\n", "a\nz\n"],
    ["the same at the beginning of the line", "a\nfoo bar\nz\n", "a\nbaz foo bar\nz\n", "a\nz\n"],
    ["what both put in at the same place", "a\nb\n", "a\nx\nb\n", "a\ny\nb\n"],
    ["what both began with", "", "x\n", "y\n"],
    ["the only line", "a\n", "", "b\n"],
    ["the last line, without its end", "a\nb", "a\nours", "a\ntheirs"],
  ])("is %s", (_, base, ours, theirs) => {
    expect(both({ base, ours, theirs })).toEqual([
      { text: ours, conflict },
      { text: theirs, conflict },
    ]);
  });

  test("are of lines that one side took away only those that the other changed", () => {
    const base = "one 1\ntwo 2\nthree 3\nfour 4\nfive 5\n";
    const texts = { base, ours: "one 1\nfive 5\n", theirs: base.replace("three 3", "three 33") };
    expect(both(texts)).toEqual([
      { text: "one 1\nfive 5\n", conflict },
      { text: "one 1\nthree 33\nfive 5\n", conflict },
    ]);
  });

  test("are a line that both put in if one of them took away the next: it does not come twice", () => {
    const texts = { base: "one\ntwo\n", ours: "one\nnew line\n", theirs: "one\nnew line\ntwo\n" };
    expect(both(texts)).toEqual([
      { text: texts.ours, conflict },
      { text: texts.theirs, conflict },
    ]);
  });

  test("are not different words of a line", () => {
    const texts = { base: "let a = f(x);\n", ours: "let a = g(x);\n", theirs: "const a = f(x);\n" };
    expect(both(texts)).toEqual([
      { text: "const a = g(x);\n", conflict: false },
      { text: "const a = g(x);\n", conflict: false },
    ]);
  });

  test("are words that one side put in among some that the other took away", () => {
    const texts = { base: "f(a, b, c)\n", ours: "f(c)\n", theirs: "f(a, new, b, c)\n" };
    expect(both(texts)).toEqual([
      { text: "f(c)\n", conflict },
      { text: "f(a, new, b, c)\n", conflict },
    ]);
  });

  test("are not line ends that one side changed in all lines", () => {
    const texts = { base: "a\nb\nc\n", ours: "a\r\nb\r\nc\r\n", theirs: "a\nB\nc\n" };
    expect(merged(texts, "theirs")).toEqual({ text: "a\r\nB\r\nc\r\n", conflict: false });
  });

  test("is not the end of the last line", () => {
    expect(both({ base: "a\nb", ours: "a\nb\n", theirs: "A\nb" })).toEqual([
      { text: "A\nb\n", conflict: false },
      { text: "A\nb\n", conflict: false },
    ]);
    // Once came "ab\nc".
    expect(merged({ base: "a\nb", ours: "a", theirs: "a\nb\nc" }, "theirs").text).toBe("a\nc");
  });
});

test("a hundred thousand lines with 50 changes on each side are merged", () => {
  const lines = Array.from({ length: 100_000 }, (_, i) => `line ${i % 1000} of many\n`);
  const changed = (which: (i: number) => string | undefined) => lines.map((line, i) => which(i) ?? line).join("");
  const ours = (i: number) => (i % 2000 === 7 ? `ours ${i}\n` : undefined);
  const theirs = (i: number) => (i % 2000 === 8 ? `theirs ${i}\n` : undefined);
  const texts = { base: lines.join(""), ours: changed(ours), theirs: changed(theirs) };
  const { text, conflict } = merged(texts, "ours");
  expect(text === changed((i) => ours(i) ?? theirs(i))).toBe(true);
  expect(conflict).toBe(false);
});
