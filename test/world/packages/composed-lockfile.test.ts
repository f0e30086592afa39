import { expect, test } from "vitest";
import { DeltaSet } from "../../../src/core/delta-set.ts";
import { composedPackages, lockfileWith } from "../../../src/world/packages/composed-lockfile.ts";
import { readLockfile } from "../../../src/world/packages/lockfile.ts";
import { Upgrades } from "../../../src/world/packages/upgrades.ts";
import { madeVersion } from "../../versions/made-version.ts";
import { lockfileOf, type Packages, upgradesBetween } from "./package-trees.ts";

/** In the order in which npm writes them. */
const names = ["@ui/core", "a_b", "a-b", "B", "c"];

function sideWith(version: string) {
  const entries = names.map((name) => [`node_modules/${name}`, { version }]);
  const packages = { "": { name: "app" }, ...Object.fromEntries(entries) };
  const text = `${JSON.stringify({ name: "app", lockfileVersion: 3, packages }, null, "\t")}\n`;
  return { name: version, text, lockfile: readLockfile(text, version), read: () => undefined };
}

test("a composed lockfile is written as npm writes the new one, so that only what is held back differs", () => {
  const sides = {
    ...{ old: sideWith("1.0.0"), new: sideWith("2.0.0") },
    project: { version: madeVersion({}), inside: "", home: undefined },
  };
  const upgrades = Upgrades.between(sides.old.lockfile.entries, sides.new.lockfile.entries);
  const held = DeltaSet.of(upgrades.deltaAt("node_modules/a-b")!);
  const { text } = lockfileWith(sides, upgrades, upgrades.all.minus(held));
  const lines = (all: string) => all.split("\n");
  const differing = lines(text).filter((line, i) => line !== lines(sides.new.text)[i]);
  expect(differing).toEqual(['\t\t\t"version": "1.0.0"']);
  expect(Object.keys(JSON.parse(text).packages).slice(1)).toEqual(names.map((name) => `node_modules/${name}`));
});

/** The packages with all upgrades but some, both sides required by the project as `root` says. */
function installedWithout(heldBack: readonly string[], old: Packages, now: Packages, root: object) {
  const side = (packages: Packages) => {
    return { name: "made", text: "", lockfile: lockfileOf(packages, root), read: () => undefined };
  };
  const sides = { old: side(old), new: side(now), project: { version: madeVersion({}), inside: "", home: undefined } };
  const { upgrades } = upgradesBetween(old, now);
  const held = heldBack.map((path) => upgrades.deltaAt(`node_modules/${path}`)!);
  const { entries } = composedPackages(sides, upgrades, upgrades.all.minus(DeltaSet.of(...held)));
  return [...entries].map(([path, { version }]) => `${path.replace("node_modules/", "")} ${version}`);
}

const lib = (number: number, more: object = {}) => ({ version: `${number}.0.0`, ...more });
const root = { dependencies: { lib: "*", ok: "*" } };

test("what only an upgrade that is held back requires is left out, with all that this one requires", () => {
  const needs = { dependencies: { helper: "*" }, optionalDependencies: { fast: "*" }, peerDependencies: { peer: "*" } };
  const helpers = { helper: { version: "1.0.0", dependencies: { inner: "*" } }, inner: "1.0.0" };
  const now = { ...helpers, fast: "1.0.0", peer: "1.0.0", lib: lib(2, needs), ok: "2.0.0" };
  expect(installedWithout(["lib"], { lib: lib(1), ok: "1.0.0" }, now, root)).toEqual(["lib 1.0.0", "ok 2.0.0"]);
  expect(installedWithout(["ok"], { lib: lib(1), ok: "1.0.0" }, now, root)).toEqual([
    ...["fast 1.0.0", "helper 1.0.0", "inner 1.0.0", "lib 2.0.0", "ok 1.0.0", "peer 1.0.0"],
  ]);
});

test("what something else requires stays, and what is bundled with it", () => {
  const helper = { version: "1.0.0", dependencies: { part: "*" } };
  const bundle = { helper, "helper>part": { version: "1.0.0", inBundle: true } };
  const now = {
    ...bundle,
    lib: lib(2, { dependencies: { helper: "*" } }),
    ok: lib(2, { peerDependencies: { helper: "*" } }),
  };
  expect(installedWithout(["lib"], { lib: lib(1), ok: "1.0.0" }, now, root)).toEqual([
    ...["helper 1.0.0", "helper/node_modules/part 1.0.0", "lib 1.0.0", "ok 2.0.0"],
  ]);
});

test("an optional peer alone does not keep a package", () => {
  const peerDependenciesMeta = { helper: { optional: true } };
  const ok = lib(1, { peerDependencies: { helper: "*" }, peerDependenciesMeta });
  const now = { helper: "1.0.0", lib: lib(2, { dependencies: { helper: "*" } }), ok };
  expect(installedWithout(["lib"], { lib: lib(1), ok }, now, root)).toEqual(["lib 1.0.0", "ok 1.0.0"]);
});

test("what a workspace requires is kept, and so is the link to it", () => {
  const packages = (number: number) => ({
    "": { name: "app", workspaces: ["own"] },
    own: { name: "own", version: "1.0.0", devDependencies: { a: `${number}.0.0` } },
    "node_modules/a": { version: `${number}.0.0` },
    "node_modules/own": { resolved: "own", link: true },
  });
  const side = (number: number) => {
    const text = JSON.stringify({ lockfileVersion: 3, packages: packages(number) });
    return { name: "made", text, lockfile: readLockfile(text, "made"), read: () => undefined };
  };
  const sides = { old: side(1), new: side(2), project: { version: madeVersion({}), inside: "", home: undefined } };
  const upgrades = Upgrades.between(sides.old.lockfile.entries, sides.new.lockfile.entries);
  const { entries } = composedPackages(sides, upgrades, upgrades.all);
  expect([...entries.keys()]).toEqual(["node_modules/a", "node_modules/own", "own"]);
});

test("what nothing required in the lockfile itself stays in it", () => {
  const now = { lib: "2.0.0", ok: "2.0.0", stray: "1.0.0" };
  expect(installedWithout(["lib"], { lib: "1.0.0", ok: "1.0.0", stray: "1.0.0" }, now, root)).toContain("stray 1.0.0");
});
