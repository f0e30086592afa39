import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import type { WatchEvent } from "../../src/causes/why/watch/watch-event.ts";
import { contents, type Folder, newFolder } from "./culprit.ts";

/** Watches a folder; `next` gives the next event of that kind. */
function watchIn(folder: Folder, ...words: string[]) {
  const child = folder.start(["why", "--watch", "--json", "--", ...words]);
  const lines = createInterface(child.stdout!)[Symbol.asyncIterator]();
  const next = async <E extends WatchEvent["event"]>(wanted: E): Promise<Extract<WatchEvent, { event: E }>> => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error(`It ended: ${(await child.ended).stderr}`);
      const event: WatchEvent = JSON.parse(value);
      if (event.event === wanted) return event as Extract<WatchEvent, { event: E }>;
    }
  };
  const stop = () => {
    child.kill("SIGINT");
    return child.ended;
  };
  return { next, stop, ended: child.ended };
}

const check = "date +%N > built.txt\nif grep -q BAD src/*.txt; then echo 'it is bad' >&2; exit 1; fi";

function project(): Folder {
  const folder = newFolder();
  mkdirSync(join(folder.path, "src"));
  for (const name of ["a", "b", "c", "d"]) folder.write(`src/${name}.txt`, "one\ntwo\nthree\n");
  folder.script("check.sh", check);
  return folder;
}

test("says which edit it was, of those that were saved since the test passed, and leaves nothing behind", async () => {
  const folder = project();
  execFileSync("git", ["init", "-q"], { cwd: folder.path });
  const { next, stop } = watchIn(folder, "./check.sh");
  await next("passed");
  for (const name of ["a", "b", "c"]) folder.write(`src/${name}.txt`, "one\n2\nthree\n");
  // As editors do: write another file, and rename it.
  folder.write("src/.d.txt.swp", "one\nBAD\nthree\n");
  renameSync(join(folder.path, "src/.d.txt.swp"), join(folder.path, "src/d.txt"));
  const { cause, patch, isConfirmed } = await next("guilty");
  expect(cause).toEqual([expect.objectContaining({ file: "src/d.txt", line: 2, old: "two\n", new: "BAD\n" })]);
  expect(patch).toContain("-two\n+BAD\n");
  expect(isConfirmed).toBe(true);
  const before = contents(folder);
  mkdirSync(join(folder.path, "src/new"));
  folder.write("src/d.txt", "one\ntwo\nthree\n");
  await next("passed");
  folder.write("check.sh", folder.read("check.sh").replace("BAD", "one"), 0o755);
  expect((await next("guilty")).cause).toMatchObject([{ file: "check.sh", line: 3 }]);
  const { code, stderr } = await stop();
  expect({ code, stderr: stderr.includes("Error") }).toEqual({ code: 0, stderr: false });
  expect(readdirSync(join(folder.path, ".culprit/runs"))).toEqual([]);
  expect(existsSync(join(folder.path, "built.txt"))).toBe(false);
  expect([...contents(folder).keys()]).toEqual([...before.keys()]);
});

test("without git, and with a test that has not passed yet", async () => {
  const folder = project();
  folder.write("src/a.txt", "BAD\n");
  const { next, stop } = watchIn(folder, "./check.sh");
  expect(await next("unexplained")).toMatchObject({ reason: "It has not passed here yet." });
  folder.write("src/a.txt", "good\n");
  await next("passed");
  folder.write("src/b.txt", "one\nBAD\nthree\n");
  folder.write("src/c.txt", "other\n");
  expect((await next("guilty")).cause).toMatchObject([{ file: "src/b.txt", line: 2 }]);
  await stop();
});

test("ends when its folder is gone", async () => {
  const folder = project();
  const { next, ended } = watchIn(folder, "./check.sh");
  await next("passed");
  renameSync(folder.path, join(newFolder().path, "moved"));
  const { code, stderr } = await ended;
  expect([code, stderr]).toEqual([1, expect.stringContaining("is gone: there is nothing left to watch.")]);
});

test("the only edit is not blamed if the test fails without it, too", async () => {
  const folder = project();
  const elsewhere = newFolder();
  folder.script("check.sh", `[ ! -e '${elsewhere.path}/broken' ] || { echo broken >&2; exit 1; }`);
  const { next, stop } = watchIn(folder, "./check.sh");
  await next("passed");
  elsewhere.write("broken", "");
  folder.write("src/a.txt", "another\n");
  expect(await next("unexplained")).toMatchObject({ reason: expect.stringContaining("with the files that passed") });
  await stop();
});

test("a file that is saved again and again during runs is no file that the test writes", async () => {
  const folder = project();
  folder.script("check.sh", `sleep 0.5; ${check}`);
  const { next, stop } = watchIn(folder, "./check.sh");
  await next("passed");
  for (const text of ["one\n", "two\n", "three\n", "four\n", "five\n"]) {
    folder.write("src/a.txt", text);
    await sleep(400);
  }
  await sleep(2000);
  folder.write("src/a.txt", "BAD\n");
  expect((await next("guilty")).cause).toMatchObject([{ file: "src/a.txt" }]);
  await stop();
});

test("a script that cannot be started for a while does not end it", async () => {
  const folder = project();
  const { next, stop } = watchIn(folder, "./check.sh");
  await next("passed");
  folder.write("check.sh", folder.read("check.sh"), 0o644);
  expect((await next("failed")).ended).toContain("not executable");
  folder.write("check.sh", folder.read("check.sh"), 0o755);
  await next("passed");
  await stop();
});
