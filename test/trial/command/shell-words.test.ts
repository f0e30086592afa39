import { expect, test } from "vitest";
import { splitShellWords } from "../../../src/trial/command/shell-words.ts";

test.each([
  ["-o out", ["-o", "out"]],
  ["  a\t b\n", ["a", "b"]],
  [`-D"x y"z 'it is' it\\'s ""`, ["-Dx yz", "it is", "it's", ""]],
  [`"a \\"b\\" \\n \\$" '\\'`, ['a "b" \\n $', "\\"]],
  ["a\\ b", ["a b"]],
  ["   ", []],
])("reads %s as a shell does", (text, words) => {
  expect(splitShellWords(text)).toEqual(words);
});

test.each([`don't`, `a "b`, "a\\"])("what is not closed is no text of words: %s", (text) => {
  expect(splitShellWords(text)).toBeUndefined();
});
