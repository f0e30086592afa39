import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Folder, newFolder } from "./culprit.ts";

const letters = ["--a", "--b", "--c", "-o out", "--e", "--f", "--g", "--h"];

/** A program that fails on --b together with -o out. */
function optionFolder(): Folder {
  const folder = newFolder();
  folder.script("app.sh", `case "$*" in *--b*"-o out"*) echo "app: error: cannot write" >&2; exit 3; esac`);
  return folder;
}

const texts = (cause: readonly { text?: string }[]) => cause.map(({ text }) => text);

describe("simplifying", () => {
  test("gives the arguments that the failure needs, and the command with them alone", async () => {
    const folder = optionFolder();
    const { code, json } = await folder.culprit("args", "--json", "--", "./app.sh", "run", ":::", ...letters);
    expect(code).toBe(0);
    expect(json).toMatchObject({
      kind: "args",
      verdict: "found",
      search: "auto",
      by: "arguments",
      deltas: { total: 8, cause: 2 },
      minimal: true,
      cause: [{ text: "--b" }, { text: "-o out" }],
      causes: [],
      files: {},
      commands: { failing: ["./app.sh", "run", "--b", "-o", "out"] },
      stages: [{ name: "arguments", search: "auto", deltas: { total: 8, cause: 2 } }],
    });
    expect(json.tests.needed).toBeGreaterThan(3);
    expect(json.tests.needed).toBeLessThanOrEqual(14);
    expect(json.tests.pass + json.tests.fail + json.tests.unresolved).toBe(json.tests.needed);
  });

  test("prints a command line that fails when it is pasted into a shell", async () => {
    const folder = newFolder();
    folder.script("app.sh", `for word; do [ "$word" = "it's \\$5" ] && exit 3; done; exit 0`);
    const { stdout } = await folder.culprit("args", "--literal", "--", "./app.sh", ":::", "x", "it's $5", "y z");
    const line = /^ {2}fails {3}(.*)$/m.exec(stdout)![1]!;
    folder.script("pasted.sh", line);
    const again = await folder.culprit("args", "--json", "--", "./pasted.sh", ":::", "more");
    expect(again.json.failure).toContain("exit 3");
  });

  test("the words go where {} stands, each place of it, and otherwise to the end", async () => {
    const folder = newFolder();
    folder.script("app.sh", `echo "$*" >> seen; case "$*" in *bad*) exit 3; esac`);
    await folder.culprit("args", "--jobs", "1", "--", "./app.sh", "{}", "in", "{}", ":::", "bad", "ok");
    expect(folder.read("seen").split("\n")[0]).toBe("bad ok in bad ok");
    const inside = await folder.culprit("args", "--json", "--", "./app.sh", "x={}", ":::", "ok", "bad");
    expect(inside.json.commands!.failing).toEqual(["./app.sh", "x={}", "bad"]);
    expect(inside.stderr).toContain('A shell gets them as "$@"');
  });

  test("an argument with spaces is read as by a shell, unless it names a file or --literal says so", async () => {
    const folder = newFolder();
    folder.write("my file", "");
    folder.script("app.sh", `printf '<%s>' "$@" > "seen$#"; [ $# = 0 ] || exit 3`);
    const call = (...words: string[]) => folder.culprit("args", "--jobs", "1", ...words);
    await call("--", "./app.sh", ":::", "-o out", `-D "X=a b" it\\'s`, `-DY="1"`, "my file", "");
    expect(folder.read("seen8")).toBe(`<-o><out><-D><X=a b><it's><-DY="1"><my file><>`);
    await call("--literal", "--", "./app.sh", ":::", "-o out", "don't stop");
    expect(folder.read("seen2")).toBe("<-o out><don't stop>");
  });

  test("the test runs where the user stands, with an empty standard input and a temporary folder of its own", async () => {
    const folder = newFolder();
    folder.script(
      "app.sh",
      `pwd > seen; echo "$CULPRIT_CWD" >> seen; cat >> seen; ls -A "$TMPDIR" >> seen; [ $# = 0 ]`,
    );
    await folder.culprit("args", "--jobs", "1", "--", "./app.sh", ":::", "x");
    expect(folder.read("seen")).toBe(`${folder.path}\n${folder.path}\n`);
  });

  test("--causes finds several, --search another way, and neither they nor --jobs change what is found", async () => {
    const folder = newFolder();
    folder.script("app.sh", `case "$*" in *3*7*|*5*) exit 3; esac`);
    const numbers = Array.from({ length: 10 }, (_, i) => `${i}`);
    const call = async (...words: string[]) =>
      (await folder.culprit("args", "--json", ...words, "--", "./app.sh", ":::", ...numbers)).json;
    const several = await call("--causes", "3");
    expect([several.cause, ...several.causes].map(texts).sort()).toEqual([["3", "7"], ["5"]]);
    expect((await call("--search", "ddmin")).search).toBe("ddmin");
    const [one, four] = [await call("--jobs", "1"), await call("--jobs", "4")];
    expect(four.cause).toEqual(one.cause);
    expect(four.tests.needed).toBe(one.tests.needed);
  });

  test("--output has the best arguments so far, one to a line", async () => {
    const folder = optionFolder();
    const { json } = await folder.culprit("args", "--output", "left", "--json", "--", "./app.sh", ":::", ...letters);
    expect(folder.read("left")).toBe("--b\n-o out\n");
    expect(json.files).toEqual({ failing: join(folder.path, "left") });
    expect(readdirSync(folder.path).sort()).toEqual([".culprit", "app.sh", "left"]);
  });

  test("a test that fails on everything: an empty result, and it is said", async () => {
    const folder = newFolder();
    folder.script("app.sh", "echo always >&2; exit 3");
    const { code, stdout } = await folder.culprit("args", "--output", "left", "--", "./app.sh", ":::", "a", "b");
    expect(code).toBe(0);
    expect(stdout).toContain("also fails on the command alone (exit 3), so none of the arguments is needed");
    expect(stdout).toContain("│ always");
    expect(folder.read("left")).toBe("");
  });
});

describe("isolating", () => {
  test("gives two commands that differ in one argument, and their arguments as files", async () => {
    const folder = optionFolder();
    const words = ["args", "--isolate", "--output", "pair", "--", "./app.sh", ":::", ...letters];
    const { json } = await folder.culprit(...words.toSpliced(1, 0, "--json"));
    expect(json).toMatchObject({ search: "dd", deltas: { total: 8, cause: 1 }, minimal: true });
    expect(json.tests.needed).toBeLessThanOrEqual(4);
    const { failing, passing } = json.commands!;
    const [only] = texts(json.cause);
    expect(failing.filter((word) => !passing!.includes(word)).join(" ")).toBe(only);
    const lines = (path: string) => readFileSync(path, "utf8").trimEnd().split("\n");
    expect(lines(json.files.failing!).filter((line) => line !== only)).toEqual(lines(json.files.passing!));
    const again = await folder.culprit(...words);
    expect(again.stdout).toMatch(/Fails with .*, passes without it/);
    expect(again.stdout).toMatch(/^ {2}passes {2}\.\/app\.sh /m);
    expect(readdirSync(join(folder.path, "pair")).sort()).toEqual([
      ...["failing-2.args", "failing.args", "passing-2.args", "passing.args"],
    ]);
  });

  test("needs a command that passes without them", async () => {
    const folder = newFolder();
    folder.script("fails.sh", "exit 3");
    const fails = await folder.culprit("args", "--isolate", "--json", "--", "./fails.sh", ":::", "a", "b");
    expect([fails.code, fails.json.verdict]).toEqual([1, "not-reproduced"]);
    expect(fails.stderr).toContain("fails on the command alone as well as on the command with its 2 arguments");
    folder.script("cannot.sh", "[ $# = 0 ] && exit 2; exit 3");
    const cannot = await folder.culprit("args", "--isolate", "--", "./cannot.sh", ":::", "a", "b");
    expect(cannot.code).toBe(1);
    expect(cannot.stdout).toContain("without --isolate");
  });

  test("between one argument and none there is nothing to search", async () => {
    const folder = newFolder();
    folder.script("app.sh", "[ $# = 0 ]");
    const { stdout } = await folder.culprit("args", "--isolate", "--", "./app.sh", ":::", "a");
    expect(stdout).toContain("Fails with a, passes without it.");
    expect(stdout).toContain("1 of 1 argument; confirmed, and proved minimal");
  });
});

describe("on a bad day", () => {
  test.each([
    ["a program that is not there", ["args", "--", "./missing.sh", ":::", "a"], "missing.sh"],
    ["no arguments", ["args", "--", "./app.sh", "--b"], "culprit args -- ./app.sh --b ::: --one --two"],
  ])("%s: exit 2, with what to do", async (_, argv, said) => {
    const folder = optionFolder();
    const { code, stderr, stdout } = await folder.culprit(...argv);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(said);
    expect(stderr).not.toMatch(/^ +at .*\.[jt]s/m);
  });

  test("a command that passes: not reproduced, exit 1", async () => {
    const folder = optionFolder();
    const { code, json, stderr } = await folder.culprit("args", "--json", "--", "./app.sh", ":::", "--a");
    expect([code, json.verdict]).toEqual([1, "not-reproduced"]);
    expect(stderr).toContain("passes on the command with its argument");
  });

  test("a failure that comes and goes is told, and found by --repeat", async () => {
    const folder = newFolder();
    // Fails in every second run.
    folder.script("app.sh", `case "$*" in *bad*) if mkdir odd 2>/dev/null; then exit 3; else rmdir odd; fi; esac`);
    const words = ["--json", "--jobs", "1", "--", "./app.sh", ":::", "a", "bad", "c"];
    const flaky = await folder.culprit("args", ...words);
    expect(flaky.code).toBe(1);
    expect(flaky.stderr).toContain("on the command with its 3 arguments: it failed 5 of 10 runs");
    expect(flaky.stderr).toContain("--repeat auto");
    const repeated = await folder.culprit("args", "--repeat", "2", ...words);
    expect(texts(repeated.json.cause)).toEqual(["bad"]);
  });

  test("a resume where variables have changed goes on only if the ends come out as before", async () => {
    const folder = newFolder();
    folder.script("app.sh", `[ "$MODE" = strict ] || exit 0; case "$*" in *--b*) exit 3; esac`);
    const words = ["args", "--max-tests", "1", "--json", "--", "./app.sh", ":::", ...letters];
    expect((await folder.start(words, { MODE: "strict" }).ended).json.verdict).toBe("exhausted");
    const resume = ["resume", "last", "--json"];
    const { code, stderr } = await folder.start(resume, { MODE: "lax" }).ended;
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/ended with exit 3 when the run began, and with exit 0 now\.\n.*have changed: MODE\.\n/),
    ]);
    const { json } = await folder.start(resume, { MODE: "strict", OTHER: "1" }).ended;
    expect([json.verdict, texts(json.cause)]).toEqual(["found", ["--b"]]);
  });

  test("stopped in the middle it has its best result on disk, and a resume goes on from there", async () => {
    const folder = newFolder();
    folder.script(
      "app.sh",
      `sleep 0.05; n=0; for i; do case $i in *7) n=$((n+1)); esac; done; [ $n = 4 ] && exit 3; exit 0`,
    );
    const numbers = Array.from({ length: 40 }, (_, i) => `${i}`);
    const words = ["--jobs", "1", "--output", "left", "--", "./app.sh", ":::", ...numbers];
    const child = folder.start(["args", ...words]);
    await folder.hasLearned(8);
    child.kill("SIGINT");
    const stopped = await child.ended;
    expect(stopped.code).toBe(130);
    const run = /culprit resume (\S+)/.exec(stopped.stdout)![1]!;
    expect(folder.read("left").split("\n")).toEqual(expect.arrayContaining(["7", "17", "27", "37"]));
    const limited = await folder.culprit("resume", run, "--max-tests", "15", "--json");
    expect(limited.json).toMatchObject({ verdict: "exhausted", tests: { needed: 15 }, minimal: false });
    // Whatever ends a session, nothing is lost of those before.
    const left = folder.read("left");
    const fewer = await folder.culprit("resume", run, "--max-tests", "2", "--json");
    expect(fewer.json).toMatchObject({ verdict: "exhausted", tests: { needed: 15 }, cause: limited.json.cause });
    const shorter = await folder.culprit("resume", run, "--budget", "1ms", "--json");
    expect(shorter.json).toMatchObject({ verdict: "exhausted", tests: { needed: 15 }, cause: limited.json.cause });
    expect(folder.read("left")).toBe(left);
    const { json } = await folder.culprit("resume", run, "--json");
    expect(json).toMatchObject({ run, verdict: "found", minimal: true });
    expect(texts(json.cause)).toEqual(["7", "17", "27", "37"]);
    expect(folder.read("left")).toBe("7\n17\n27\n37\n");
    const straight = await folder.culprit("args", "--json", ...words);
    expect(straight.json.tests.needed).toBe(json.tests.needed);
  });
});

test("runs lists it, show tells it again and draws it, --reuse goes by it as long as the files are the same", async () => {
  const folder = optionFolder();
  folder.write("data", "1");
  const again = () =>
    folder.culprit("args", "--reuse", "--jobs", "1", "--json", "--", "./app.sh", ":::", ...letters, "data");
  const first = await again();
  expect((await folder.culprit("runs")).stdout).toMatch(/ args +found/);
  const shown = await folder.culprit("show", "last", "--html", "report.html");
  expect(shown.stdout).toContain("fails   ./app.sh --b -o out");
  expect(folder.read("report.html")).toContain("<dt>Fails</dt><dd><code>./app.sh --b -o out</code>");
  expect((await again()).json.tests.needed).toBe(0);
  folder.write("data", "2");
  expect((await again()).json.tests.needed).toBe(first.json.tests.needed);
});
