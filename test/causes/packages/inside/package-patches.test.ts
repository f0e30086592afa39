import { expect, test } from "vitest";
import { ownerOf } from "../../../../src/causes/packages/inside/owner-of.ts";
import { changedVersions, othersOf } from "../../../../src/causes/packages/inside/package-patches.ts";
import { DeltaSet } from "../../../../src/core/delta-set.ts";
import { changesBetween } from "../../../../src/world/changes/diff-versions.ts";
import { madeVersion } from "../../../versions/made-version.ts";

const copies = [
  { folder: "node_modules/express/", old: "express 4.16.0", new: "express 4.22.3" },
  { folder: "node_modules/express/node_modules/qs/", old: "qs 6.5.2", new: "qs 6.16.2" },
  { folder: "node_modules/qs/", old: "qs 6.7.0", new: "qs 6.16.2" },
];

async function opened() {
  const version = (text: string) =>
    madeVersion(Object.fromEntries(copies.map(({ folder }) => [`${folder}a.txt`, text])));
  const packageOf = ownerOf(copies, ({ folder }) => folder);
  const world = () => ({ content: "", make: () => undefined as never });
  return {
    names: ["express", "qs"],
    upgrades: DeltaSet.of(0, 1, 2),
    versionAt: (path: string, side: "old" | "new") => packageOf(path)![side],
    changes: await changesBetween(version("1\n"), version("2\n")),
    ...{ world, freshWorld: world, pathInPatch: (path: string) => path },
  };
}

test("a patch applies to the packages that it has a file of, each version once", async () => {
  const packages = await opened();
  const { changes } = packages.changes;
  const changeIn = (i: number) => changes.findIndex(({ newPath }) => newPath === `${copies[i]!.folder}a.txt`);
  const versions = (side: "old" | "new", ...at: number[]) =>
    changedVersions({ opened: packages, failing: DeltaSet.of(...at.map(changeIn)) }, side);
  expect(versions("old", 2)).toBe("qs 6.7.0");
  expect(versions("old", 1)).toBe("qs 6.5.2");
  expect(versions("old", 0)).toBe("express 4.16.0");
  expect(versions("new", 1, 2)).toBe("qs 6.16.2");
});

test("a patch for an old package names the other upgrades that it was tried with", async () => {
  const packages = await opened();
  const all = DeltaSet.range(0, 9);
  const others = (base: DeltaSet, among?: DeltaSet) => othersOf({ all }, { among }, { opened: packages, base });
  expect(others(DeltaSet.of(0, 1, 2))).toBe("");
  expect(others(DeltaSet.of(0, 1, 2, 5))).toBe(" with 1 other upgrade");
  expect(others(DeltaSet.of(0, 1, 2, 5, 6))).toBe(" with 2 other upgrades");
  expect(others(DeltaSet.of(0, 1, 2, 5), DeltaSet.of(0, 1, 2, 5))).toBe(" with the upgrades that are kept");
  expect(others(all)).toBe(" with all other upgrades");
});
