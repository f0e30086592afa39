import { execFileSync } from "node:child_process";
import { expect } from "vitest";
import { commandLine } from "../../src/core/command-line.ts";
import type { Folder } from "./culprit.ts";

/** A project of which the last commit upgraded everything, and its test. */
interface Upgraded {
  readonly folder: Folder;
  readonly test: readonly string[];
  readonly environment?: NodeJS.ProcessEnv;
}

/** `culprit changes` tells that it is the packages, not the files, and names the upgrade. */
export async function expectUpgradeBlamed(
  { folder, test, environment = {} }: Upgraded,
  upgrade: { readonly package: string; readonly old: string; readonly new: string },
): Promise<void> {
  folder.write("README.md", "A file that also differs.\n");
  const before = state(folder);
  const { code, json, stderr } = await folder.start(["changes", "HEAD~1", "--json", "--", ...test], environment).ended;
  expect([code, json.verdict, json.by, json.minimal], stderr).toEqual([0, "found", "packages", true]);
  expect(json.cause).toMatchObject([upgrade]);
  const notes = json.notes?.join("\n");
  expect(notes).toContain(
    "The files of HEAD~1 fail with the packages of the working tree: the cause is in the packages",
  );
  expect(notes).toContain(`culprit packages 'HEAD~1' --deeper -- ${commandLine(test)}`);
  expect(state(folder)).toEqual(before);
}

/** What differs from the last commit: caches of managers, which git ignores here, may grow. */
function state({ path }: Folder): string {
  return execFileSync("git", ["-C", path, "status", "--porcelain"], { encoding: "utf8" });
}
