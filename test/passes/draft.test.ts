import fc from "fast-check";
import { expect, test } from "vitest";
import { Draft, type Replacement } from "../../src/passes/draft.ts";

/** The first text is of small letters, whatever replaces them of capitals: each byte shows where it comes from. */
const small = fc.stringMatching(/^[a-z]{0,60}$/);
const capitals = fc.option(fc.stringMatching(/^[A-Z]{0,5}$/), { nil: undefined });

/** Replacements of any text: places are fractions of its length. */
const edits = fc.array(fc.record({ from: fc.nat(99), length: fc.nat(12), text: capitals }), { maxLength: 5 });
type Edits = typeof edits extends fc.Arbitrary<infer E> ? E : never;

function replacements(size: number, wanted: Edits): Replacement[] {
  const places = wanted.map((edit) => ({ ...edit, start: Math.floor((edit.from / 100) * (size + 1)) }));
  places.sort((a, b) => a.start - b.start);
  let at = 0;
  return places.map(({ start, length, text }) => {
    const from = Math.max(at, start);
    at = Math.min(size, from + length);
    return { start: from, end: at, ...(text === undefined ? {} : { text: Buffer.from(text) }) };
  });
}

function applied(text: string, list: readonly Replacement[]): string {
  return list.reduceRight(
    (sum, { start, end, text = "" }) => sum.slice(0, start) + Buffer.from(text).toString() + sum.slice(end),
    text,
  );
}

test("a draft is the text with the replacements made, and its sources say where each byte is from", () => {
  fc.assert(
    fc.property(small, fc.array(edits, { maxLength: 5 }), (text, rounds) => {
      let draft = Draft.of(Buffer.from(text));
      let expected = text;
      rounds.forEach((wanted, round) => {
        const list = replacements(expected.length, wanted);
        draft = draft.with({ pass: "any", left: "" }, String(round), () => list);
        expected = applied(expected, list);
      });
      expect(Buffer.from(draft.bytes).toString()).toBe(expected);
      const sources = draft.sources();
      expect(sources.reduce((sum, { length }) => sum + length, 0)).toBe(expected.length);
      let at = 0;
      for (const { length, from, old } of sources) {
        expect(from + old).toBeLessThanOrEqual(text.length);
        const own = expected.slice(at, at + length);
        if (/[a-z]/.test(own)) expect(own).toBe(text.slice(from, from + old));
        at += length;
      }
    }),
    { numRuns: 1000 },
  );
});

test("drafts of the same content made in the same way have the same key, and a key does not need the bytes", () => {
  const base = Draft.of(Buffer.from("abc"));
  const unread = () => {
    throw new Error("looked at");
  };
  const one = base.with({ pass: "p", left: "" }, "1", unread);
  expect(one.key).toBe(Draft.of(Buffer.from("abc")).with({ pass: "p", left: "x" }, "1", unread).key);
  expect(one.key).not.toBe(base.with({ pass: "p", left: "" }, "2", unread).key);
  expect(one.key).not.toBe(base.with({ pass: "q", left: "" }, "1", unread).key);
  expect(one.key).not.toBe(Draft.of(Buffer.from("abd")).with({ pass: "p", left: "" }, "1", unread).key);
});
