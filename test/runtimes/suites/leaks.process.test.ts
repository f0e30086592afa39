import { describe, expect, test } from "vitest";
import { skippedBecause } from "../../tiers/skipped-because.ts";
import { noPytest, pytest } from "../../tools/pytest.ts";
import { installed, Project } from "./planned-run.ts";

const vitest = [...installed("vitest/vitest.mjs"), "run"];
const imports = `import { expect, test, vi } from "${installed("vitest/dist/index.js")[1]}";\n`;
const mocha = [...installed("mocha/bin/mocha.js"), "*.cjs"];

/** What the last of two tests finds other than it was, by name. */
function differences(project: Project, words: readonly string[], tests: readonly string[], leak = {}) {
  const { leak: report, tests: outcomes } = project.run(words, { tests, leak });
  const found = new Map((report?.differences ?? []).map(({ name, old, new: now }) => [name, { old, now }]));
  return { found, keys: report?.differences.map(({ key }) => key) ?? [], lines: project.lines(report), outcomes };
}

describe("Vitest", () => {
  const project = () =>
    new Project({
      "vitest.config.mjs": "export default { test: { isolate: false, fileParallelism: false } };\n",
      "settings.ts": [
        "export const settings: { currency: string; rates: number[]; extra?: number } = { currency: 'EUR', rates: [1] };",
        "let cache: object | null = null;",
        "export const known = new Map([['a', 1]]);",
        "export const getCache = () => cache;",
        "export function setCache(value: object) {",
        "  cache = value;",
        "}",
      ].join("\n"),
      "a.test.ts": `${imports}import fs from "node:fs";
import { known, setCache, settings } from "./settings";
function fill() {
  setCache({ a: 1 });
}
test("one", () => {
  process.env.LEAK = "1";
  settings.currency = "USD";
  settings.extra = 1;
  settings.rates.push(2);
  known.set("b", 2);
  fill();
  fs.existsSync = vi.fn(() => true) as never;
  Date.now = () => 42;
  process.chdir("..");
});`,
      "b.test.ts": `${imports}import { getCache } from "./settings";
test("victim", () => expect(getCache()).toBe(null));`,
    });
  const tests = ["a.test.ts > one", "b.test.ts > victim"];

  test("what a test changed in memory and around it is seen before the next one", () => {
    const files = project();
    const { found, outcomes } = differences(files, vitest, tests);
    expect(outcomes.at(-1)).toBe("b.test.ts > victim: failed");
    expect(found.get("process.env.LEAK")).toEqual({ old: undefined, now: "'1'" });
    expect(found.get("settings.currency")).toEqual({ old: "'EUR'", now: "'USD'" });
    expect(found.get("settings.extra")).toEqual({ old: undefined, now: "1" });
    expect(found.get("settings.rates")).toEqual({ old: "[ 1 ]", now: "[ 1, 2 ]" });
    expect(found.get('known.get("b")')).toEqual({ old: undefined, now: "2" });
    expect(found.get("cache")).toEqual({ old: "null", now: "{ a: 1 }" });
    expect(found.get("Date.now")?.old).toBe("[Function: now]");
    expect(found.has("fs.existsSync")).toBe(true);
    expect(found.get("the working directory")?.old).toBe(`'${files.path}'`);
  });

  test("what is taken back is as it was for the next test", () => {
    const files = project();
    const { keys } = differences(files, vitest, tests);
    const cache = keys.find((key) => key.endsWith(":cache"))!;
    expect(differences(files, vitest, tests, { takeBack: [cache] }).outcomes.at(-1)).toBe("b.test.ts > victim: passed");
    const others = keys.filter((key) => key !== cache);
    expect(differences(files, vitest, tests, { takeBack: others }).outcomes.at(-1)).toBe("b.test.ts > victim: failed");
  });

  test("the line that set it is known, with those that led there", () => {
    const files = project();
    const watched = (watch: string) => differences(files, vitest, tests, { watch }).lines;
    expect(watched(`${files.path}/settings.ts:cache`)).toEqual(["settings.ts:6", "a.test.ts:5", "a.test.ts:13"]);
    expect(watched("process.env.LEAK")).toEqual(["a.test.ts:8"]);
    expect(watched(`${files.path}/settings.ts:settings.extra`)).toEqual(["a.test.ts:10"]);
    expect(watched(`${files.path}/settings.ts:known.get("b")`)).toEqual(["a.test.ts:12"]);
  });
});

describe("Mocha", () => {
  const project = () =>
    new Project({
      "state.cjs": "let n = 0;\nexports.next = () => ++n;\n",
      "a.cjs":
        "const { next } = require('./state.cjs');\nit('one', () => { next(); globalThis.added = 1; process.on('SIGUSR2', () => {}); });\n",
      "b.cjs":
        "const { next } = require('./state.cjs');\nit('victim', () => { if (next() !== 1) throw new Error('not the first'); });\n",
    });
  const tests = ["a.cjs > one", "b.cjs > victim"];

  test("variables of modules and globals, with the line, also where all is on one line", () => {
    const files = project();
    const { found } = differences(files, mocha, tests);
    expect(found.get("n")).toEqual({ old: "0", now: "1" });
    expect(found.get("added")).toEqual({ old: undefined, now: "1" });
    expect(differences(files, mocha, tests, { watch: "added" }).lines).toEqual(["a.cjs:2"]);
    expect(differences(files, mocha, tests, { watch: `${files.path}/state.cjs:n` }).lines).toEqual([
      "state.cjs:2",
      "a.cjs:2",
    ]);
    const back = differences(files, mocha, tests, { takeBack: [`${files.path}/state.cjs:n`] });
    expect(back.outcomes.at(-1)).toBe("b.cjs > victim: passed");
  });
});

describe("node --test", () => {
  test("tests of one file", () => {
    const files = new Project({
      "a.test.cjs": [
        "const { test } = require('node:test');",
        "let seen = [];",
        "test('one', () => {",
        "  seen.push('one');",
        "});",
        "test('victim', () => { if (seen.length > 0) throw new Error('seen'); });",
      ].join("\n"),
    });
    const tests = ["a.test.cjs > one", "a.test.cjs > victim"];
    const { found, keys } = differences(files, [process.execPath, "--test"], tests);
    expect(found.get("seen")).toEqual({ old: "[]", now: "[ 'one' ]" });
    const again = { takeBack: keys, watch: keys[0]! };
    const { outcomes, lines } = differences(files, [process.execPath, "--test"], tests, again);
    expect(outcomes).toEqual(["a.test.cjs > one: passed", "a.test.cjs > victim: passed"]);
    expect(lines).toEqual(["a.test.cjs:4"]);
  });
});

describe("pytest", skippedBecause(noPytest), () => {
  const project = () =>
    new Project({
      "conftest.py": "",
      "shop.py": `
import time
CACHE = {}
class Settings:
    currency = "EUR"
    def __init__(self): self.rates = [1]
settings = Settings()
def counter():
    n = 0
    def count():
        nonlocal n
        n += 1
        return n
    return count
count = counter()
`,
      "test_a.py": `
import logging, os, time, shop
def add_rate():
    shop.settings.rates.append(2)
def test_one(tmp_path):
    os.environ["LEAK"] = "1"
    shop.CACHE["k"] = 1
    shop.Settings.currency = "USD"
    shop.settings.extra = 1
    shop.count()
    add_rate()
    time.time = lambda: 42
    logging.getLogger().setLevel(logging.DEBUG)
    os.chdir(tmp_path)
`,
      "test_b.py": "import shop\ndef test_victim(): assert shop.settings.rates == [1]\n",
    });
  const tests = ["test_a.py > test_one", "test_b.py > test_victim"];

  test("what a test changed in memory and around it is seen, and can be taken back", () => {
    const files = project();
    const { found, keys } = differences(files, pytest, tests);
    expect(found.get("os.environ['LEAK']")).toEqual({ old: undefined, now: "'1'" });
    expect(found.get("shop.CACHE['k']")).toEqual({ old: undefined, now: "1" });
    expect(found.get("shop.Settings.currency")).toEqual({ old: "'EUR'", now: "'USD'" });
    expect(found.get("shop.settings.extra")).toEqual({ old: undefined, now: "1" });
    expect(found.get("shop.settings.rates")).toEqual({ old: "[1]", now: "[1, 2]" });
    expect(found.get("shop.count.n")).toEqual({ old: "0", now: "1" });
    expect(found.get("time.time")?.old).toBe("time.time");
    expect(found.get("logging.root.level")).toEqual({ old: "30", now: "10" });
    expect(found.get("the working directory")?.old).toBe(`'${files.path}'`);
    const back = differences(files, pytest, tests, { takeBack: ["shop.settings.rates"] });
    expect(back.outcomes.at(-1)).toBe("test_b.py > test_victim: passed");
    const others = keys.filter((key) => key !== "shop.settings.rates");
    expect(differences(files, pytest, tests, { takeBack: others }).outcomes.at(-1)).toBe(
      "test_b.py > test_victim: failed",
    );
  });

  test("the line that set it is known, with those that led there", () => {
    const files = project();
    const watched = (watch: string) => differences(files, pytest, tests, { watch }).lines;
    expect(watched("shop.settings.rates")).toEqual(["test_a.py:4", "test_a.py:11"]);
    expect(watched("os.environ['LEAK']")).toEqual(["test_a.py:6"]);
    expect(watched("shop.CACHE['k']")).toEqual(["test_a.py:7"]);
  });

  test("the line that calls a function for a value has set it, also if it replaces a list", () => {
    const files = project();
    files.write(
      "test_a.py",
      "import shop\ndef rates():\n    return [2]\ndef test_one():\n    shop.settings.rates = rates()\n    shop.CACHE.clear()\n",
    );
    const { lines } = differences(files, pytest, tests, { watch: "shop.settings.rates" });
    expect(lines).toEqual(["test_a.py:5"]);
  });

  test("a module that a test is the first to load is reported, and its variables are seen if it is loaded before", () => {
    const files = project();
    files.write("test_a.py", "def test_one():\n    import shop\n    shop.settings.rates.append(2)\n");
    files.write("test_b.py", "def test_victim():\n    import shop\n    assert shop.settings.rates == [1]\n");
    const first = files.run(pytest, { tests, leak: {} });
    expect(first.leak?.loaded).toEqual(["shop"]);
    expect(first.leak?.differences.map(({ name }) => name)).not.toContain("shop.settings.rates");
    const { found, lines } = differences(files, pytest, tests, { preload: ["shop"], watch: "shop.settings.rates" });
    expect(found.get("shop.settings.rates")).toEqual({ old: "[1]", now: "[1, 2]" });
    expect(lines).toEqual(["test_a.py:3"]);
  });

  test("what tests change in the fixtures that they share, and in what their class sets up", () => {
    const files = project();
    files.write(
      "test_a.py",
      `import pytest
@pytest.fixture(scope="session")
def basket(): return {"items": [1]}
class TestShop:
    @classmethod
    def setup_class(cls): cls.seen = []
    def test_one(self, basket):
        basket["items"].append(2)
        self.seen.append(1)
    def test_victim(self, basket): assert basket["items"] == [1] and self.seen == []
`,
    );
    const inClass = ["test_a.py > TestShop > test_one", "test_a.py > TestShop > test_victim"];
    const leak = { afterSetup: true, watch: "the fixture basket['items']" } as const;
    const { found, keys, lines, outcomes } = differences(files, pytest, inClass, leak);
    expect(outcomes.at(-1)).toContain("failed");
    expect(found.get("the fixture basket['items']")).toEqual({ old: "[1]", now: "[1, 2]" });
    expect(found.get("test_a.TestShop.seen")).toEqual({ old: "[]", now: "[1]" });
    expect(lines).toEqual(["test_a.py:8"]);
    const back = differences(files, pytest, inClass, { afterSetup: true, takeBack: keys });
    expect(back.outcomes.at(-1)).toContain("passed");
  });

  test("what a file does when it is loaded is compared with what was before", () => {
    const files = project();
    files.write("test_a.py", "import shop\nshop.settings.currency = 'USD'\ndef test_one(): pass\n");
    files.write("conftest.py", "import shop\n");
    const leak = { loading: true, watch: "shop.settings.currency" } as const;
    const { found, lines } = differences(files, pytest, ["test_a.py", "test_b.py > test_victim"], leak);
    expect(found.get("shop.settings.currency")).toEqual({ old: undefined, now: "'USD'" });
    expect(lines).toEqual(["test_a.py:2"]);
  });
});
