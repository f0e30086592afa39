import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { blank } from "../../../src/trial/identity/blank.ts";
import { candidateFiles } from "../../../src/trial/identity/candidate.ts";

const blanked = (text: string, ...candidate: string[]) => blank(text, candidateFiles(candidate));

describe("what may change as the input shrinks is blanked", () => {
  test.each([
    ["addresses", "at 0x7ffe12 and 0XFF", "at ·"],
    ["numbers", "got -3, want 1.5e+10 of 1,000", "got ·, want · of ·"],
    ["lists of any length", "one of 1, 2, 3 or 4", "one of ·"],
    ["absolute paths", "cannot open /tmp/x/y-1.c:3:7 today", "cannot open · today"],
    ["relative paths", "in src/a.c: no", "in ·: no"],
    ["paths of Windows", "in C:\\dir\\a.c:12 too", "in · too"],
    ["addresses of files", "from file:///tmp/a.mjs", "from file:·"],
    ["positions without a directory", "main.c:3:7: error: x", "·: error: x"],
    ["identifiers of things", "run 123e4567-e89b-12d3-a456-426614174000 of 8f14e45fceea", "run · of ·"],
    ["temporary names", "cannot stat ccAb12Cd.o, tmp.Xy12zA or tmpab12cd_9", "cannot stat ·"],
    ["quotes of any kind", "'a' \"b c\" `d` `e' ‘f’ “g”", "·"],
    ["bytes of Python", "not b'\\xff'", "not ·"],
    ["escaped quotes", 'a "b \\"c\\" d" e', "a · e"],
    ["lifetimes of Rust within quotes", "expected `&'a str`, found", "expected ·, found"],
  ])("%s", (_, text, expected) => expect(blanked(text)).toBe(expected));

  test("the names of the files under test", () => {
    expect(blanked("Makefile is bad, says a.json", "/x/Makefile", "a.json")).toBe("· is bad, says ·");
  });
});

describe("what tells errors apart stays", () => {
  test.each([
    "Cannot read properties of undefined",
    "error TS2304 or E0308 in int32 of utf8, v1.2.3",
    "I can't find the file's end, don't ask",
    "'tis so, don't ask",
    "x / y by zero",
    "Unexpected token ';' before '}'",
    "malloc(): invalid size (unsorted)",
  ])("%s", (text) => expect(blanked(text)).toBe(text));
});

test("blanking what is blanked changes nothing", () => {
  const words = fc.constantFrom(
    "'a",
    "b'",
    '"',
    "`",
    "/x/y",
    "12",
    "0x1f",
    "and",
    "·",
    ",",
    "can't",
    "a.c:3",
    "word",
    "-5",
  );
  fc.assert(
    fc.property(fc.array(words), (parts) => {
      const once = blanked(parts.join(" "));
      expect(blanked(once)).toBe(once);
    }),
  );
});

test("whatever the name and the number, the message is the same", () => {
  const name = fc.stringMatching(/^[a-z_]\w{0,12}$/);
  const message = (text: string, number: number) => blanked(`field '${text}' of line ${number} is not in "${text}"`);
  fc.assert(
    fc.property(name, fc.integer(), (text, number) => {
      expect(message(text, number)).toBe(message("x", 1));
    }),
  );
});
