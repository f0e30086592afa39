import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { type Folder, newFolder } from "./culprit.ts";

const mocha = [
  process.execPath,
  fileURLToPath(new URL("../../node_modules/mocha/bin/mocha.js", import.meta.url)),
  "*.cjs",
];

/** A suite in which `locale` fails after `currency › in euros` and passes after `reset` again; the others do nothing. */
function shopFolder(): Folder {
  const folder = newFolder();
  folder.write("settings.cjs", "module.exports = { locale: 'en' };\n");
  const idle = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) => `it("idle ${from + i}", () => {});`).join("\n");
  folder.write("a.cjs", `describe("a", () => {${idle(0, 20)}});\n`);
  folder.write(
    "b.cjs",
    `const settings = require("./settings.cjs");
describe("currency", () => {
  ${idle(20, 30)}
  it("in euros", () => { settings.locale = "de"; });
  ${idle(30, 40)}
});`,
  );
  folder.write(
    "c.cjs",
    `const settings = require("./settings.cjs");
describe("c", () => {
  it("locale", () => { if (settings.locale !== "en") throw new Error("locale is " + settings.locale); });
  it("needs currency", () => { if (settings.locale !== "de") throw new Error("no currency"); });
  it("reset", () => { settings.locale = "en"; });
});`,
  );
  return folder;
}

const locale = "c.cjs › c › locale";
const euros = "b.cjs › currency › in euros";

describe("culprit tests", () => {
  test("names the test after which another one fails, and commands that show both", async () => {
    const folder = shopFolder();
    const { code, json } = await folder.culprit("tests", "--json", "--failing", locale, "--", ...mocha);
    expect(json).toMatchObject({
      kind: "tests",
      verdict: "found",
      minimal: true,
      victim: { test: locale, file: "c.cjs" },
      polluters: [{ test: euros, file: "b.cjs" }],
      cleaners: [{ test: "c.cjs › c › reset" }],
      leak: [{ name: "exports.locale", kind: "memory", old: "'en'", new: "'de'", since: { file: "b.cjs", line: 13 } }],
      deltas: { total: 41, cause: 1 },
      cause: [{ text: euros }],
    });
    expect(json.tests.needed).toBeLessThanOrEqual(16);
    expect(code).toBe(0);
    const { passing, failing } = json.commands!;
    expect(folder.shell(failing!)).not.toBe(0);
    expect(folder.shell(passing!)).toBe(0);
  });

  test("says it in words, and leaves nothing behind in the folder", async () => {
    const folder = shopFolder();
    folder.write("b2.cjs", `it("writes", () => require("fs").writeFileSync("left.txt", ""));`);
    const { stdout } = await folder.culprit("tests", "--failing", locale, "--", ...mocha);
    expect(stdout).toContain(
      `${locale} passes alone, and fails after ${euros}, because exports.locale in settings.cjs is 'de' instead of 'en', since b.cjs:13.`,
    );
    expect(stdout).toContain("It passes again after c.cjs › c › reset.");
    expect(folder.names()).not.toContain("left.txt");
  });

  test("names the test without which another one fails", async () => {
    const needs = "c.cjs › c › needs currency";
    const { json } = await shopFolder().culprit("tests", "--json", "--failing", needs, "--", ...mocha);
    expect(json).toMatchObject({ verdict: "found", victim: { test: needs }, setters: [{ test: euros }] });
    expect(json.polluters).toBeUndefined();
  });

  test("finds two tests that make another one fail only together", async () => {
    const folder = newFolder();
    const body = (name: string, statement: string) => `it("${name}", () => { ${statement} });\n`;
    folder.write("a.cjs", body("one", "globalThis.one = 1") + body("idle", "") + body("two", "globalThis.two = 1"));
    folder.write(
      "b.cjs",
      body("idle too", "") + body("victim", "if (globalThis.one && globalThis.two) throw new Error('both')"),
    );
    const { json } = await folder.culprit("tests", "--json", "--", ...mocha);
    expect(json.polluters).toMatchObject([{ test: "a.cjs › one" }, { test: "a.cjs › two" }]);
    expect(json.cleaners).toEqual([]);
  });

  test("names a file that another test leaves, or removes", async () => {
    const folder = newFolder();
    folder.write("data.txt", "");
    folder.write(
      "a.cjs",
      `const fs = require("fs"); it("leaves", () => { for (const n of [1, 2, 3]) fs.writeFileSync(n + ".tmp", ""); });`,
    );
    folder.write(
      "b.cjs",
      `it("victim", () => { if (require("fs").existsSync("2.tmp")) throw new Error("it is there"); });`,
    );
    const { json } = await folder.culprit("tests", "--json", "--", ...mocha);
    expect(json).toMatchObject({
      polluters: [{ test: "a.cjs › leaves" }],
      leak: [{ name: "2.tmp", kind: "file", new: "" }],
    });
    folder.write("a.cjs", `it("removes", () => require("fs").rmSync("data.txt"));`);
    folder.write("b.cjs", `it("victim", () => { require("fs").readFileSync("data.txt"); });`);
    const { stdout } = await folder.culprit("tests", "--", ...mocha);
    expect(stdout).toContain(
      "b.cjs › victim passes alone, and fails after a.cjs › removes, because the file data.txt is gone.",
    );
  });

  test("says that loading a file is enough", async () => {
    const folder = newFolder();
    folder.write("a.cjs", "globalThis.leak = 1; it('one', () => {}); it('two', () => {});");
    folder.write("b.cjs", "it('victim', () => { if (globalThis.leak) throw new Error('leak'); });");
    const { json, code } = await folder.culprit("tests", "--json", "--", ...mocha);
    expect(json.polluters).toMatchObject([{ file: "a.cjs", loading: true }]);
    expect(code).toBe(0);
  });

  test("explains several tests in one go, and tells those apart that fail alone", async () => {
    const folder = newFolder();
    folder.write("a.cjs", "it('idle', () => {}); it('sets', () => { globalThis.leak = 1; });");
    const victims = [1, 2].map(
      (n) => `it('victim ${n}', () => { if (globalThis.leak) throw new Error('leak ${n}'); });`,
    );
    folder.write("b.cjs", `it('broken', () => { throw new Error('broken'); });${victims.join("")}`);
    const { json } = await folder.culprit("tests", "--json", "--", ...mocha);
    expect(json).toMatchObject({
      victim: { test: "b.cjs › victim 1" },
      polluters: [{ test: "a.cjs › sets" }],
      others: [{ victim: { test: "b.cjs › victim 2" }, polluters: [{ test: "a.cjs › sets" }] }],
      alone: ["b.cjs › broken"],
    });
  });

  test("takes the order from a log", async () => {
    const folder = newFolder();
    folder.write(
      "a.cjs",
      "describe('a', () => it('victim', () => { if (globalThis.leak) throw new Error('leak'); }));",
    );
    folder.write(
      "b.cjs",
      "describe('b', () => { it('idle', () => {}); it('sets', () => { globalThis.leak = 1; }); });",
    );
    folder.write("ci.log", "b.cjs › b › idle ok\nb.cjs › b › sets ok\na.cjs › a › victim FAILED\n");
    const words = ["--json", "--order", "ci.log", "--failing", "victim", "--", ...mocha];
    const { json } = await folder.culprit("tests", ...words);
    expect(json).toMatchObject({ verdict: "found", polluters: [{ test: "b.cjs › b › sets" }] });
  });

  test("runs an order that names its tests in full at once", async () => {
    const folder = newFolder();
    folder.write("a.cjs", "it('victim', () => { if (globalThis.leak) throw new Error('leak'); });");
    folder.write(
      "b.cjs",
      "it('idle', () => {}); it.skip('later', () => {}); it('sets', () => { globalThis.leak = 1; });",
    );
    folder.write("order.txt", "b.cjs › idle\nb.cjs › later\nb.cjs › sets\na.cjs › victim\n");
    const words = ["--json", "--jobs", "1", "--no-leak", "--order", "order.txt", "--", ...mocha];
    const { json } = await folder.culprit("tests", ...words);
    expect(json).toMatchObject({ victim: { test: "a.cjs › victim" }, polluters: [{ test: "b.cjs › sets" }] });
    // The order, the test alone, after one of two others, and the same once more.
    expect(json.tests.run).toBe(4);
    expect(json.cleaners).toBeUndefined();
  });

  test("looks among the tests that come later, too, if a test passes where it is", async () => {
    const folder = newFolder();
    folder.write(
      "a.cjs",
      "it('idle', () => {}); it('victim', () => { if (globalThis.leak) throw new Error('leak'); });",
    );
    folder.write("b.cjs", "it('sets', () => { globalThis.leak = 1; }); it('idle too', () => {});");
    const { json } = await folder.culprit("tests", "--json", "--failing", "victim", "--", ...mocha);
    expect(json).toMatchObject({
      verdict: "found",
      polluters: [{ test: "b.cjs › sets" }],
      order: ["a.cjs › idle", "b.cjs › sets", "b.cjs › idle too", "a.cjs › victim"],
    });
  });

  test("works with any runner that can list its tests and run some of them", async () => {
    const folder = newFolder();
    folder.script(
      "run",
      `while read -r name; do case $name in sets) leak=1;; victim) [ -z "$leak" ] || { echo "leak is set" >&2; exit 1; };; esac; done < "$1"`,
    );
    const own = ["--list", "printf '%s\\n' a sets b c victim d", "--run", "./run {}"];
    const { json } = await folder.culprit("tests", "--json", "--failing", "victim", ...own);
    expect(json).toMatchObject({ verdict: "found", victim: { test: "victim" }, polluters: [{ test: "sets" }] });
  });

  test("which pass in the suite's order, and fail in the reverse", async () => {
    const folder = newFolder();
    folder.script(
      "run",
      `while read -r name; do case $name in sets) leak=1;; clears) leak=;; victim) [ -z "$leak" ] || { echo "leak is set" >&2; exit 1; };; esac; done < "$1"`,
    );
    const own = ["--list", "printf '%s\\n' a victim b sets clears c", "--run", "./run {}"];
    const { json } = await folder.culprit("tests", "--json", "--failing", "victim", ...own);
    expect(json).toMatchObject({
      verdict: "found",
      polluters: [{ test: "sets" }],
      order: ["c", "clears", "sets", "b", "a", "victim"],
    });
  });

  test("of which one is not enough for the same failure: nobody says that it would pass", async () => {
    const folder = newFolder();
    folder.script(
      "run",
      `while read -r name; do case $name in sets) a=1;; more) b=1;; victim) [ -z "$a" ] || exit $([ -z "$b" ] && echo 2 || echo 1);; esac; done < "$1"`,
    );
    const own = ["--list", "printf '%s\\n' x sets y more z victim", "--run", "./run {}"];
    const { stdout } = await folder.culprit("tests", "--no-leak", "--failing", "victim", ...own);
    expect(stdout).toContain("leave out any one of them, and it no longer fails in this way.");
  });
});

describe("where other tests have no part in it, culprit tests says so", () => {
  const suite = (victim: string) => {
    const folder = newFolder();
    folder.write("a.cjs", `it("idle", () => {}); it("victim", () => { ${victim} });`);
    return folder;
  };

  test("a test that fails alone too", async () => {
    const { code, stdout } = await suite("throw new Error('no')").culprit("tests", "--", ...mocha);
    expect(stdout).toContain("a.cjs › victim fails alone in the same way, so other tests do not make it fail.");
    expect(stdout).toContain("culprit why -- ");
    expect(code).toBe(1);
  });

  test("a suite in which nothing fails", async () => {
    const { code, stderr } = await suite("").culprit("tests", "--", ...mocha);
    expect(stderr).toContain("None of the 2 tests");
    expect(code).toBe(1);
    const named = await suite("").culprit("tests", "--failing", "victim", "--", ...mocha);
    expect(named.stdout).toContain("passes after the 1 test before it, and passes alone");
    const first = await suite("").culprit("tests", "--failing", "idle", "--", ...mocha);
    expect(first.stdout).toContain("passes after the 0 tests before it, after all 1 other test, and passes alone");
  });

  test("a command without a test runner, and a test that nobody knows", async () => {
    const folder = suite("");
    const none = await folder.culprit("tests", "--", "echo", "hello");
    expect(none.stderr).toContain(
      "echo hello started no test runner that culprit knows (exit 0). It printed:\n  │ hello",
    );
    expect(none.code).toBe(1);
    const unknown = await folder.culprit("tests", "--failing", "nobody", "--", ...mocha);
    expect(unknown.stderr).toContain("No test that ran is called nobody.");
    expect(unknown.code).toBe(2);
  });

  test("a test that fails only in the suite's own run", async () => {
    const folder = newFolder();
    mkdirSync(join(folder.path, "state"));
    // Only the command as it is fails: neither with an order of culprit's, nor with a selection of tests.
    folder.write(
      "a.cjs",
      `it("idle", () => {}); it("victim", () => { if (process.argv.includes("*.cjs") && !process.argv.includes("--no-parallel")) throw new Error("flaky"); });`,
    );
    const { stdout, code } = await folder.culprit("tests", "--", ...mocha);
    expect(stdout).toContain("passes after the same tests in the same order, one at a time");
    expect(code).toBe(1);
  });
});

test("a search that is stopped goes on where it was", async () => {
  const folder = shopFolder();
  const { json } = await folder.culprit("tests", "--json", "--max-tests", "2", "--failing", locale, "--", ...mocha);
  expect(json.verdict).toBe("exhausted");
  const resumed = await folder.culprit("resume", "last", "--json");
  expect(resumed.json).toMatchObject({ verdict: "found", polluters: [{ test: euros }] });
});
