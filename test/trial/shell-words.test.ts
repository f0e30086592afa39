import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { shellWords } from "../../src/trial/shell-words.ts";

test.each([
  ["-o out", ["-o", "out"]],
  ["  a\t b\n", ["a", "b"]],
  [`-D"x y"z 'it is' it\\'s ""`, ["-Dx yz", "it is", "it's", ""]],
  [`"a \\"b\\" \\n \\$" '\\'`, ['a "b" \\n $', "\\"]],
  ["a\\ b", ["a b"]],
  ["   ", []],
])("reads %s as a shell does", (text, words) => {
  expect(shellWords(text)).toEqual(words);
});

test.each([`don't`, `a "b`, "a\\"])("what is not closed is no text of words: %s", (text) => {
  expect(shellWords(text)).toBeUndefined();
});

test("says the same as sh of texts in which nothing is expanded", () => {
  const text = fc.string({ unit: fc.constantFrom(...`ab '"\\`, " "), maxLength: 12 });
  const texts = fc.sample(text, { numRuns: 400, seed: 7 }).filter((each) => shellWords(each) !== undefined);
  const script = texts.map((each) => `printf '<%s>' ${each}\necho`).join("\n");
  const seen = execFileSync("sh", ["-c", script], { encoding: "utf8" }).split("\n");
  expect(texts.length).toBeGreaterThan(100);
  const printed = (words: readonly string[]) =>
    (words.length === 0 ? ["<>"] : words.map((word) => `<${word}>`)).join("");
  expect(texts.map((each) => printed(shellWords(each)!))).toEqual(seen.slice(0, -1));
});
