import { execFileSync } from "node:child_process";
import { existsSync, linkSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { editCommand } from "../../../../src/causes/packages/locked/edit-command.ts";
import type { Placed } from "../../../../src/world/changes/version-diff.ts";
import { temporaryFolder } from "../../../temporary-folder.ts";
import { madeItem } from "../../../versions/made-version.ts";

const edited: readonly Placed[] = [
  { path: "it's\n here.py", item: madeItem("new") },
  { path: "new/folder/a b.txt", item: madeItem("added") },
  { path: "gone.py", item: undefined },
];

test("every copy of a package is edited, and what the manager's cache has is not", () => {
  const top = temporaryFolder("edits");
  const packages = ["one", "the other"].map((name) => join(top, name));
  const cached = join(top, "cached");
  writeFileSync(cached, "old");
  for (const folder of packages) {
    mkdirSync(join(folder, "__pycache__"), { recursive: true });
    for (const name of ["it's\n here.py", "gone.py", "left.py"]) linkSync(cached, join(folder, name));
  }
  const command = editCommand(join(top, "edits 1"), { find: "ls -d one 'the other'", placed: edited });
  // A warm tree gets the same candidate again.
  for (const _ of ["once", "again"]) execFileSync("sh", ["-c", command], { cwd: top });
  for (const folder of packages) {
    expect(readFileSync(join(folder, "it's\n here.py"), "utf8")).toBe("new");
    expect(readFileSync(join(folder, "new/folder/a b.txt"), "utf8")).toBe("added");
    expect(["gone.py", "__pycache__", "left.py"].map((name) => existsSync(join(folder, name)))).toEqual([
      ...[false, false, true],
    ]);
  }
  expect(readFileSync(cached, "utf8")).toBe("old");
});

test("without the package, the command fails", () => {
  const top = temporaryFolder("edits");
  for (const find of ["true", "ls -d nothing 2>&1"]) {
    const command = editCommand(join(top, "edits"), { find, placed: edited });
    expect(() => execFileSync("sh", ["-c", command], { cwd: top, stdio: "ignore" })).toThrow();
  }
});
