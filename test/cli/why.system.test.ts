import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Folder, newFolder } from "./culprit.ts";

const node = [process.execPath, "--test"];

function git(folder: Folder, ...words: string[]): void {
  execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", ...words], {
    cwd: folder.path,
    stdio: "ignore",
  });
}

/** A shop with one commit, whose tests pass. */
function shop(): Folder {
  const folder = newFolder();
  mkdirSync(join(folder.path, "test"));
  folder.write(".gitignore", "*.local\ncache/\n");
  folder.write(
    "price.mjs",
    `import { existsSync, readFileSync } from "node:fs";
export function price(n) {
  const file = "rates.local";
  const rate = existsSync(file) ? Number(readFileSync(file, "utf8")) : 2;
  return n * rate + Number(process.env.SHOP_FEE ?? 0);
}
`,
  );
  folder.write("other.mjs", "export const one = 1;\n");
  folder.write(
    "test/price.test.mjs",
    `import assert from "node:assert/strict";
import { test } from "node:test";
import { price } from "../price.mjs";
test("nothing is free", () => assert.equal(price(0), 0));
test("two for four", () => assert.equal(price(2), 4));
`,
  );
  git(folder, "init", "-q");
  git(folder, "add", ".");
  git(folder, "commit", "-qm", "A shop");
  return folder;
}

describe("culprit why", () => {
  test("names the environment variable", async () => {
    const folder = shop();
    const { json, code } = await folder.start(["why", "--json", "--", ...node], { SHOP_FEE: "3", SHOP_NAME: "x" })
      .ended;
    expect(json).toMatchObject({
      kind: "why",
      verdict: "found",
      decides: "environment",
      finding: { kind: "env", cause: [{ variable: "SHOP_FEE", new: "…" }] },
      test: "test/price.test.mjs › nothing is free",
    });
    expect(JSON.stringify(json)).not.toContain("SHOP_FEE=3");
    expect(json.tried![0]).toMatchObject({ how: "here", outcome: "fail" });
    expect(json.commands!.passing).toContain("env -u SHOP_FEE ");
    expect(code).toBe(0);
  });

  test("names the ignored file, and leaves the folder as it is", async () => {
    const folder = shop();
    folder.write("rates.local", "7");
    folder.write("notes.local", "buy milk");
    const before = folder.names();
    const { stdout, code } = await folder.culprit("--", ...node);
    expect(stdout).toContain("It fails because of rates.local, which git does not track.");
    expect(stdout).toMatch(/passes \(2 runs\) +in a clean copy, without notes\.local and rates\.local/);
    expect(code).toBe(0);
    expect(folder.names().filter((name) => name !== ".culprit")).toEqual(before);
  });

  test("names the edit, with the command that shows it again", async () => {
    const folder = shop();
    folder.write("price.mjs", folder.read("price.mjs").replace(": 2;", ": 3;"));
    folder.write("other.mjs", "export const one = 2;\n");
    const { json } = await folder.culprit("why", "--json", "--", ...node);
    expect(json).toMatchObject({
      decides: "edit",
      finding: { kind: "changes", cause: [{ file: "price.mjs", line: 4 }] },
    });
    expect(json.command).toMatch(/^culprit changes HEAD -- .*--test-name-pattern=\^two for four\$/);
  });

  test("names other tests where the failing one passes alone", async () => {
    const folder = shop();
    folder.write(
      "test/price.test.mjs",
      folder.read("test/price.test.mjs").replace("=> assert.equal(price(0), 0)", "=> { process.env.SHOP_FEE = 1; }"),
    );
    const { json } = await folder.culprit("why", "--json", "--", ...node);
    expect(json).toMatchObject({
      decides: "tests",
      finding: {
        kind: "tests",
        polluters: [{ test: "test/price.test.mjs › nothing is free" }],
        leak: [{ name: "process.env.SHOP_FEE" }],
      },
    });
  });

  test("says what was tried where nothing decides", async () => {
    const folder = newFolder();
    folder.script("check.sh", "echo 'always wrong' >&2; exit 3");
    const { stdout, code } = await folder.culprit("why", "--", "./check.sh");
    expect(stdout).toContain(
      "It fails whatever was tried, so the cause is probably in what stayed the same: the code itself.",
    );
    expect(stdout).toMatch(/fails +without \d+ variables of your shell/);
    expect(code).toBe(1);
  });

  test("a test that passes is no failure", async () => {
    const { stdout, code } = await shop().culprit("why", "--", ...node);
    expect(stdout).toContain("The test passes here.");
    expect(code).toBe(1);
  });
});
