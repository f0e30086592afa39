import { expect, test } from "vitest";
import { DeltaSet } from "../../src/core/delta-set.ts";
import { numbersIn, type SettingsList } from "../../src/settings/list.ts";
import { listDetails } from "../../src/settings/list-details.ts";
import type { ListRequest } from "../../src/settings/request.ts";
import { anyRequest } from "../run/finished-run.ts";

const list: SettingsList = {
  unit: "arguments",
  total: 4,
  world: () => {
    throw new Error("no world is needed");
  },
  names: { failing: "the command", other: "the command alone" },
  advice: { fail: "", unresolved: "" },
  text: (set) => `${set}`,
  entry: (delta) => ({ text: `--${delta}` }),
  words: [],
};
const request: ListRequest = { ...anyRequest, goal: "isolate", search: "auto", causes: 2, output: { failing: "/f" } };
const conclusion = { verdict: "found" as const, minimal: true, assumptions: [] };
const details = (about: Partial<ListRequest>, result?: Parameters<typeof listDetails>[1]["result"]) =>
  listDetails(
    { request: { ...request, ...about }, list, run: undefined! },
    { ...conclusion, ...(result ? { result } : {}) },
  );

test("the numbers of a set are in order", () => {
  expect(
    numbersIn(
      DeltaSet.from([
        [0, 1],
        [2, 4],
      ]),
      { total: 4 },
    ),
  ).toEqual([0, 2, 3]);
  expect(numbersIn(DeltaSet.empty, { total: 4 })).toEqual([]);
});

test("the cause of a pair is what only its failing half has; further causes follow", () => {
  const result = [
    { failing: DeltaSet.range(0, 3), passing: DeltaSet.range(0, 2) },
    { failing: DeltaSet.range(3, 4), passing: DeltaSet.empty },
  ];
  expect(details({}, result)).toEqual({
    goal: "isolate",
    search: "dd",
    deltas: { total: 4, cause: 1 },
    by: "arguments",
    cause: [{ text: "--2" }],
    causes: [[{ text: "--3" }]],
    files: { failing: "/f" },
  });
});

test("a simplified list is its own cause", () => {
  expect(details({ goal: "simplify", search: "ddmin" }, [{ failing: DeltaSet.range(1, 3) }])).toMatchObject({
    search: "ddmin",
    deltas: { total: 4, cause: 2 },
    cause: [{ text: "--1" }, { text: "--2" }],
  });
});

test("without a result everything is in question, and no file was written", () => {
  expect(details({})).toMatchObject({ deltas: { total: 4, cause: 4 }, cause: [], causes: [], files: {} });
});
