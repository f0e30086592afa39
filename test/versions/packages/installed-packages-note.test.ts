import { expect, test } from "vitest";
import { installedPackagesNotes } from "../../../src/versions/packages/installed-packages-note.ts";

test("a note names the lockfiles that differ, if any do", () => {
  expect(installedPackagesNotes([])).toEqual([]);
  expect(installedPackagesNotes(["package-lock.json"])[0]).toMatch(
    /^package-lock.json differs, but every test uses the packages that are installed here/,
  );
  expect(installedPackagesNotes(["a/yarn.lock", "b/yarn.lock"])[0]).toMatch(/^a\/yarn.lock and b\/yarn.lock differ, /);
});
