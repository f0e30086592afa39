import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { UserFiles } from "../../src/engine/action/user-files.ts";
import { FileOrder } from "../../src/engine/tree/file-order.ts";
import { TreeReader } from "../../src/engine/tree/read-tree.ts";
import { indexPositions } from "../../src/world/git/index-positions.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { skippedBecause } from "../tiers/skipped-because.ts";
import { noOwnEngine } from "../tools/buildbox.ts";
import { engineHere, open, runOn, script } from "./open-engine.ts";

/** A folder with files that were written at these times, in seconds. */
function folderWith(times: Readonly<Record<string, number>>): string {
  const folder = join(temporaryFolder("engine-reuse"), "project");
  mkdirSync(folder);
  for (const [name, time] of Object.entries(times)) {
    writeFileSync(join(folder, name), name);
    utimesSync(join(folder, name), time, time);
  }
  return folder;
}

describe("with --reuse, a test", skippedBecause(noOwnEngine), () => {
  // It prints something else each time that it runs.
  const text =
    "perl -e 'print rand'; for each in old new; do [ made -nt $each ] && echo newer than $each; done; exit 1";

  test("has the outcome of another user's, whose files are equal and in the same order", async () => {
    const { url } = await engineHere();
    const outputIn = async (folder: string, reuse = true) => {
      const execution = await runOn(await open(url, { reuse }), script(text, { cwd: folder }));
      expect(execution.exit).toBe(1);
      return execution.output.stdout;
    };
    const first = await outputIn(folderWith({ old: 1000, made: 2000, new: 3000 }));
    expect(first).toMatch(/newer than old\n$/);
    expect(await outputIn(folderWith({ old: 1_600_000_000, made: 1_600_000_000.5, new: 1_700_000_000 }))).toBe(first);
    const otherOrder = await outputIn(folderWith({ old: 1000, made: 3000, new: 2000 }));
    expect(otherOrder).toMatch(/newer than old\nnewer than new\n$/);
    expect(await outputIn(folderWith({ old: 1000, made: 2000, new: 3000 }), false)).not.toBe(first);
  });
});

describe("two clones", () => {
  const git = (folder: string, ...words: string[]) =>
    execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", ...words], { cwd: folder });

  function repository(): string {
    const folder = temporaryFolder("engine-origin");
    git(folder, "init", "-q");
    for (let i = 0; i < 300; i++) writeFileSync(join(folder, `file-${i}`), String(i));
    git(folder, "add", ".");
    git(folder, "commit", "-qm", "All");
    return folder;
  }

  function cloneOf(origin: string): string {
    const folder = join(temporaryFolder("engine-clone"), "project");
    git(origin, "clone", "-q", origin, folder);
    return folder;
  }

  function sent(folder: string): string {
    const files = new UserFiles(new TreeReader(), { positionsIn: indexPositions });
    return new FileOrder().orderOnly(files.single(folder).tree).blob.hash;
  }

  test("are the same to an engine, until one has a file that is newer", () => {
    const origin = repository();
    const [one, other] = [cloneOf(origin), cloneOf(origin)];
    const past = Date.now() / 1000 - 5000;
    // As if the clock had ticked elsewhere.
    for (let i = 0; i < 300; i++) utimesSync(join(one, `file-${i}`), past, past);
    expect(sent(one)).toBe(sent(other));
    utimesSync(join(one, "file-100"), past + 1, past + 1);
    expect(sent(one)).not.toBe(sent(other));
    utimesSync(join(one, "file-100"), past, past);
    for (const folder of [one, other]) appendFileSync(join(folder, "file-200"), "changed");
    expect(sent(one)).toBe(sent(other));
  });
});
