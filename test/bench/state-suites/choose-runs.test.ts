import { expect, test } from "vitest";
import { chooseRuns } from "../../../bench/state-suites/choose-runs.ts";
import { textDistance } from "../../../bench/state-suites/text-distance.ts";

const run = (input: string, passes: boolean) => ({ command: `p ${input}`, input, expected: "", passes });

test("the first failing run and the nearest passing one are compared", () => {
  const runs = [run("zzzzz", true), run("abcd", false), run("abce", true), run("abcf", true), run("abzz", false)];
  const choice = chooseRuns(runs)!;
  expect(choice.fail.input).toBe("abcd");
  expect(choice.pass.input).toBe("abce");
  expect(choice.alsoPass.map(({ input }) => input)).toEqual(["abcf", "zzzzz"]);
  expect(choice.alsoFail.map(({ input }) => input)).toEqual(["abzz"]);
});

test("at most 20 more passing runs and 10 more failing ones are taken", () => {
  const runs = Array.from({ length: 80 }, (_, i) => run(String(i), i % 2 === 0));
  const { alsoPass, alsoFail } = chooseRuns(runs)!;
  expect([alsoPass.length, alsoFail.length]).toEqual([20, 10]);
});

test("without a failing or without a passing run there is nothing to compare", () => {
  expect(chooseRuns([run("a", true)])).toBeUndefined();
  expect(chooseRuns([run("a", false)])).toBeUndefined();
});

test("the distance of texts counts single changes", () => {
  expect(textDistance("kitten", "sitting")).toBe(3);
  expect(textDistance("", "abc")).toBe(3);
  expect(textDistance("x".repeat(3000), "x".repeat(3005))).toBe(5);
});
