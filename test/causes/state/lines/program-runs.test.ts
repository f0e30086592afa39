import { expect, test } from "vitest";
import { state } from "../../../../src/causes/state/application.ts";
import { programRunsOf } from "../../../../src/causes/state/lines/program-runs.ts";
import { madeWords } from "../../made-words.ts";

const runsOf = (options: Readonly<Record<string, unknown>>) =>
  programRunsOf(state.readRequest(madeWords([], { test: [], ...options }), "/"));

test("the failing run comes first, then the passing one, then the others", () => {
  const [fail, pass] = ["node x.js 1", "node x.js 2"];
  const [alsoFail, alsoPass] = [["node x.js 3"], ["node x.js 4"]];
  const runs = runsOf({ fail, pass, "also-fail": alsoFail, "also-pass": alsoPass });
  expect(runs.map(({ words, fails }) => [words.at(-1), fails])).toEqual([
    ["1", true],
    ["2", false],
    ["3", true],
    ["4", false],
  ]);
});

test("tests of Vitest run in processes, because threads are not watched", () => {
  const runs = runsOf({ fail: "npx vitest run -t a", pass: "npx vitest run -t b" });
  expect(runs.map(({ words }) => words.at(-1))).toEqual(["--pool=forks", "--pool=forks"]);
});
