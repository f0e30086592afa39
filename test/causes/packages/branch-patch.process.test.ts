import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeBranchPatch } from "../../../src/causes/packages/branch-patch.ts";
import type { Run } from "../../../src/run/run.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { madeVersion } from "../../versions/made-version.ts";

const run = { record: { folder: temporaryFolder("record") } } as Partial<Run> as Run;
const files = new Map([
  ["package-lock.json", "new lock\n"],
  ["package.json", "new manifest\n"],
]);

/** A project in a folder of a repository. */
function projectWith(own: Readonly<Record<string, string>>) {
  const home = temporaryFolder("branch");
  execFileSync("mkdir", ["-p", join(home, "app")]);
  for (const [path, text] of Object.entries(own)) writeFileSync(join(home, path), text);
  return { home, project: { version: madeVersion(own, { name: "the working tree" }), inside: "app", home } };
}

test("git makes of the version what the files are to be, with the version named in the first line", () => {
  const { home, project } = projectWith({ "app/package-lock.json": "lock\n", "app/package.json": "manifest\n" });
  const path = join(home, "good.patch");
  const patch = { project, newName: "the working tree", files, isShown: true };
  expect(writeBranchPatch(run, path, patch)).toEqual({
    ...{ name: "goodPatch", file: path, base: "NEW (the working tree)", effect: "passes" },
  });
  expect(readFileSync(path, "utf8")).toMatch(/^# Applies to NEW \(the working tree\): with it the test passes\.\n/);
  execFileSync("git", ["apply", path], { cwd: home });
  expect(readFileSync(join(home, "app/package.json"), "utf8")).toBe("new manifest\n");
});

test("a file that git ignores is left out: the patch could not be applied", () => {
  const { home, project } = projectWith({ "app/package.json": "manifest\n" });
  writeFileSync(join(home, "app/package-lock.json"), "ignored\n");
  const path = join(home, "good.patch");
  const entry = writeBranchPatch(run, path, { project, newName: "new.json", files, isShown: false });
  expect(entry).toMatchObject({ base: "the working tree", effect: "not confirmed" });
  expect(readFileSync(path, "utf8").match(/^diff .*/gm)).toEqual(["diff --git a/app/package.json b/app/package.json"]);
});

test("without anything to change there is no patch", () => {
  const { home, project } = projectWith({ "app/package.json": "new manifest\n" });
  writeFileSync(join(home, "app/package-lock.json"), "ignored\n");
  const path = join(home, "good.patch");
  expect(writeBranchPatch(run, path, { project, newName: "", files, isShown: true })).toBeUndefined();
  expect(existsSync(path)).toBe(false);
});
