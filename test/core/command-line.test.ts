import { expect, test } from "vitest";
import { commandLine } from "../../src/core/command-line.ts";

test("a command line quotes no more than it has to", () => {
  const words = ["gcc", "-O3", "--std=c99", "{}", "a b", "it's", "{a,b}", "$HOME's"];
  expect(commandLine(words)).toBe(`gcc -O3 --std=c99 {} 'a b' "it's" '{a,b}' '$HOME'\\''s'`);
});
