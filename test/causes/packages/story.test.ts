import { expect, test } from "vitest";
import { packagesDetails } from "../../../src/causes/packages/story.ts";
import { DeltaSet } from "../../../src/core/delta-set.ts";
import { readLockfile } from "../../../src/world/packages/lockfile.ts";
import { Upgrades } from "../../../src/world/packages/upgrades.ts";
import { madeVersion } from "../../versions/made-version.ts";

const sides = {
  old: sideWith({ table: "1.0.0", pad: "1.1.2", gone: "1.0.0" }),
  new: sideWith({ table: "2.0.0", pad: "1.2.0", come: "3.0.0" }),
  project: { version: madeVersion({}), inside: "", home: "/home/ada/app" },
};
const upgrades = Upgrades.between(sides.old.lockfile.entries, sides.new.lockfile.entries);
const deltaOf = (name: string) => upgrades.deltaAt(`node_modules/${name}`)!;
const conclusion = { verdict: "found", minimal: true, assumptions: [], sides } as const;

/** A project that requires these packages directly. */
function sideWith(versions: Record<string, string>) {
  const ranges = Object.fromEntries(Object.keys(versions).map((name) => [name, "*"]));
  const entries = Object.entries(versions).map(([name, version]) => [`node_modules/${name}`, { version }]);
  const root = { name: "app", dependencies: ranges };
  const text = JSON.stringify({ lockfileVersion: 3, packages: { "": root, ...Object.fromEntries(entries) } });
  return { name: "made", text, lockfile: readLockfile(text, "made"), read: () => undefined };
}

test("the cause is the upgrades that make the difference, then those that they need", () => {
  const found = {
    failing: DeltaSet.of(deltaOf("table"), deltaOf("come")),
    causes: DeltaSet.of(deltaOf("table")),
    suspects: DeltaSet.empty,
  };
  const table = { file: "node_modules/table", package: "table", old: "1.0.0", new: "2.0.0" };
  const come = { file: "node_modules/come", package: "come", new: "3.0.0" };
  expect(packagesDetails({ ...conclusion, upgrades, found })).toEqual({
    ...{ goal: "isolate", search: "explain", by: "packages", deltas: { total: 4, cause: 2 } },
    cause: [
      { text: "table 1.0.0 → 2.0.0 (app › table)", ...table },
      { text: "come 3.0.0 added (app › come)", ...come, context: true },
    ],
    causes: [],
    files: {},
    notes: [],
  });
});

test("further upgrades that break the test are causes of their own", () => {
  const found = { failing: DeltaSet.of(deltaOf("table")), causes: DeltaSet.empty, suspects: DeltaSet.empty };
  const { causes } = packagesDetails({ ...conclusion, upgrades, found, further: [deltaOf("pad"), deltaOf("gone")] });
  expect(causes?.map((cause) => cause.map(({ package: name }) => name))).toEqual([["pad"], ["gone"]]);
});

test("what --keep-good and --deeper found is added", () => {
  const found = { failing: upgrades.all, causes: DeltaSet.empty, suspects: DeltaSet.empty };
  const heldBack = [{ text: "pad 1.1.2 → 1.2.0" }];
  const deeper = { packages: ["pad"], deltas: { total: 9, cause: 1 }, minimal: true, cause: [] };
  const more = { heldBack, deeper, files: { good: "package-lock.good.json" }, notes: ["so"] };
  const details = packagesDetails({ ...conclusion, upgrades, found, ...more });
  expect(details).toMatchObject(more);
  expect(details.cause?.map(({ package: name, context }) => [name, context])).toEqual(
    ["come", "gone", "pad", "table"].map((name) => [name, undefined]),
  );
});

test("a run that was stopped before the packages were installed has no cause and no upgrades", () => {
  expect(packagesDetails({ ...conclusion, verdict: "interrupted" })).toMatchObject({
    ...{ deltas: { total: 0, cause: 0 }, cause: [], files: {} },
  });
});
