import { expect, test } from "vitest";
import { bringersOf } from "../../../src/world/packages/bringers.ts";
import { lockfileOf } from "./package-trees.ts";

const web = (version: string, range: string) => ({ version, dependencies: { query: range } });

test("an upgraded package brings what it does not accept in the old version", () => {
  const old = lockfileOf({ web: web("1.0.0", "^1.0.0"), query: "1.0.0" });
  const brought = lockfileOf({ web: web("2.0.0", "^2.0.0"), query: "2.0.0" });
  expect(bringersOf(old, brought).get("node_modules/query")).toEqual(["web 2.0.0"]);
});

test("it does not bring what it would have left as it was, nor does one that has not moved", () => {
  const still = web("1.0.0", "^1.2.0");
  const old = lockfileOf({ web: web("1.0.0", "^1.0.0"), query: "1.0.0", still });
  const now = lockfileOf({ web: web("1.1.0", "^1.0.0"), query: "1.2.0", still });
  expect(bringersOf(old, now).size).toBe(0);
});

test("what is new comes with those that require it", () => {
  const now = lockfileOf({ web: web("2.0.0", "*"), query: "1.0.0" });
  const old = lockfileOf({ web: { version: "1.0.0" } });
  expect(bringersOf(old, now).get("node_modules/query")).toEqual(["web 2.0.0"]);
});

test("a package that gives up its own copy brings the one that it finds instead", () => {
  const old = lockfileOf({ web: web("1.0.0", "^1.0.0"), "web>query": "1.0.0", query: "2.0.0" });
  const now = lockfileOf({ web: web("2.0.0", "^2.0.0"), query: "2.0.0" });
  expect([...bringersOf(old, now)]).toEqual([["node_modules/web/node_modules/query", ["web 2.0.0"]]]);
  const same = lockfileOf({ web: web("1.1.0", "*"), query: "2.0.0" });
  expect(bringersOf(old, same).size).toBe(0);
});
