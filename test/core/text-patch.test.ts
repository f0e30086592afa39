import fc from "fast-check";
import { expect, test } from "vitest";
import { applyPatch, patchBetween } from "../../src/core/text-patch.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

test("a patch gives back the text, whatever the two have in common", () => {
  const text = fc.uint8Array({ maxLength: 60, max: 4 });
  fc.assert(
    fc.property(text, text, (base, wanted) => {
      expect(applyPatch(base, patchBetween(base, wanted))).toEqual(wanted);
    }),
  );
});

test("a text with parts left out is a few copies", () => {
  const lines = Array.from({ length: 2000 }, (_, i) => `line ${i}\n`);
  const some = lines.filter((_, i) => i < 300 || (i > 900 && i < 1500));
  const patch = patchBetween(bytes(lines.join("")), bytes(some.join("")));
  expect(patch.filter((part) => typeof part === "string")).toEqual([]);
  expect(patch.length).toBeLessThanOrEqual(8);
});

test("bytes that are no UTF-8 survive as JSON", () => {
  const [base, text] = [Uint8Array.of(1, 2, 3), Uint8Array.of(255, 0, 128, 2, 3)];
  expect(applyPatch(base, JSON.parse(JSON.stringify(patchBetween(base, text))))).toEqual(text);
});

test("a word that is replaced in a long text is one part", () => {
  const [before, after] = ["a long line of text\n".repeat(20_000), "another line\n".repeat(20_000)];
  const patch = patchBetween(bytes(`${before}SELECT${after}`), bytes(`${before}body${after}`));
  expect(patch).toEqual([0, before.length, "body", before.length + 6, after.length]);
});
