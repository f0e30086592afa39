import { expect, test } from "vitest";
import { baseName } from "../../../src/versions/changes/patch-bases.ts";
import { madeVersion } from "../made-version.ts";

const [passing, failing] = [
  { ...madeVersion({}), name: "v1" },
  { ...madeVersion({}), name: "v2" },
];
const ends = { passing, failing };
const versions = { named: ends, between: ends, areCommitAndParent: false };

test("a patch names the packages that it was tried with, unless its version has them by itself", () => {
  expect(baseName(passing, versions)).toBe("OLD (v1)");
  const own = { ...versions, packages: { name: "the packages of v1", of: passing } };
  expect(baseName(passing, own)).toBe("OLD (v1)");
  expect(baseName(failing, own)).toBe("NEW (v2) with the packages of v1");
  const some = { ...versions, packages: { name: "the packages of v1 and lib 2.0.0" } };
  expect(baseName(passing, some)).toBe("OLD (v1) with the packages of v1 and lib 2.0.0");
});
