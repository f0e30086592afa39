import { expect, test } from "vitest";
import { DeltaSet } from "../../../src/core/delta-set.ts";
import { overridesFor } from "../../../src/world/packages/composed-overrides.ts";
import { madeVersion } from "../../versions/made-version.ts";
import { lockfileOf, type Packages, upgradesBetween } from "./package-trees.ts";

/** The overrides for all upgrades but those at some paths. */
function overridesWithout(heldBack: readonly string[], old: Packages, now: Packages, root = {}) {
  const stock = upgradesBetween(old, now);
  const side = (packages: Packages) => {
    return { name: "made", text: "", lockfile: lockfileOf(packages, root), read: () => undefined };
  };
  const sides = { old: side(old), new: side(now), project: { version: madeVersion({}), inside: "", home: "/app" } };
  const left = heldBack.map((path) => stock.upgrades.deltaAt(`node_modules/${path}`)!);
  return overridesFor(sides, stock.upgrades, stock.upgrades.all.minus(DeltaSet.of(...left)));
}

const side = (n: number): Packages => ({ web: web(n), query: `${n}.0.0` });
const web = (n: number) => ({ version: `${n}.0.0`, dependencies: { query: `${n}.0.0` } });

test("what is held back against a range is overridden", () => {
  expect(overridesWithout(["query"], side(1), side(2))).toEqual({ query: "1.0.0" });
  expect(overridesWithout([], side(1), side(2))).toEqual({});
});

test("where others find another version, each gets its own", () => {
  const old = { web: { version: "1.0.0", dependencies: { query: "1.0.0", body: "*" } }, body: web(1), query: "1.0.0" };
  const now = {
    web: { version: "2.0.0", dependencies: { query: "2.0.0", body: "*" } },
    body: { version: "2.0.0", dependencies: { query: "3.0.0" } },
    query: "2.0.0",
    "body>query": "3.0.0",
  };
  expect(overridesWithout(["query"], old, now)).toEqual({ web: { query: "1.0.0", body: { query: "3.0.0" } } });
});

test("what others find is not named if the package does not require these", () => {
  const own = { "web>query": "1.0.0", query: "3.0.0", body: { version: "1.0.0", dependencies: { query: "3.0.0" } } };
  const now = { ...own, web: { version: "2.0.0", dependencies: { query: "3.0.0" } } };
  const { "web>query": _, ...shared } = now;
  expect(overridesWithout(["web/node_modules/query"], { ...own, web: web(1) }, shared)).toEqual({
    web: { query: "1.0.0" },
  });
});

test("what the project itself requires is overridden only for others", () => {
  const root = { dependencies: { query: "*", web: "*" } };
  expect(overridesWithout(["query"], side(1), side(2), root)).toEqual({ web: { query: "1.0.0" } });
});

test("what is optional, but there, is overridden too", () => {
  const web = (n: number) => ({ version: `${n}.0.0`, optionalDependencies: { query: `${n}.0.0` } });
  const side = (n: number): Packages => ({ web: web(n), query: `${n}.0.0` });
  expect(overridesWithout(["query"], side(1), side(2))).toEqual({ query: "1.0.0" });
});

test("what a side had against a range is not overridden once more", () => {
  const web = (n: number) => ({ version: `${n}.0.0`, dependencies: { query: "9.0.0" } });
  const side = (n: number): Packages => ({ web: web(n), query: `${n}.0.0`, other: `${n}.0.0` });
  expect(overridesWithout(["other"], side(1), side(2))).toEqual({});
});
