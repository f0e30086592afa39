import { expect, test } from "vitest";
import { installedPackagesNotes } from "../../../src/versions/packages/installed-packages-note.ts";

test("a note names the lockfiles that differ, if any do", () => {
  expect(installedPackagesNotes([])).toEqual([]);
  expect(installedPackagesNotes(["package-lock.json"])[0]).toMatch(
    /^package-lock.json differs, but every test uses the packages that are installed here/,
  );
  expect(installedPackagesNotes(["web/pnpm-lock.yaml"])[0]).toBe(
    "web/pnpm-lock.yaml differs, but every test uses the packages that are installed here: culprit packages finds out which upgrade is to blame, " +
      "--build 'pnpm install --frozen-lockfile' installs what each candidate asks for.",
  );
  expect(installedPackagesNotes(["a/yarn.lock", "b/yarn.lock"])[0]).toMatch(/^a\/yarn.lock and b\/yarn.lock differ, /);
});
