import { spawnSync } from "node:child_process";
import { cpSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { temporaryFolder } from "../temporary-folder.ts";
import { missing } from "../tiers/skipped-because.ts";
import { type Folder, newFolder } from "./culprit.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const python = "/usr/bin/python3";

function withRunners(): Folder {
  const folder = newFolder();
  cpSync(join(root, "test/worlds/programs/state/runners"), folder.path, { recursive: true });
  return folder;
}

// Its configuration wants threads, which cannot be watched.
test("two tests of Vitest are compared in the function that both call", async () => {
  const folder = withRunners();
  symlinkSync(join(root, "node_modules"), join(folder.path, "node_modules"));
  const command = (name: string) => `npx vitest run -t '${name}' cart.spec.ts`;
  const words = ["--pass", command("first book"), "--fail", command("no book"), "--at", "firstBook"];
  const { code, json } = await folder.culprit("state", ...words, "--json");
  expect({ code, verdict: json.verdict, minimal: json.minimal }).toEqual({ code: 0, verdict: "found", minimal: true });
  expect(json.cause).toMatchObject([{ variable: "cart.items[0].kind", old: '"book"', new: '"toy"', file: "cart.ts" }]);
});

test("two tests of pytest are compared in the function that both call", async ({ skip }) => {
  const folder = withRunners();
  const noPytest = missing(python) ?? addPytest(folder);
  if (noPytest !== undefined) skip(noPytest);
  const command = (name: string) => `.venv/bin/pytest test_books.py::Books::${name}`;
  const words = ["--pass", command("test_one"), "--fail", command("test_none"), "--at", "first_book"];
  const { code, json } = await folder.culprit("state", ...words, "--json");
  expect({ code, verdict: json.verdict, minimal: json.minimal }).toEqual({ code: 0, verdict: "found", minimal: true });
  expect(json.cause).toMatchObject([{ variable: "items[0][1]", old: '"book"', new: '"toy"', file: "books.py" }]);
});

test("a failing test of pytest is compared with the passing test that is nearest to it", async ({ skip }) => {
  const folder = withRunners();
  const noPytest = missing(python) ?? addPytest(folder);
  if (noPytest !== undefined) skip(noPytest);
  const words = ["--at", "first_book", "--json", "--", ".venv/bin/pytest", "-k", "none"];
  const { code, json } = await folder.culprit("state", ...words);
  expect({ code, verdict: json.verdict }).toEqual({ code: 0, verdict: "found" });
  expect(json.cause).toMatchObject([{ variable: "items[0][1]", old: '"book"', new: '"toy"', file: "books.py" }]);
  expect(json.partner).toMatchObject({
    test: "test_books.py::Books::test_one",
    command: ".venv/bin/pytest test_books.py::Books::test_one",
    failing: { command: ".venv/bin/pytest -k none" },
    lines: { failing: 2, shared: 2, others: 0 },
  });
});

function withBooks(): Folder {
  const folder = newFolder();
  const program = [
    "export const count = (items) => items.length;",
    "export function firstBook(items) {",
    '  return items.find(({ kind }) => kind === "book").name;',
    "}",
  ];
  const tests = [
    'import { equal } from "node:assert/strict";',
    'import { test } from "node:test";',
    'import { count, firstBook } from "./books.mjs";',
    'test("a book", () => equal(firstBook([{ name: "emma", kind: "book" }]), "emma"));',
    'test("counts", () => equal(count([1]), 1));',
    'test("only toys", () => equal(firstBook([{ name: "train", kind: "toy" }]), ""));',
    'test("nothing", () => equal(firstBook([]), ""));',
  ];
  writeFileSync(join(folder.path, "books.mjs"), `${program.join("\n")}\n`);
  writeFileSync(join(folder.path, "books.test.mjs"), `${tests.join("\n")}\n`);
  return folder;
}

test("a resumed run compares with the same test of node:test", async () => {
  const folder = withBooks();
  const words = ["--at", "firstBook", "--json", "--", "node", "--test", "--test-name-pattern=toys", "books.test.mjs"];
  const stopped = await folder.culprit("state", "--max-tests", "1", ...words);
  expect(stopped.json.verdict).toBe("exhausted");
  expect(stopped.json.partner).toMatchObject({ test: "books.test.mjs > a book", tried: 2, passing: 2 });
  const { code, json, stderr } = await folder.culprit("resume", "last", "--json");
  expect({ code, verdict: json.verdict }).toEqual({ code: 0, verdict: "found" });
  expect(json.partner).toEqual(stopped.json.partner);
  expect(stderr).not.toMatch(/Looking for a passing test/);
});

test("if several tests fail, there is a command for each", async () => {
  const { code, stderr } = await withBooks().culprit("state", "--", "node", "--test");
  expect(code).toBe(2);
  expect(stderr.split("\n").slice(0, 3)).toEqual([
    "culprit: 2 tests of node --test fail. Choose one:",
    "  culprit state -- node --test '--test-name-pattern=^only toys$' books.test.mjs",
    "  culprit state -- node --test '--test-name-pattern=^nothing$' books.test.mjs",
  ]);
});

let virtualEnvironment: { readonly path: string; readonly problem: string | undefined } | undefined;

/** A virtual environment, made once for all tests. Returns why that is not possible here. */
function addPytest({ path }: Folder): string | undefined {
  virtualEnvironment ??= installPytest(join(temporaryFolder("pytest"), ".venv"));
  symlinkSync(virtualEnvironment.path, join(path, ".venv"));
  return virtualEnvironment.problem;
}

function installPytest(path: string): NonNullable<typeof virtualEnvironment> {
  const made = spawnSync(python, ["-m", "venv", path], { encoding: "utf8" });
  if (made.status !== 0)
    return { path, problem: `no virtual environment can be made here: ${made.stdout.trim().split("\n")[0]}` };
  const pip = join(path, "bin/pip");
  const installed = spawnSync(pip, ["install", "--quiet", "--disable-pip-version-check", "pytest"], {
    encoding: "utf8",
  });
  const problem = `pytest cannot be installed here: ${installed.stderr.trim().split("\n").at(-1)}`;
  return { path, problem: installed.status === 0 ? undefined : problem };
}
