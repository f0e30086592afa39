import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FolderWatch } from "../../../../src/causes/why/watch/folder-watch.ts";
import { temporaryFolder } from "../../../temporary-folder.ts";
import { until } from "../../../until.ts";

test.each(["with git", "without git"])("notices files in folders that are new, or made anew, %s", async (how) => {
  const root = temporaryFolder("folder-watch");
  mkdirSync(join(root, "src"));
  writeFileSync(join(root, "src/a"), "");
  if (how === "with git") execFileSync("sh", ["-c", "git init -q && git add ."], { cwd: root });
  let changes = 0;
  const watch = new FolderWatch(root, () => changes++);
  const noticed = async (act: () => void) => {
    changes = 0;
    act();
    await until(() => changes > 0);
    watch.refresh();
  };
  try {
    await noticed(() => mkdirSync(join(root, "src/new")));
    await noticed(() => writeFileSync(join(root, "src/new/x"), ""));
    await noticed(() => {
      rmSync(join(root, "src/new"), { recursive: true });
      mkdirSync(join(root, "src/new"));
    });
    await noticed(() => writeFileSync(join(root, "src/new/x"), ""));
    expect(watch.isComplete).toBe(true);
  } finally {
    watch.close();
  }
});
