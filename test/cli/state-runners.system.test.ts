import { spawnSync } from "node:child_process";
import { cpSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
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
  const noPytest = missing(python) ?? installPytest(folder);
  if (noPytest !== undefined) skip(noPytest);
  const command = (name: string) => `.venv/bin/pytest test_books.py::Books::${name}`;
  const words = ["--pass", command("test_one"), "--fail", command("test_none"), "--at", "first_book"];
  const { code, json } = await folder.culprit("state", ...words, "--json");
  expect({ code, verdict: json.verdict, minimal: json.minimal }).toEqual({ code: 0, verdict: "found", minimal: true });
  expect(json.cause).toMatchObject([{ variable: "items[0][1]", old: '"book"', new: '"toy"', file: "books.py" }]);
});

/** Into a virtual environment of the folder. Returns why that is not possible here. */
function installPytest({ path }: Folder): string | undefined {
  const made = spawnSync(python, ["-m", "venv", join(path, ".venv")], { encoding: "utf8" });
  if (made.status !== 0) return `no virtual environment can be made here: ${made.stdout.trim().split("\n")[0]}`;
  const pip = join(path, ".venv/bin/pip");
  const installed = spawnSync(pip, ["install", "--quiet", "--disable-pip-version-check", "pytest"], {
    encoding: "utf8",
  });
  return installed.status === 0
    ? undefined
    : `pytest cannot be installed here: ${installed.stderr.trim().split("\n").at(-1)}`;
}
