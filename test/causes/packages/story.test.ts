import { afterAll, expect, test } from "vitest";
import type { PackagesRequest } from "../../../src/causes/packages/request.ts";
import { packagesStory } from "../../../src/causes/packages/story.ts";
import { DeltaSet } from "../../../src/core/delta-set.ts";
import { RunRecord } from "../../../src/run/record.ts";
import { Run } from "../../../src/run/run.ts";
import { readLockfile } from "../../../src/world/packages/lockfile.ts";
import { Upgrades } from "../../../src/world/packages/upgrades.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { madeVersion } from "../../versions/made-version.ts";

const cwd = temporaryFolder("packages-story");
const request: PackagesRequest = {
  ...{ cwd, old: "HEAD~1", fresh: false, deeper: false, contents: [], test: ["npm", "test"] },
  conditions: { jobs: 1, failure: { mode: "same" }, repeat: 1 },
};
const run = new Run(RunRecord.create(cwd, { kind: "packages", request, version: "0" }), request.conditions);
afterAll(() => run.close());

const sides = {
  old: sideWith({ table: "1.0.0", pad: "1.1.2", gone: "1.0.0" }),
  new: sideWith({ table: "2.0.0", pad: "1.2.0", come: "3.0.0" }),
  project: { version: madeVersion({}), inside: "", home: cwd },
};
const upgrades = Upgrades.between(sides.old.lockfile.entries, sides.new.lockfile.entries);
const deltaOf = (name: string) => upgrades.deltaAt(`node_modules/${name}`)!;
const ended = { verdict: "found", minimal: true, assumptions: [] } as const;

/** A project that requires these packages directly. */
function sideWith(versions: Record<string, string>) {
  const ranges = Object.fromEntries(Object.keys(versions).map((name) => [name, "*"]));
  const entries = Object.entries(versions).map(([name, version]) => [`node_modules/${name}`, { version }]);
  const root = { name: "app", dependencies: ranges };
  const text = JSON.stringify({ lockfileVersion: 3, packages: { "": root, ...Object.fromEntries(entries) } });
  return { name: "made", text, lockfile: readLockfile(text, "made"), read: () => undefined };
}

test("the cause are the upgrades that make the difference, then those that they need", () => {
  const found = {
    failing: DeltaSet.of(deltaOf("table"), deltaOf("come")),
    causes: DeltaSet.of(deltaOf("table")),
    suspects: DeltaSet.empty,
  };
  const { finding, test: words } = packagesStory(run, request, { ...ended, sides, upgrades, found });
  expect(finding).toMatchObject({ kind: "packages", verdict: "found", by: "packages", deltas: { total: 4, cause: 2 } });
  expect(finding.cause).toEqual([
    ...[{ text: "table 1.0.0 → 2.0.0 (app › table)", file: "node_modules/table", package: "table" }].map((each) => ({
      ...each,
      old: "1.0.0",
      new: "2.0.0",
    })),
    { text: "come 3.0.0 added (app › come)", file: "node_modules/come", package: "come", new: "3.0.0", context: true },
  ]);
  expect(finding).not.toHaveProperty("heldBack");
  expect(finding).not.toHaveProperty("deeper");
  expect(words).toEqual(["npm", "test"]);
});

test("what --keep-good and --deeper found is added", () => {
  const found = { failing: upgrades.all, causes: DeltaSet.empty, suspects: DeltaSet.empty };
  const heldBack = [{ text: "pad 1.1.2 → 1.2.0" }];
  const deeper = { packages: ["pad"], deltas: { total: 9, cause: 1 }, minimal: true, cause: [] };
  const more = { heldBack, deeper, files: { good: "package-lock.good.json" }, notes: ["so"] };
  const { finding } = packagesStory(run, request, { ...ended, sides, upgrades, found, ...more });
  expect(finding).toMatchObject(more);
  expect(finding.cause.length).toBe(4);
});

test("a run that was stopped before the packages were installed has no cause and no upgrades", () => {
  const { finding } = packagesStory(run, request, { ...ended, verdict: "interrupted", minimal: false, sides });
  expect(finding).toMatchObject({ verdict: "interrupted", deltas: { total: 0, cause: 0 }, cause: [], files: {} });
});
