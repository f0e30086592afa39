import { expect, test } from "vitest";
import { splitShellWords, wordsOfLine } from "../../../src/trial/command/shell-words.ts";

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

test.each([
  ["npm test", ["npm", "test"]],
  ["node --test --test-name-pattern='^a|b$' x.js", ["node", "--test", "--test-name-pattern=^a|b$", "x.js"]],
  ['pytest -k "a and (b or c)"', ["pytest", "-k", "a and (b or c)"]],
  ["grep a\\*b", ["grep", "a*b"]],
  [`echo "it's \\$X" 'a'`, ["echo", "it's $X", "a"]],
])("words and quotes need no shell: %s", (line, words) => {
  expect(wordsOfLine(line)).toEqual(words);
});

test.each([
  ...["npm test | tee log", "cd api && npm test", "A=1 npm test", 'echo "$HOME"', "ls *.js", "a\nb", "a; b"],
  `grep "it's $X" | wc 'a'`,
  `echo "it's $X" 'a'`,
])("a line that only a shell understands is left to it: %j", (line) => {
  expect(wordsOfLine(line)).toEqual(["sh", "-c", line]);
});
