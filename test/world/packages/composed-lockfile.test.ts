import { expect, test } from "vitest";
import { DeltaSet } from "../../../src/core/delta-set.ts";
import { lockfileWith } from "../../../src/world/packages/composed-lockfile.ts";
import { readLockfile } from "../../../src/world/packages/lockfile.ts";
import { Upgrades } from "../../../src/world/packages/upgrades.ts";
import { madeVersion } from "../../versions/made-version.ts";

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
