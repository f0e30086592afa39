import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { splitShellWords } from "../../../src/trial/command/shell-words.ts";

test("says the same as sh of texts in which nothing is expanded", () => {
  const text = fc.string({ unit: fc.constantFrom(...`ab '"\\`, " "), maxLength: 12 });
  const texts = fc.sample(text, { numRuns: 400, seed: 7 }).filter((each) => splitShellWords(each) !== undefined);
  const script = texts.map((each) => `printf '<%s>' ${each}\necho`).join("\n");
  const seen = execFileSync("sh", ["-c", script], { encoding: "utf8" }).split("\n");
  expect(texts.length).toBeGreaterThan(100);
  const printed = (words: readonly string[]) =>
    (words.length === 0 ? ["<>"] : words.map((word) => `<${word}>`)).join("");
  expect(texts.map((each) => printed(splitShellWords(each)!))).toEqual(seen.slice(0, -1));
});
