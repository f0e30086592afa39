import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Folder, newFolder, recordedFiles } from "./culprit.ts";

const node = [process.execPath, "--test"];

function git(folder: Folder, ...words: string[]): void {
  execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", ...words], {
    cwd: folder.path,
    stdio: "ignore",
  });
}

/** A folder whose files are committed. */
function committed(files: Readonly<Record<string, string>>): Folder {
  const folder = newFolder();
  for (const [name, text] of Object.entries(files)) folder.write(name, text);
  git(folder, "init", "-q");
  git(folder, "add", ".");
  git(folder, "commit", "-qm", "First");
  return folder;
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

  test("names the edit of the test itself", async () => {
    const folder = shop();
    folder.write("test/price.test.mjs", folder.read("test/price.test.mjs").replace("price(2), 4", "price(2), 5"));
    const { json } = await folder.culprit("--json", "--", ...node);
    expect(json).toMatchObject({
      decides: "edit",
      finding: { kind: "changes", cause: [{ file: "test/price.test.mjs", line: 5 }] },
    });
    expect(json.command).toContain("culprit changes HEAD --all-files -- ");
  });

  describe("a file that the command names", () => {
    const isFive = 'grep -q 5 lib.txt || { echo "Error: not five" >&2; exit 1; }';
    const howOf = ({ tried }: { readonly tried?: readonly { readonly how: string; readonly outcome: string }[] }) =>
      new Map(tried!.map(({ how, outcome }) => [how, outcome]));

    test("is that of the last commit where it says so, and named if its edit is the cause", async () => {
      const folder = committed({ "lib.txt": "4\n", "check.sh": "exit 0\n" });
      folder.write("check.sh", `${isFive}\n`);
      const { json } = await folder.culprit("why", "--json", "--", "sh", "check.sh");
      expect(json).toMatchObject({ decides: "edit", finding: { kind: "changes", cause: [{ file: "check.sh" }] } });
      expect(howOf(json).get("with the files as they were committed last")).toBe("pass");
      expect(json.command).toBe("culprit changes HEAD --all-files -- sh check.sh");
    });

    test("is that of older commits, too, and the one of now is tried with their other files", async () => {
      const folder = committed({ "lib.txt": "4\n", "check.sh": "exit 0\n" });
      for (const [name, text] of [
        ["check.sh", `${isFive}\n`],
        ["other.txt", "x\n"],
      ] as const) {
        folder.write(name, text);
        git(folder, "add", ".");
        git(folder, "commit", "-qm", name);
      }
      const { json } = await folder.culprit("why", "--json", "--", "sh", "check.sh");
      expect(json).toMatchObject({ decides: "commit", finding: { kind: "changes", cause: [{ file: "check.sh" }] } });
      const how = howOf(json);
      expect(how.get("with the files as they were one commit ago")).toBe("fail");
      expect(how.get("with the files as they were 2 commits ago, and check.sh as it is now")).toBe("fail");
      expect(how.get("with the files as they were 2 commits ago")).toBe("pass");
    });

    test("is the one of now where the version has none, and that is said", async () => {
      const folder = committed({ "lib.txt": "5\n" });
      folder.write("check.sh", `${isFive}\n`);
      folder.write("lib.txt", "4\n");
      const one = await folder.culprit("why", "--json", "--", "sh", "check.sh");
      expect(one.json).toMatchObject({ decides: "edit", finding: { cause: [{ file: "lib.txt" }] } });
      const how = howOf(one.json);
      expect(how.get("with the files as they were committed last, and check.sh as it is now")).toBe("pass");
      expect(how.has("with the files as they were committed last")).toBe(false);
      folder.write("main.sh", ". ./$1\n");
      const two = await folder.culprit("why", "--json", "--", "sh", "main.sh", "check.sh");
      expect(two.json).toMatchObject({ decides: "edit", finding: { cause: [{ file: "lib.txt" }] } });
      expect(two.json.command).toBe("culprit changes HEAD --keep main.sh,check.sh -- sh main.sh check.sh");
    });

    test("is the one that it passed with, also without git", async () => {
      const folder = newFolder();
      folder.write("lib.txt", "4\n");
      folder.write("check.sh", "exit 0\n");
      await folder.culprit("why", "--", "sh", "check.sh");
      folder.write("check.sh", `${isFive}\n`);
      const { json } = await folder.culprit("why", "--json", "--", "sh", "check.sh");
      expect(json).toMatchObject({ decides: "edit", finding: { cause: [{ file: "check.sh" }] } });
      expect((await folder.culprit(...json.command!.split(" ").slice(1), "--json")).code).toBe(0);
    });
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
      "It fails whatever was tried, so the cause is probably in what stayed the same, such as the code itself.",
    );
    expect(stdout).toMatch(/fails +without \d+ variables of your shell/);
    expect(stdout).toContain("An earlier version: there is no commit here, and no run that passed is remembered.");
    expect(code).toBe(1);
  });

  test("reduces a file that the command names, where its content decides", async () => {
    const folder = newFolder();
    folder.script("check.sh", "if grep -q BAD \"$1\"; then echo 'it is bad' >&2; exit 1; fi");
    folder.write("data.txt", `${"good\n".repeat(20)}BAD\n${"good\n".repeat(20)}`);
    const { json } = await folder.culprit("why", "--json", "--", "./check.sh", "data.txt");
    expect(json).toMatchObject({ decides: "input", finding: { kind: "input", cause: [{ text: "BAD" }] } });
    expect(json.command).toBe("culprit input data.txt -- ./check.sh {}");
    expect(folder.names().sort()).toEqual([".culprit", "check.sh", "data.txt"]);
  });

  test.each(["why", "tests"])("%s: Ctrl-C, or the end of the budget, during the first run", async (command) => {
    const folder = newFolder();
    folder.script("slow.sh", "sleep 60; exit 1");
    const budget = await folder.culprit(command, "--budget", "1s", "--", "./slow.sh");
    expect(budget.code).toBe(1);
    const stopped = folder.start([command, "--", "./slow.sh"]);
    // It shows that it runs the test.
    await once(stopped.stderr!, "data");
    stopped.kill("SIGINT");
    const { code, stdout, stderr } = await stopped.ended;
    expect({ code, hint: /culprit resume 2\d+/.test(stdout + stderr) }).toEqual({ code: 130, hint: true });
    for (const text of [budget.stdout, budget.stderr, stdout, stderr]) expect(text).not.toContain("internal error");
  });

  test("a file .env that git ignores is no package", async () => {
    const folder = newFolder();
    folder.write(".gitignore", ".env\n");
    folder.script("check.sh", "if grep -qs BAD .env; then echo 'bad settings' >&2; exit 1; fi");
    git(folder, "init", "-q");
    git(folder, "add", ".");
    git(folder, "commit", "-qm", "All");
    folder.write(".env", "BAD\n");
    expect((await folder.culprit("why", "--json", "--", "./check.sh")).json).toMatchObject({
      decides: "ignored-file",
      cause: [{ text: ".env" }],
    });
  });

  test("remembers a run that passed, and finds what has changed since, also without git", async () => {
    const folder = newFolder();
    folder.script(
      "check.sh",
      'grep -q 2 rate.txt && [ "$NODE_ENV" != production ] || { echo "wrong price" >&2; exit 1; }',
    );
    folder.write("rate.txt", "2\n");
    folder.write("notes.txt", "none\n");
    const passing = await folder.culprit("why", "--", "./check.sh");
    expect(passing.stdout).toMatch(
      /The test passes here\.[\s\S]*It was run 20 times, so it passes in at least 86 % of all runs/,
    );
    expect(passing.code).toBe(1);
    const inProduction = folder.start(["why", "--json", "--", "./check.sh"], { NODE_ENV: "production", EDITOR: "ed" });
    expect((await inProduction.ended).json).toMatchObject({
      decides: "environment",
      finding: { cause: [{ variable: "NODE_ENV", new: "production" }] },
    });
    folder.write("rate.txt", "3\n");
    folder.write("notes.txt", "some\n");
    const { json } = await folder.culprit("why", "--json", "--", "./check.sh");
    expect(json).toMatchObject({
      decides: "edit",
      finding: { kind: "changes", cause: [{ file: "rate.txt", line: 1 }] },
    });
    expect(json.tried!.at(-1)!.how).toMatch(/^with the files as they were when it passed on /);
    expect((await folder.culprit(...json.command!.split(" ").slice(1), "--json")).code).toBe(0);
  });

  test("of variables that may be secret it keeps a hash, and says which have changed", async () => {
    const folder = newFolder();
    const elsewhere = `${folder.path}-broken`;
    folder.script("check.sh", `[ ! -e '${elsewhere}' ] || { echo broken >&2; exit 1; }`);
    await folder.start(["why", "--", "./check.sh"], { SHOP_KEY: "first secret" }).ended;
    for (const [name, content] of recordedFiles(folder)) expect(content, name).not.toContain("first secret");
    writeFileSync(elsewhere, "");
    try {
      const { json } = await folder.start(["why", "--json", "--", "./check.sh"], { SHOP_KEY: "another" }).ended;
      expect(json.decides).toBeUndefined();
      expect(json.untried).toEqual([expect.stringMatching(/^SHOP_KEY had another value when it passed on /)]);
    } finally {
      rmSync(elsewhere);
    }
  });

  test("compares with the variables of then, also where the test fails without any", async () => {
    const folder = newFolder();
    folder.script("check.sh", '[ "$NODE_ENV" = test ] || { echo "not for tests" >&2; exit 1; }');
    await folder.start(["why", "--", "./check.sh"], { NODE_ENV: "test" }).ended;
    const { json } = await folder.start(["why", "--json", "--", "./check.sh"], { NODE_ENV: "production" }).ended;
    expect(json).toMatchObject({
      decides: "environment",
      finding: { cause: [{ variable: "NODE_ENV", old: "test", new: "production" }] },
      commands: { passing: "env NODE_ENV=test ./check.sh", failing: "./check.sh" },
    });
  });

  test("the value of the variable that decides is in no file", async () => {
    const folder = newFolder();
    folder.script("check.sh", '[ -z "$SHOP_NAME" ] || { echo "a shop" >&2; exit 1; }');
    for (const words of [[], ["--sandbox"]]) {
      const why = folder.start(["why", ...words, "--json", "--", "./check.sh"], { SHOP_NAME: "very private" });
      expect((await why.ended).json.commands).toEqual({
        passing: "env -u SHOP_NAME ./check.sh",
        failing: "./check.sh",
      });
      for (const [name, content] of recordedFiles(folder)) expect(content, name).not.toContain("very private");
    }
  });

  test("a file is left by the test only if the test writes that very file", async () => {
    const folder = shop();
    folder.script("check.sh", "echo $$ > rate.local.log; [ ! -e rate.local ] || { echo odd >&2; exit 1; }");
    folder.write(".gitignore", "*.local*\n");
    git(folder, "add", ".");
    git(folder, "commit", "-qm", "A check");
    folder.write("rate.local", "7");
    const { json } = await folder.culprit("why", "--json", "--", "./check.sh");
    expect(json).toMatchObject({ decides: "ignored-file", cause: [{ text: "rate.local" }] });
  });

  test("a test that a clean copy does not have cannot be judged there, also before the first commit", async () => {
    const folder = newFolder();
    git(folder, "init", "-q");
    folder.write("package-lock.json", "{}");
    folder.script("check.sh", "echo 'always wrong' >&2; exit 3");
    const { stdout, stderr, code } = await folder.culprit("why", "--", "./check.sh");
    expect(stderr).not.toMatch(/cannot start|failed/);
    expect(stdout).toMatch(/cannot be judged +in a clean copy/);
    expect(code).toBe(1);
  });

  test("without git, what needs it is not tried", async () => {
    const folder = newFolder();
    folder.script("check.sh", '[ "$NODE_ENV" != production ] || { echo "not here" >&2; exit 1; }');
    folder.script("git", "exit 1");
    const env = { PATH: `${folder.path}:${process.env.PATH}`, NODE_ENV: "production" };
    const { stderr, json } = await folder.start(["why", "--json", "--", "./check.sh"], env).ended;
    expect(stderr).toContain("What needs git is not tried.");
    expect(json).toMatchObject({ decides: "environment", finding: { cause: [{ variable: "NODE_ENV" }] } });
  });
});
