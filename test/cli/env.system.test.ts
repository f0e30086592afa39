import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Folder, newFolder } from "./culprit.ts";

/** Two environments that differ in six variables, of which one is bad. */
function envFolder(): Folder {
  const folder = newFolder();
  folder.write("old.env", "A=1\nGONE=x\nMODE=fast\nSAME=s\nTIMEOUT=30\n");
  folder.write("new.env", "# the new ones\n\nexport A='2'\nADDED=1\nMODE=\"slow\" # more\nSAME=s\nTIMEOUT=-1\nZ=\n");
  folder.script("test.sh", `[ "$TIMEOUT" -ge 0 ] || { echo "app: error: negative timeout" >&2; exit 4; }`);
  return folder;
}

const culprit = async (folder: Folder, ...words: string[]) =>
  (await folder.culprit("env", "old.env", "new.env", "--json", ...words)).json;

describe("isolating", () => {
  test("gives the variable that makes the difference, with both of its values and where it stands", async () => {
    const folder = envFolder();
    const { code, json } = await folder.culprit("env", "old.env", "new.env", "--json", "--", "./test.sh");
    expect(code).toBe(0);
    expect(json).toMatchObject({
      kind: "env",
      verdict: "found",
      search: "dd",
      by: "variables",
      deltas: { total: 6, cause: 1 },
      minimal: true,
      causes: [],
      files: {},
      notes: ["On top of old.env it is enough by itself."],
    });
    expect(json.cause).toEqual([
      { text: "TIMEOUT=-1", variable: "TIMEOUT", old: "30", new: "-1", file: "new.env", line: 7 },
    ]);
    expect(json.tests.needed).toBeLessThanOrEqual(4);
  });

  test("a variable that is added or removed is a difference too", async () => {
    const folder = envFolder();
    expect((await culprit(folder, "--", "sh", "-c", '[ -z "$ADDED" ]')).cause).toEqual([
      { text: "ADDED=1", variable: "ADDED", new: "1", file: "new.env", line: 4 },
    ]);
    expect((await culprit(folder, "--", "sh", "-c", "env | grep -q ^GONE=")).cause).toEqual([
      { text: "unset GONE", variable: "GONE", old: "x", file: "old.env", line: 2 },
    ]);
    const removed = await folder.culprit("show", "last");
    expect(removed.stdout).toContain("Fails without GONE=x, passes with it.");
    expect(removed.stdout).toContain("old.env:2  the failing one lacks GONE=x");
  });

  test("--causes finds further ones that do not overlap the first", async () => {
    const folder = envFolder();
    folder.script("test.sh", `[ "$TIMEOUT" = 30 ] && [ "$GONE" = x ] || exit 4`);
    const json = await culprit(folder, "--causes", "3", "--", "./test.sh");
    expect([json.cause, ...json.causes].map(([entry]) => entry!.text).sort()).toEqual(["TIMEOUT=-1", "unset GONE"]);
    expect((await folder.culprit("show", "last")).stdout).toMatch(/^Cause 2: (?:TIMEOUT=-1|unset GONE)$/m);
  });

  test("one that needs others is said to need them, and --simplify finds all", async () => {
    const folder = envFolder();
    const test = ["--", "sh", "-c", '[ "$MODE" != slow ] || [ "$TIMEOUT" != -1 ] || exit 4'];
    const isolated = await culprit(folder, ...test);
    expect(isolated.deltas.cause).toBe(1);
    expect(isolated.notes![0]).toContain("not enough by itself (pass, exit 0)");
    const simplified = await culprit(folder, "--simplify", ...test);
    expect(simplified).toMatchObject({ search: "auto", deltas: { cause: 2 }, minimal: true });
    expect(simplified.cause.map(({ variable }) => variable)).toEqual(["MODE", "TIMEOUT"]);
  });

  test("names in either file are set or unset as the candidate says, all others inherited", async () => {
    const folder = envFolder();
    folder.script("test.sh", `env > "seen-\${TIMEOUT}"; pwd >> "seen-\${TIMEOUT}"; [ "$TIMEOUT" = 30 ]`);
    const env = { A: "mine", GONE: "mine", ADDED: "mine", OTHER: "mine", TMPDIR: folder.path };
    await folder.start(["env", "old.env", "new.env", "--jobs", "1", "--", "./test.sh"], env).ended;
    const [failing, passing] = ["seen--1", "seen-30"].map((name) => folder.read(name).split("\n"));
    // The last runs are those that confirm: all else is as in one of the files.
    for (const seen of [failing!, passing!]) {
      expect(seen).toEqual(expect.arrayContaining(["OTHER=mine", "SAME=s", `CULPRIT_CWD=${folder.path}`]));
      expect(seen).toContain(folder.path);
      expect(seen).not.toContain("A=mine");
      expect(seen).not.toContain("GONE=mine");
      expect(seen).not.toContain("ADDED=mine");
    }
  });

  test("PATH may be the cause, and where it does not lead to the program at all there is no outcome", async () => {
    const folder = newFolder();
    for (const [name, status] of [
      ["good", 0],
      ["bad", 5],
    ] as const) {
      mkdirSync(join(folder.path, name));
      folder.script(`${name}/tool`, `exit ${status}`);
    }
    folder.write("old.env", `PATH=${folder.path}/good:/usr/bin:/bin\nX=1\n`);
    folder.write("new.env", `PATH=${folder.path}/bad:/usr/bin:/bin\nX=2\n`);
    const json = await culprit(folder, "--", "tool");
    expect(json.cause).toMatchObject([{ variable: "PATH" }]);
    folder.write("old.env", "PATH=/nowhere\nX=1\n");
    const without = await folder.culprit("env", "old.env", "new.env", "--", "tool");
    expect([without.code, without.stdout]).toEqual([1, expect.stringContaining("old.env passes (exit 127")]);
    const failing = await folder.culprit("env", "new.env", "old.env", "--", "tool");
    expect([failing.code, failing.stderr]).toEqual([2, expect.stringContaining("not found")]);
  });

  test("--output has two environments that can be read again and differ in the cause alone", async () => {
    const folder = envFolder();
    folder.write("new.env", 'A="two\\nlines \\"and\\" quotes"\nMODE=slow\nTIMEOUT=-1\n');
    const json = await culprit(folder, "--output", "pair", "--", "./test.sh");
    const [failing, passing] = [json.files.failing!, json.files.passing!].map((path) => readFileSync(path, "utf8"));
    expect(failing).toContain("TIMEOUT=-1\n");
    expect(failing!.replace("TIMEOUT=-1", "TIMEOUT=30")).toBe(passing);
    const again = await folder.culprit("env", "pair/passing.env", "pair/failing.env", "--json", "--", "./test.sh");
    expect(again.json.deltas.total).toBe(1);
  });
});

describe("secrets", () => {
  const secret = "sekrit-99887766";
  const reporters = ["json", "sarif", "markdown", "github", "gitlab"];

  /** All that a run tells, and later commands in a shell without its secrets. */
  async function everyReport(folder: Folder, env: NodeJS.ProcessEnv, ...test: string[]): Promise<string> {
    const words = ["env", "old.env", "new.env", "--html", "report.html", "--output", "pair", "--", ...test];
    const { stdout, stderr } = await folder.start(words, env).ended;
    const later = await Promise.all([
      ...reporters.map((each) => folder.culprit("show", "last", "--reporter", each)),
      folder.culprit("show", "last", "--agent"),
      folder.culprit("show", "last", "--html", "later.html"),
    ]);
    const shown = later.map((each) => each.stdout + each.stderr);
    return [stdout, stderr, ...shown, folder.read("report.html"), folder.read("later.html")].join("\n");
  }

  test("that are inherited are in no report, and values that are compared are", async () => {
    const folder = newFolder();
    folder.write("old.env", "B=2\n");
    folder.write("new.env", "B=3\n");
    const script = 'echo "Error: bad $MY_SECRET_TOKEN"; [ "$B" != 3 ]';
    const text = await everyReport(folder, { MY_SECRET_TOKEN: secret }, "sh", "-c", script);
    expect(text).toContain("Error: bad <MY_SECRET_TOKEN>");
    expect(text).toContain("Fails with B=3, passes with B=2.");
    expect(text.match(/.{0,80}sekrit/)).toBeNull();
  });

  test("that are the cause are named without their values, which result files have", async () => {
    const folder = newFolder();
    folder.write("old.env", "API_TOKEN=abc\nOTHER_KEY=\n");
    folder.write("new.env", `API_TOKEN=${secret}\nOTHER_KEY=\n`);
    const script = '[ "$API_TOKEN" = abc ] || { echo "Error: refused $API_TOKEN"; exit 3; }';
    const text = await everyReport(folder, {}, "sh", "-c", script);
    expect(text).toContain("Error: refused <API_TOKEN>");
    expect(text).toContain("Fails with API_TOKEN=***");
    expect(text).toContain("The values of API_TOKEN are hidden");
    expect(text.match(/.{0,80}sekrit/)).toBeNull();
    expect(folder.read("pair/failing.env")).toContain(`API_TOKEN=${secret}\n`);
    expect(folder.read("pair/passing.env")).toContain("API_TOKEN=abc\n");
  });

  test("that are empty or not set are said to be", async () => {
    const folder = newFolder();
    folder.write("old.env", `API_TOKEN=${secret}\n`);
    folder.write("new.env", "API_TOKEN=\n");
    const json = await culprit(folder, "--", "sh", "-c", '[ -n "$API_TOKEN" ]');
    expect(json.cause).toMatchObject([{ text: "API_TOKEN=", old: "***", new: "" }]);
  });
});

describe("the files", () => {
  test("of env -0 are taken as they are, values of several lines too", async () => {
    const folder = newFolder();
    folder.write("old.env", `A="1"\0B=x\ny=z\0`);
    folder.write("new.env", `A="1"\0B=x\ny=bad\0`);
    const json = await culprit(
      folder,
      "--",
      "sh",
      "-c",
      'test "$A" = "\\"1\\"" || exit 9; case $B in *bad) exit 3; esac',
    );
    expect(json.cause).toEqual([
      { text: "B=x\ny=bad", variable: "B", old: "x\ny=z", new: "x\ny=bad", file: "new.env" },
    ]);
    expect(json.failure).toContain("exit 3");
  });

  test("of Windows, with several lines for one name, and values with = and quotes within", async () => {
    const folder = newFolder();
    folder.write("old.env", "A=1\r\nB=ok\r\n");
    folder.write("new.env", "\ufeffA=1\r\nB=first\r\n\r\nB=it's a=b # c\r\n");
    const json = await culprit(folder, "--", "sh", "-c", 'test "$B" != "it\'s a=b # c"');
    expect(json.deltas.total).toBe(1);
    expect(json.cause).toMatchObject([{ variable: "B", new: "it's a=b # c", line: 4 }]);
  });
});

describe("on a bad day", () => {
  test("two files with the same variables: exit 2, and why", async () => {
    const folder = envFolder();
    folder.write("new.env", folder.read("old.env"));
    const { code, stderr, stdout } = await folder.culprit("env", "old.env", "new.env", "--", "./test.sh");
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("no difference to search");
    expect(stderr).not.toMatch(/^ +at .*\.[jt]s/m);
  });

  test("NEW must fail, OLD must pass, and what is wrong is said by their names", async () => {
    const folder = envFolder();
    const refused = async (...test: string[]) => {
      const { code, json, stderr } = await folder.culprit("env", "old.env", "new.env", "--json", "--", ...test);
      expect([code, json.verdict, json.cause]).toEqual([1, "not-reproduced", []]);
      return stderr;
    };
    expect(await refused("true")).toContain("passes on new.env (exit 0)");
    expect(await refused("false")).toContain("fails on old.env as well as on new.env (exit 1)");
    expect(await refused("sh", "-c", '[ "$TIMEOUT" = -1 ] && exit 4; exit 30')).toContain(
      "cannot tell whether old.env passes (exit 30",
    );
    folder.script(
      "odd.sh",
      `[ "$TIMEOUT" = 30 ] || exit 4; if mkdir odd 2>/dev/null; then exit 0; else rmdir odd; exit 4; fi`,
    );
    expect(await refused("./odd.sh")).toMatch(/on old\.env: it failed 5 of 10 runs.*--repeat auto/s);
  });

  test("stopped in the middle it goes on, unless a file has changed meanwhile", async () => {
    const folder = newFolder();
    const lines = (value: number) => Array.from({ length: 64 }, (_, i) => `V${i}=${value}\n`).join("");
    folder.write("old.env", lines(0));
    folder.write("new.env", lines(1));
    folder.script("test.sh", `sleep 0.1; [ "$V9$V33$V60" != 111 ] || exit 3`);
    const words = ["env", "old.env", "new.env", "--simplify", "--jobs", "1"];
    const child = folder.start([...words, "--", "./test.sh"]);
    await folder.hasLearned(5);
    child.kill("SIGTERM");
    const stopped = await child.ended;
    expect([stopped.code, stopped.stdout]).toEqual([143, expect.stringContaining("culprit resume")]);
    folder.write("new.env", lines(2));
    const changed = await folder.culprit("resume", "last");
    expect([changed.code, changed.stderr]).toEqual([2, expect.stringContaining("new.env has changed")]);
    folder.write("new.env", lines(1));
    const { json } = await folder.culprit("resume", "last", "--json");
    expect(json.cause.map(({ variable }) => variable)).toEqual(["V33", "V60", "V9"]);
  });
});

test("runs, show, --html and --reuse know it as any other", async () => {
  const folder = envFolder();
  const again = () => folder.culprit("env", "old.env", "new.env", "--reuse", "--json", "--", "./test.sh");
  const first = await again();
  expect(first.json.tests.needed).toBeGreaterThan(0);
  expect((await folder.culprit("runs")).stdout).toMatch(/ env +found/);
  const shown = await folder.culprit("show", "last", "--html", "report.html");
  expect(shown.stdout).toContain("Fails with TIMEOUT=-1, passes with TIMEOUT=30.");
  expect(shown.stdout).toContain("new.env:7  the failing one has TIMEOUT=-1 instead of TIMEOUT=30");
  expect(folder.read("report.html")).toContain("<del><b>passes </b>TIMEOUT=30</del><ins><b>fails </b>TIMEOUT=-1</ins>");
  expect(folder.read("report.html")).toContain("enough by itself");
  expect((await again()).json.tests.needed).toBe(0);
});
