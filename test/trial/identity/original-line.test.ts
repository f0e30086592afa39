import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { blank, mark } from "../../../src/trial/identity/blank.ts";
import { candidateFiles } from "../../../src/trial/identity/candidate.ts";
import { lastErrorLine } from "../../../src/trial/identity/identify.ts";
import { originalLine } from "../../../src/trial/identity/original-line.ts";

const words = (stderr: string, blanked: string, stdout = "") => originalLine({ stderr, stdout, dropped: 0 }, blanked);

describe("what was blanked, in its own words,", () => {
  test("is the whole line in which it stands, names and numbers and all", () => {
    const stderr = "starting\nsrc/a.c:3:7: error: expected ‘;’ before ‘}’ token\nbye\n";
    expect(words(stderr, "·: error: expected ‘;’ before ‘}’ token")).toBe(
      "src/a.c:3:7: error: expected ‘;’ before ‘}’ token",
    );
    expect(words("  TypeError: cannot read 'x' of 17\n", "cannot read · of ·")).toBe(
      "TypeError: cannot read 'x' of 17",
    );
  });

  test("has its parts in their order", () => {
    expect(words("b then a\na then b\n", "a·b")).toBe("a then b");
    expect(words("ab ab\naab\n", "ab·ab·ab")).toBeUndefined();
  });

  test("is sought on standard error first, then on standard output, whatever ends the lines and colours them", () => {
    expect(words("", "no · here", "x\r\n\x1b[31mno 5 here\x1b[0m\r\n")).toBe("no 5 here");
    expect(words("no 1 here\n", "no · here", "no 2 here\n")).toBe("no 1 here");
  });

  test("is not there if nothing is left of it, or it is not in the output", () => {
    expect(words("anything\n", "")).toBeUndefined();
    expect(words("anything\n", ` ${mark} ${mark}`)).toBeUndefined();
    expect(words("anything\n", "something")).toBeUndefined();
  });

  test("is sought in the last thousand lines of a stream", () => {
    const flood = (after: number) => `here: 7\n${"noise\n".repeat(after)}`;
    expect(words(flood(998), "here: ·")).toBe("here: 7");
    expect(words(flood(1000), "here: ·")).toBeUndefined();
  });

  const word = fc.oneof(
    fc.constantFrom(
      "error:",
      "cannot",
      "open",
      "'x y'",
      '"a"',
      "/usr/lib/a.so:3",
      "main.c:1:2",
      "0xdeadbeef",
      "17",
      "a,",
    ),
    fc.string({ minLength: 1, maxLength: 8 }).map((each) => each.replace(/[\s·]/g, "_")),
  );
  const line = fc
    .array(fc.tuple(word, fc.constantFrom(" ", " ", "  ", "\t")), { minLength: 1, maxLength: 12 })
    .map((all) => all.flat().join(""));

  test("is found for every message that leaves a word, and holds that", () => {
    fc.assert(
      fc.property(line, fc.array(line, { maxLength: 3 }), (message, around) => {
        const blanked = blank(message, candidateFiles(["/in/bad.json", "bad.json"]));
        const found = words([...around, message, ...around].join("\n"), blanked);
        if (blanked.replaceAll(mark, "").trim() === "") expect(found).toBeUndefined();
        else expect([...around, message].map((each) => each.trim())).toContain(found);
      }),
      { numRuns: 1000 },
    );
  });

  test("is found for the last line that looks like an error", () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 3 }), line, (before, message) => {
        const output = { stderr: [...before, `error: ${message}`].join("\n"), stdout: "", dropped: 0 };
        const last = lastErrorLine(output, []);
        expect(originalLine(output, last ?? "")).toBeDefined();
      }),
      { numRuns: 500 },
    );
  });
});
