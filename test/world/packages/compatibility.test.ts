import { expect, test } from "vitest";
import { DeltaSet } from "../../../src/core/delta-set.ts";
import { compatibilityOf, withPeersTogether } from "../../../src/world/packages/compatibility.ts";
import { Upgrades } from "../../../src/world/packages/upgrades.ts";
import { type PackageEntry, treeOf } from "./package-trees.ts";

function between(old: Record<string, PackageEntry | string>, now: Record<string, PackageEntry | string>) {
  const upgrades = withPeersTogether(Upgrades.between(treeOf(old), treeOf(now)));
  const compatibility = compatibilityOf(upgrades);
  const short = (path: string) => path.replace(/^node_modules\//, "").replaceAll("/node_modules/", ">");
  const named = (set: DeltaSet) => [...set].flatMap((i) => upgrades.deltas[i]!.map(({ path }) => short(path)));
  const setOf = (...paths: string[]) =>
    DeltaSet.of(
      ...[...upgrades.all].filter((i) => upgrades.deltas[i]!.some(({ path }) => paths.includes(short(path)))),
    );
  return {
    deltas: upgrades.deltas.map((moves) => moves.map(({ path }) => short(path))),
    isPossible: (...paths: string[]) => compatibility.answerWithoutTest(setOf(...paths)) === undefined,
    needs: (...paths: string[]) => named(compatibility.dependencies.withNeeds(setOf(...paths))),
    dependents: (...paths: string[]) => named(compatibility.dependencies.withDependents(setOf(...paths))),
    about: (...paths: string[]) => named(compatibility.answerWithoutTest(setOf(...paths))?.about ?? DeltaSet.empty),
  };
}

const needing = (version: string, dependencies: Record<string, string>) => ({ version, dependencies });

test("upgrades within each other's ranges are independent", () => {
  const { deltas, isPossible } = between(
    { a: needing("1.0.0", { b: "^1.0.0" }), b: "1.0.0", same: "1.0.0" },
    { a: needing("1.1.0", { b: "^1.0.0" }), b: "1.5.0", same: "1.0.0" },
  );
  expect(deltas).toEqual([["a"], ["b"]]);
  expect([isPossible(), isPossible("a"), isPossible("b"), isPossible("a", "b")]).toEqual([true, true, true, true]);
});

test("a package needs what it newly requires, and what it no longer requires cannot go before it", () => {
  const { deltas, needs, isPossible, dependents } = between(
    { a: needing("1.0.0", { gone: "^1.0.0" }), gone: "1.0.0" },
    { a: needing("2.0.0", { come: "^1.0.0" }), come: "1.0.0" },
  );
  expect(deltas).toEqual([["a"], ["come"], ["gone"]]);
  expect(needs("a")).toEqual(["a", "come"]);
  expect(needs("gone")).toEqual(["a", "come", "gone"]);
  expect(isPossible("come")).toBe(true);
  expect(isPossible("a")).toBe(false);
  expect(dependents("come")).toEqual(["a", "come", "gone"]);
});

test("one that is out of another's range needs the copy that the other has for itself", () => {
  const { deltas, needs, isPossible, about } = between(
    { a: needing("1.0.0", { b: "^1.0.0" }), b: "1.0.0" },
    { a: needing("1.0.0", { b: "^1.0.0" }), "a>b": "1.0.0", b: "2.0.0" },
  );
  expect(deltas).toEqual([["a>b"], ["b"]]);
  expect(isPossible("a>b")).toBe(true);
  expect(isPossible("b")).toBe(false);
  expect(needs("b")).toEqual(["a>b", "b"]);
  expect(about("b")).toEqual(["a>b", "b"]);
});

test("peers that need each other are one", () => {
  const plugin = (version: string, core: string) => ({ version, peerDependencies: { core } });
  const { deltas } = between(
    { core: "1.0.0", plugin: plugin("1.0.0", "^1.0.0"), other: "1.0.0" },
    { core: "2.0.0", plugin: plugin("2.0.0", "^2.0.0"), other: "1.1.0" },
  );
  expect(deltas).toEqual([["core", "plugin"], ["other"]]);
});

test("optional peers need not be there", () => {
  const peerDependenciesMeta = { core: { optional: true } };
  const plugin = (version: string) => ({ version, peerDependencies: { core: "^2.0.0" }, peerDependenciesMeta });
  expect(between({ plugin: plugin("1.0.0") }, { core: "2.0.0", plugin: plugin("1.1.0") }).isPossible("plugin")).toBe(
    true,
  );
});

test("what is inside a package comes and goes with it", () => {
  const inside = { a: needing("1.0.0", { b: "^1.0.0" }), "a>b": "1.0.0" };
  expect(between(inside, { b: "2.0.0" }).deltas).toEqual([["a", "a>b"], ["b"]]);
  const { deltas, isPossible } = between({ b: "2.0.0" }, { ...inside, a: needing("1.0.0", { b: "*" }), b: "3.0.0" });
  expect(deltas).toEqual([["a"], ["a>b"], ["b"]]);
  expect([isPossible("a"), isPossible("a>b"), isPossible("a", "a>b")]).toEqual([true, false, true]);
});

test("what a package bundles is part of it", () => {
  const bundled = (version: string) => ({ version, inBundle: true });
  const old = { a: "1.0.0", "a>b": bundled("1.0.0"), "a>b>c": bundled("1.0.0") };
  expect(between(old, { a: "2.0.0", "a>b": bundled("1.1.0"), "a>b>c": bundled("1.0.0") }).deltas).toEqual([
    ["a", "a>b"],
  ]);
});

test("what was out of range on one side already, by force, is possible", () => {
  const forced = { a: needing("1.0.0", { b: "^1.0.0" }), b: "2.0.0", c: "1.0.0" };
  expect(between({ ...forced, b: "1.0.0" }, { ...forced, c: "2.0.0" }).isPossible("b")).toBe(true);
});

test("a range that is none, such as an address, takes any version", () => {
  const a = needing("1.0.0", { b: "git+ssh://host/b" });
  expect(between({ a, b: "1.0.0" }, { a: { ...a, version: "1.1.0" }, b: "2.0.0" }).isPossible("b")).toBe(true);
});
