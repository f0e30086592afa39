import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Repository } from "../../../src/world/git/repository.ts";
import { TreeStore } from "../../../src/world/git/tree-store.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { until } from "../../until.ts";

function git(cwd: string, ...words: string[]): string {
  return execFileSync("git", ["-C", cwd, "-c", "user.name=Ada", "-c", "user.email=ada@example.org", ...words], {
    encoding: "utf8",
  });
}

function project(): string {
  const folder = temporaryFolder("tree-store");
  mkdirSync(join(folder, "src"));
  writeFileSync(join(folder, "src/a.txt"), "one\r\ntwo\n");
  writeFileSync(join(folder, "run.sh"), "#!/bin/sh\n");
  chmodSync(join(folder, "run.sh"), 0o755);
  symlinkSync("src/a.txt", join(folder, "link"));
  return folder;
}

test("files come back as they were, byte by byte, and only those that git does not ignore", () => {
  const root = project();
  git(root, "init", "-q");
  writeFileSync(join(root, ".gitattributes"), "*.txt text eol=lf\n");
  writeFileSync(join(root, ".gitignore"), "*.local\n");
  writeFileSync(join(root, ".git/info/exclude"), "mine\n");
  git(root, "add", ".");
  git(root, "commit", "-qm", "All");
  for (const name of ["new.txt", "secret.local", "mine"]) writeFileSync(join(root, name), name);
  const before = git(root, "status", "--porcelain=v2", "--branch");
  const store = new TreeStore(join(temporaryFolder("tree-store"), "store"), root);
  const first = store.take(Repository.containing(root));
  writeFileSync(join(root, "src/a.txt"), "three\n");
  rmSync(join(root, "run.sh"));
  const second = store.take(Repository.containing(root));
  expect(store.changed(first, second)).toEqual(["run.sh", "src/a.txt"]);
  const out = join(temporaryFolder("tree-store"), "out");
  store.checkOut(first, out);
  expect(readFileSync(join(out, "src/a.txt"), "utf8")).toBe("one\r\ntwo\n");
  expect(statSync(join(out, "run.sh")).mode & 0o111).not.toBe(0);
  expect(readFileSync(join(out, "link"), "utf8")).toBe("one\r\ntwo\n");
  expect(readFileSync(join(out, "new.txt"), "utf8")).toBe("new.txt");
  for (const name of ["secret.local", "mine", ".git"]) expect(() => statSync(join(out, name)), name).toThrow(/ENOENT/);
  git(root, "checkout", "-q", "--", ".");
  rmSync(join(root, "new.txt"));
  writeFileSync(join(root, "new.txt"), "new.txt");
  expect(git(root, "status", "--porcelain=v2", "--branch")).toBe(before);
});

test("no git repository is needed", () => {
  const root = project();
  mkdirSync(join(root, "node_modules/left"), { recursive: true });
  writeFileSync(join(root, "node_modules/left/index.js"), "");
  const store = new TreeStore(join(root, ".culprit/green/store"), root);
  const tree = store.take(undefined);
  expect(store.take(undefined)).toBe(tree);
  store.name("green/x", tree);
  const out = join(temporaryFolder("tree-store"), "out");
  store.checkOut(tree, out);
  expect(() => statSync(join(out, "node_modules"))).toThrow(/ENOENT/);
  expect(() => statSync(join(out, ".culprit"))).toThrow(/ENOENT/);
  expect(store.has(tree)).toBe(true);
});

test("a tree that shares objects with a repository is not there any more when that is gone", () => {
  const root = project();
  git(root, "init", "-q");
  git(root, "add", ".");
  git(root, "commit", "-qm", "All");
  const store = new TreeStore(join(temporaryFolder("tree-store"), "store"), root);
  const tree = store.take(Repository.containing(root));
  expect(store.has(tree)).toBe(true);
  rmSync(join(root, ".git"), { recursive: true });
  expect(store.has(tree)).toBe(false);
});

test("what git cannot add is left out, and all other files are kept", () => {
  const root = project();
  mkdirSync(join(root, "nested"));
  git(join(root, "nested"), "init", "-q");
  writeFileSync(join(root, "nested/file"), "");
  for (const name of ["with space", "with\nline break", "ümlaut"]) writeFileSync(join(root, name), "");
  const store = new TreeStore(join(temporaryFolder("tree-store"), "store"), root);
  const first = store.take(undefined);
  for (const name of ["with space", "with\nline break", "ümlaut", "nested/file"])
    writeFileSync(join(root, name), "new");
  const second = store.take(undefined);
  expect(store.changed(first, second)).toEqual(["with\nline break", "with space", "ümlaut"]);
});

test("files may come and go meanwhile", async () => {
  const root = project();
  const store = new TreeStore(join(temporaryFolder("tree-store"), "store"), root);
  store.take(undefined);
  // Each of its files is there for some milliseconds.
  const script =
    'let i = 0; console.log("begins"); setInterval(() => { fs.writeFileSync("t" + i, ""); fs.rmSync("t" + (i - 2), { force: true }); i++; }, 4);';
  const editor = spawn(process.execPath, ["-e", script], { cwd: root });
  try {
    await once(editor.stdout, "data");
    for (let i = 0; i < 20; i++) expect(store.take(undefined)).toMatch(/^[0-9a-f]{40}$/);
  } finally {
    editor.kill();
    await once(editor, "exit");
  }
});

test("an edit in the second in which the file was last kept is seen, also where the size stays the same", async () => {
  const root = project();
  const store = new TreeStore(join(temporaryFolder("tree-store"), "store"), root);
  const edited = join(root, "src/a.txt");
  const secondOf = () => Math.floor(statSync(edited).mtimeMs / 1000);
  let [before, second] = ["", 0];
  // Again, until it fits into one second.
  await until(() => {
    writeFileSync(edited, "two\n");
    before = store.take(undefined);
    second = secondOf();
    writeFileSync(edited, "BAD\n");
    return secondOf() === second;
  });
  await until(() => Date.now() / 1000 > second + 1);
  expect(store.changed(before, store.take(undefined))).toEqual(["src/a.txt"]);
});
