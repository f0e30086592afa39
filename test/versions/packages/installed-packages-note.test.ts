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

test("where nothing is installed beside the lockfiles, no test is said to use that", () => {
  const notes = installedPackagesNotes(["package-lock.json"], () => false);
  expect(notes[0]).toMatch(
    /^package-lock.json differs, and there is no node_modules beside it: culprit packages finds/,
  );
  const some = installedPackagesNotes(["a/yarn.lock", "b/yarn.lock"], (path) => path === "b/yarn.lock");
  expect(some[0]).toMatch(/, but every test uses the packages that are installed here: culprit packages finds/);
});

test("lockfiles of two managers in one folder need a choice", () => {
  expect(installedPackagesNotes(["package-lock.json", "yarn.lock"])[0]).toContain(
    ": culprit packages --manager npm|yarn finds out",
  );
  expect(installedPackagesNotes(["package-lock.json", "web/yarn.lock"])[0]).toContain(": culprit packages finds out");
});
