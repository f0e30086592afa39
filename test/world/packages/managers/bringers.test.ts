import { expect, test } from "vitest";
import { entryOf } from "../../../../src/versions/packages/locked/entry.ts";
import { bringersAmong, type Requirer } from "../../../../src/world/packages/managers/bringers.ts";
import { bun } from "../../../../src/world/packages/managers/bun/bun.ts";
import { poetry } from "../../../../src/world/packages/managers/poetry.ts";
import { isRuledOut } from "../../../../src/world/packages/managers/python/version-specifier.ts";
import { yarn } from "../../../../src/world/packages/managers/yarn/yarn.ts";

const before: Readonly<Record<string, readonly string[]>> = { express: ["4.16.4"], qs: ["6.5.2"], same: ["1.0.0"] };
const express = { name: "express", version: "4.22.1", ranges: [["qs", "~6.14.0"]] as const };

test("a package is brought by upgraded ones that do not accept its old version", () => {
  const bringersOf = (...requirers: readonly Requirer[]) =>
    bringersAmong(requirers, (name) => before[name] ?? [])("qs");
  expect(bringersOf(express)).toEqual(["express 4.22.1"]);
  expect(bringersOf({ ...express, ranges: [["qs", "^6.5.0"]] })).toEqual([]);
  expect(bringersOf({ ...express, version: "4.16.4" })).toEqual([]);
  expect(bringersOf({ name: "same", version: "1.0.0", ranges: [["qs", "^7.0.0"]] })).toEqual([]);
  expect(bringersOf({ ...express, ranges: [["qs", "next"]] })).toEqual([]);
  expect(bringersOf({ ...express, ranges: [["other", "~6.14.0"]] })).toEqual([]);
});

const yarnLock = (version: string, range: string) => `# yarn lockfile v1


express@*:
  version "${version}"
  dependencies:
    qs "${range}"

qs@${range}:
  version "${version}"
`;
const poetryLock = (version: string, range: string) => `[[package]]
name = "Express"
version = "${version}"

[package.dependencies]
qs = {version = "${range}", markers = "python_version > '3'"}

[[package]]
name = "qs"
version = "${version}"

[metadata]
lock-version = "2.1"
`;
const bunLock = (version: string, range: string) => `{
  "lockfileVersion": 1,
  "workspaces": { "": { "name": "shop", "dependencies": { "express": "*" } } },
  "packages": {
    "express": ["express@${version}", "", { "dependencies": { "qs": "${range}" } }, ""],
    "qs": ["qs@${version}", "", {}, ""],
  },
}`;

test.each([
  ["yarn.lock", yarn, yarnLock],
  ["bun.lock", bun, bunLock],
  ["poetry.lock", poetry, poetryLock],
])("%s has the ranges for that", async (lockfile, manager, lock) => {
  const manifests: Readonly<Record<string, string>> = {
    "package.json": '{"name": "shop", "dependencies": {"express": "*"}}',
    "pyproject.toml": '[project]\nname = "shop"\ndependencies = ["express"]\n',
  };
  const side = (text: string) => ({
    name: "made",
    lockfile,
    read: (path: string) => (path === lockfile ? text : manifests[path]),
  });
  const bringers = async (range: string) => {
    const { packages } = await manager.compare(side(lock("1.0.0", "*")), side(lock("2.0.0", range)));
    return packages.map(({ name, broughtBy }) => [name, broughtBy]);
  };
  expect(await bringers(">=2")).toEqual([
    ["express", undefined],
    ["qs", ["express 2.0.0"]],
  ]);
  expect(await bringers(">=1")).toEqual([
    ["express", undefined],
    ["qs", undefined],
  ]);
});

test("the entry says so with the version, and shows the way from the project", () => {
  const qs = { name: "qs", old: "6.5.2", new: "6.14.3", requiredBy: ["express"] };
  expect(entryOf({ ...qs, broughtBy: ["express 4.22.1"] }, "shop")).toEqual({
    text: "qs 6.5.2 → 6.14.3, brought by express 4.22.1 (shop › express › qs)",
    ...{ package: "qs", old: "6.5.2", new: "6.14.3", broughtBy: ["express 4.22.1"] },
  });
  expect(entryOf(qs, undefined).text).toBe("qs 6.5.2 → 6.14.3 (express › qs)");
  expect(entryOf({ ...qs, requiredBy: [] }, "shop").text).toBe("qs 6.5.2 → 6.14.3");
});

test.each([
  [">=2", ["1.9", "1"], ["2", "2.0", "3.1"]],
  [">=1.2,<2", ["1.1", "2.0", "2"], ["1.2", "1.99"]],
  ["^1.2", ["1.1", "2"], ["1.2", "1.3.1"]],
  ["^0.2.3", ["0.3", "0.2.2"], ["0.2.3", "0.2.9"]],
  ["~1.2", ["1.3", "1.1"], ["1.2", "1.2.9"]],
  ["~=1.4.2", ["1.5", "1.4.1"], ["1.4.2", "1.4.9"]],
  ["==1.*", ["2.0"], ["1.0", "1.5"]],
  ["!=1.5", ["1.5", "1.5.0"], ["1.4"]],
  ["1.5", ["1.4"], ["1.5", "1.5.0"]],
  ["<1 || >=3", ["1", "2.5"], ["0.9", "3"]],
  ["*", [], ["1", "99"]],
  [">=2.0rc1", [], ["1.0"]],
  [">=2", [], ["1.0.dev3", "1!0.1"]],
])("of Python's requirements, %s certainly rules out %j, and not %j", (range, out, others) => {
  for (const version of out) expect([version, isRuledOut(range, version)]).toEqual([version, true]);
  for (const version of others) expect([version, isRuledOut(range, version)]).toEqual([version, false]);
});
