import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { textOfBytes } from "../../../../src/causes/state/driver/escape.ts";
import { showDifference, showEndings, showErrors } from "../../../../src/causes/state/story/show-difference.ts";

const ending = (printed: string | Uint8Array, status = "exit 0") => {
  const bytes = Buffer.from(printed);
  return { status, outputStart: textOfBytes(bytes), outputHash: createHash("sha256").update(bytes).digest("hex") };
};

describe("the difference of two outputs is shown", () => {
  test.each([
    ["by the first lines that differ", "a\nb\nc\n", "a\nx\nc\n", ["b", "x"]],
    ["by what only one has", "a\n", "a\nb\n", ["nothing (exit 0)", "b"]],
    ["by a line end", "a\nb\n", "a\nb", ["b\\n", "b"]],
    ["by another line end", "a\r\n", "a\n", ["a\\r", "a"]],
    ["by white space", "a  b ", "a b", ["a\\x20 b\\x20", "a b"]],
    ["by a space that is none", "1 000", "1\u00a0000", ["1 000", "1\\xa0000"]],
    ["by what has no width", "ab", "a\u200bb", ["ab", "a\\u200bb"]],
    ["by what is composed", "\u00e9", "e\u0301", ["\\xe9", "e\\u0301"]],
    ["by a ligature", "fi", "\ufb01", ["fi", "\\ufb01"]],
    ["by a character that is not seen", "a", "a\0", ["a", "a\\x00"]],
    ["by bytes that are no text", Buffer.from("a\xff", "latin1"), Buffer.from("a\xfe", "latin1"), ["a\\xff", "a\\xfe"]],
    ["as it is, where it can be seen", "é 1", "é 2", ["é 1", "é 2"]],
  ] as const)("%s", (_, passing, failing, expected) => {
    expect(showEndings(ending(passing), ending(failing))).toEqual(expected);
  });

  test("by how they ended, if they printed the same", () => {
    expect(showEndings(ending("a"), ending("a", "SIGSEGV"))).toEqual(["exit 0", "SIGSEGV"]);
    expect(showEndings(ending("a"), ending("a"))).toEqual(["passes the test", "fails the test"]);
    expect(showEndings(ending("a"), undefined)).toEqual(["a", "nothing (it does not end)"]);
  });

  test("by how they ended and the kinds of errors, where nothing else was compared", () => {
    expect(showErrors(ending(""), ending("IndexError\nKeyError", "exit 1"))).toEqual([
      "exit 0",
      "exit 1, IndexError, KeyError",
    ]);
    expect(showErrors(ending(""), undefined)).toEqual(["exit 0", "it does not end"]);
  });

  test("by saying so, if it is further on than is kept", () => {
    const [a, b] = [ending("a"), ending("a")];
    expect(showEndings(a, { ...b, outputHash: "other" })).toEqual(Array(2).fill("(differs further on)"));
  });
});

test("two texts that are not the same are never shown the same, whatever hides in them", () => {
  const odd = fc.string({
    unit: fc.constantFrom("a", " ", "\t", "\u00a0", "\u200b", "\\", "\n", "é", "e\u0301", "\0"),
  });
  const seen = (text: string) =>
    text
      .replace(/(?!\s)[\p{Cc}\p{Cf}]/gu, "")
      .replace(/\s+/g, " ")
      .trim();
  fc.assert(
    fc.property(odd, odd, (old, now) => {
      fc.pre(old !== now);
      const [a, b] = showDifference(old, now);
      expect(seen(a)).not.toBe(seen(b));
    }),
    { numRuns: 3000 },
  );
});

test("bytes cut in the middle of a character are those before it", () => {
  expect(textOfBytes(Buffer.from("aé").subarray(0, 2))).toBe("a");
});
