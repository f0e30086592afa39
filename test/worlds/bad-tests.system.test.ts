import { mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { newFolder } from "../cli/culprit.ts";
import { until } from "../until.ts";
import { BadDay, runningWith } from "./bad-day.ts";

/** A day on which X in the input is the cause, and the test behaves as its script says. */
function dayWith(script: string, input = "aXbYc"): BadDay {
  const day = new BadDay();
  day.write("in.txt", input);
  day.script("test.sh", script);
  return day;
}

const failing = `grep -q X "$1" && exit 3`;
const call = ["input", "in.txt", "--json", "--", "./test.sh", "{}"] as const;
const callWith = (...options: string[]) => ["input", "in.txt", ...options, "--json", "--", "./test.sh", "{}"];

describe("a test that hangs", () => {
  test("on the failing input: the hang is the failure", async () => {
    const day = dayWith(`grep -q X "$1" && sleep 4711; exit 0`, "aXb");
    const { code, json } = await day.culprit(...callWith("--timeout", "3s"));
    expect(code).toBe(0);
    expect(json).toMatchObject({ cause: [{ text: "X" }], minimal: true, failure: expect.stringContaining("a hang") });
  });

  test("on other candidates: they are unresolved, after a limit taken from the ends", async () => {
    const day = dayWith(`${failing}; [ -s "$1" ] && sleep 4711; exit 0`, "bX");
    const { code, json } = await day.culprit(...call);
    expect(code).toBe(0);
    expect(json).toMatchObject({ cause: [{ text: "X" }], tests: { unresolved: 1 } });
  });

  test("and ignores SIGTERM, SIGINT and SIGHUP, as its children do: it is ended all the same", async () => {
    const day = dayWith(
      `trap '' TERM INT HUP; ${failing}; [ -s "$1" ] && sh -c 'sleep 4711; sleep 4711'; exit 0`,
      "bX",
    );
    const { code, json } = await day.culprit(...callWith("--timeout", "3s"));
    expect(code).toBe(0);
    expect(json.cause).toMatchObject([{ text: "X" }]);
    expect(json.tests.unresolved).toBeGreaterThan(0);
  });

  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("ends with culprit on %s: exit %d, and the line to resume", async (signal, expected) => {
    const day = dayWith(`trap '' TERM INT HUP; setsid sleep 4711 & ${failing}; [ -s "$1" ] && sleep 4711; exit 0`);
    const ended = await day.survive(async () => {
      const child = day.start(["input", "in.txt", "--timeout", "5m", "--", "./test.sh", "{}"]);
      await until(() => readSteps(day) !== "");
      await until(() => runningWith(day.temporary.path).some((words) => words.includes("4711")));
      child.kill(signal);
      return child.ended;
    });
    expect(ended.code).toBe(expected);
    expect(ended.stdout).toMatch(/go on with: culprit resume \d+-\d+/);
    expect(ended.made).toEqual(["in.failing.txt"]);
  });

  /** The journal, once the search has begun. */
  function readSteps(day: BadDay): string {
    try {
      const journal = readFileSync(join(day.records[0]!, "journal.jsonl"), "utf8");
      return journal.includes('"event":"ends"') ? journal : "";
    } catch {
      return "";
    }
  }
});

test("a test that leaves daemons behind in sessions of their own: none outlives its trial", async () => {
  const hidden = `(setsid sh -c 'trap "" TERM HUP; sleep 4711' >/dev/null 2>&1 &)`;
  const own = `4711.${process.pid}$CULPRIT_SLOT`;
  const alone = `grep -qs "${own.replace("4711", "[4]711")}" /proc/[0-9]*/cmdline && exit 9`;
  const day = dayWith(`${alone}; setsid sleep ${own} & ${hidden}; ${failing}; exit 0`);
  const { code, json } = await day.culprit(...call);
  expect(code).toBe(0);
  expect(json).toMatchObject({ cause: [{ text: "X" }], tests: { unresolved: 0 } });
});

test("a test that kills the process that started it: it is said, and its own processes end too", async () => {
  const day = dayWith("setsid sleep 98767 & kill -9 $PPID; sleep 98767");
  const { code, stderr } = await day.culprit(...call);
  expect(code).toBe(2);
  expect(stderr).toContain("Did a test kill it?");
});

test("a test that floods its output costs neither memory nor disk", async () => {
  const flood = `{ yes | head -c 300000000; echo "error: the end" >&2; exit 3; }`;
  const day = dayWith(`grep -q X "$1" && ${flood}; exit 0`, "X");
  let most = 0;
  const { code, json } = await day.survive(async () => {
    const child = day.start(call);
    const watch = setInterval(() => {
      most = Math.max(most, peakOf(child.pid!));
    }, 20);
    const ended = await child.ended;
    clearInterval(watch);
    return ended;
  });
  expect(code).toBe(0);
  expect(json).toMatchObject({ cause: [{ text: "X" }], failure: "exit 3 with the last error line “error: the end”" });
  expect(most).toBeGreaterThan(10_000);
  expect(most).toBeLessThan(200_000);
  const kept = join(day.records[0]!, "output", "failing.txt");
  expect(statSync(kept).size).toBeLessThan(1_000_000);
  expect(readFileSync(kept, "utf8")).toMatch(/the end\n+\[\d+ bytes dropped\]$/);

  /** The most memory that culprit and what it has started ever had, in kB, without the tests. */
  function peakOf(pid: number): number {
    const supervisors = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && isSupervisor(name));
    return Math.max(...[String(pid), ...supervisors].map(peak));
  }
  function isSupervisor(pid: string): boolean {
    const words = fileOf(pid, "cmdline");
    return words.includes("supervisor.pl") && words.includes(day.temporary.path);
  }
  function peak(pid: string): number {
    return Number(/VmHWM:\s+(\d+)/.exec(fileOf(pid, "status"))?.[1] ?? 0);
  }
  function fileOf(pid: string, name: string): string {
    try {
      return readFileSync(`/proc/${pid}/${name}`, "utf8");
    } catch {
      return "";
    }
  }
});

test("a test that floods without end is unresolved at its time limit", async () => {
  const day = dayWith(`${failing}; [ -s "$1" ] && exec yes; exit 0`, "bX");
  const { code, json } = await day.culprit(...callWith("--timeout", "3s"));
  expect(code).toBe(0);
  expect(json).toMatchObject({ cause: [{ text: "X" }], tests: { unresolved: 1 } });
});

describe("a test that does not leave its place as it was", () => {
  test.each([
    ["deletes its own directory", `rm -rf "$PWD" "$TMPDIR"`],
    ["changes its input", `echo X > "$1"; echo X > other; chmod 0 "$1"`],
    ["deletes its input", `rm "$1"`],
    ["puts a link in the place of its directory", `rm -rf "$PWD"; ln -s "$CULPRIT_CWD" "$PWD"`],
    ["closes its directories to everyone", `mkdir -p a/b; touch a/b/c; chmod 0 a/b a .; chmod 0 "$TMPDIR"`],
    [
      "fills its temporary folder",
      `[ -z "$(ls -A "$TMPDIR")" ] || exit 9; head -c 20000000 /dev/zero > "$TMPDIR/huge"`,
    ],
  ])("%s: the answer is right", async (_, deed) => {
    const day = dayWith(`grep -q X "$1"; found=$?; ${deed}; [ $found = 0 ] && exit 3; exit 0`);
    const { code, json, made } = await day.culprit(...call);
    expect(code).toBe(0);
    expect(json).toMatchObject({ cause: [{ text: "X" }], minimal: true, tests: { unresolved: 0 } });
    expect(made).toEqual(["in.failing.txt"]);
    expect(day.folder.read("in.failing.txt")).toBe("X");
  });

  test("deletes the folder of all tests: it is told", async () => {
    const day = dayWith(`rm -rf "$(dirname "$PWD")"; exit 3`);
    const { code, stderr } = await day.culprit(...call);
    expect(code).toBe(1);
    expect(stderr).toContain("Make sure that the test removes nothing outside its own folder.");
  });

  test("kills the process that runs it: it is told", async () => {
    const day = dayWith("kill -9 $PPID; exit 3");
    const { code, stderr } = await day.culprit(...call);
    expect(code).toBe(2);
    expect(stderr).toContain("the process that runs the tests has ended unexpectedly (SIGKILL)");
  });
});

describe("a test that cannot be started", () => {
  test.each([
    ["is not executable", ["./plain.sh"], /plain\.sh is not executable; try chmod \+x/],
    ["is missing", ["./missing.sh"], /There is no file \.\/missing\.sh in .* to run as the test\./],
    ["is a folder", ["./folder"], /\.\/folder is a folder/],
    ["is behind a file", ["./plain.sh/x"], /There is no file \.\/plain\.sh\/x in/],
    ["is missing, by its full path", ["/no/such/test"], /\/no\/such\/test does not exist/],
    [
      "is no command",
      ["no-such-command"],
      /no such command in PATH; to run a file in this folder, put \.\/ before its name/,
    ],
    ["has no interpreter", ["./lost.sh"], /lost\.sh exists, but its interpreter \/no\/such\/sh does not/],
    [
      "has an interpreter that env cannot find",
      ["./env.sh"],
      /exit 12[67], which shells use for.*\n.*no-such-interpreter/,
    ],
    ["is not found by a shell", ["sh", "-c", "no-such-command"], /exit 127.*not found.*\n.*no-such-command/],
    ["is not executable for a shell", ["sh", "-c", "./plain.sh", "plain.sh"], /exit 12[67]/],
  ])("because it %s: it is told, and nothing is left of the run", async (_, words, message) => {
    const day = new BadDay();
    day.write("in.txt", "aXb");
    day.write("plain.sh", "#!/bin/sh\nexit 3\n");
    day.write("lost.sh", "#!/no/such/sh\n", 0o755);
    day.write("env.sh", "#!/usr/bin/env no-such-interpreter\n", 0o755);
    mkdirSync(day.path("folder"));
    const { code, stdout, stderr, made } = await day.culprit("input", "in.txt", "--", ...words);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
    expect(stdout).toBe("");
    expect(made).toEqual([]);
    expect(day.records).toEqual([]);
  });

  test("because it was removed in the middle: it is told, and a resume goes on when it is back", async () => {
    const day = dayWith("");
    const elsewhere = newFolder();
    const counter = `echo >> ${elsewhere.path}/runs; [ $(wc -l < ${elsewhere.path}/runs) = 7 ] && rm ${elsewhere.path}/test.sh`;
    const body = `${counter}; ${failing}; exit 0`;
    elsewhere.script("test.sh", body);
    const path = join(elsewhere.path, "test.sh");
    const lost = await day.culprit("input", "in.txt", "--jobs", "1", "--", path, "{}");
    expect(lost.code).toBe(2);
    expect(lost.stderr).toContain(`${path} does not exist`);
    elsewhere.script("test.sh", body);
    const resumed = await day.culprit("resume", "last", "--json");
    expect(resumed.json).toMatchObject({ verdict: "found", cause: [{ text: "X" }] });
  });
});

describe("a test that ends in unusual ways", () => {
  test.each(["SEGV", "ABRT", "KILL"])("dies by SIG%s: the signal is the failure", async (signal) => {
    const day = dayWith(`grep -q X "$1" && kill -${signal} $$; exit 0`);
    const { code, json } = await day.culprit(...call);
    expect(code).toBe(0);
    expect(json).toMatchObject({ cause: [{ text: "X" }], failure: expect.stringContaining(`SIG${signal}`) });
  });

  test("exits 125 on the failing input: there is nothing to search", async () => {
    const day = dayWith("echo 'no database' >&2; exit 125");
    const { code, stdout, made } = await day.culprit("input", "in.txt", "--", "./test.sh", "{}");
    expect(code).toBe(1);
    expect(stdout).toMatch(/cannot judge in\.txt: it ended with exit 125\. It printed:\n {2}│ no database/);
    expect(made).toEqual([]);
  });

  test.each([125, 126, 127])("exits %d on other candidates: they are unresolved", async (status) => {
    const day = dayWith(`${failing}; [ -s "$1" ] && exit ${status}; exit 0`, "bX");
    const { code, json } = await day.culprit(...call);
    expect(code).toBe(0);
    expect(json).toMatchObject({ cause: [{ text: "X" }], tests: { unresolved: 1 } });
  });

  test("fails on everything: what it said is shown", async () => {
    const day = dayWith("exit 0");
    const { code, stdout } = await day.culprit("input", "in.txt", "--", "sh", "no-such-test.sh", "{}");
    expect(code).toBe(0);
    expect(stdout).toMatch(/Your test also fails on the empty input \(exit \d+\).* It printed:\n.*no-such-test/);
  });

  test("reads all of standard input: it is the candidate, or nothing where the candidate has a name", async () => {
    const piped = dayWith(`[ "$(cat | tr -d abYc)" = X ] && exit 3; exit 0`);
    expect((await piped.culprit("input", "in.txt", "--json", "--", "./test.sh")).json.cause).toMatchObject([
      { text: "X" },
    ]);
    const named = dayWith(`[ "$(cat | wc -c)" -eq 0 ] || exit 9; ${failing}; exit 0`);
    const { json } = await named.culprit(...call);
    expect(json).toMatchObject({ cause: [{ text: "X" }], tests: { unresolved: 0 } });
  });

  test("is a script too long for the name of a file", async () => {
    const day = dayWith("exit 0");
    const script = `${failing}; exit 0; # ${"long ".repeat(2000)}`;
    const { code, json } = await day.culprit("input", "in.txt", "--json", "--", "sh", "-c", script, "in.txt/x", "{}");
    expect(code).toBe(0);
    expect(json.cause).toMatchObject([{ text: "X" }]);
  });
});

describe("a flaky test", () => {
  /** X fails in one of three runs, the others pass: counted, not thrown, so that the numbers are certain. */
  function flakyDay(from = 0) {
    const counter = join(newFolder().path, "runs");
    const count = `echo >> ${counter}; n=$(($(wc -l < ${counter}) - 1 + ${from}))`;
    return dayWith(`grep -q X "$1" || exit 0; ${count}; [ $((n % 3)) = 0 ] && exit 3; exit 0`);
  }

  test("is told apart, with how often it failed and what to do", async () => {
    const { code, stdout, made } = await flakyDay().culprit("input", "in.txt", "--", "./test.sh", "{}");
    expect(code).toBe(1);
    expect(stdout).toContain("is flaky on in.txt: it failed 4 of 10 runs");
    expect(stdout).toContain("--repeat auto");
    expect(made).toEqual([]);
  });

  test("that happens to pass at first: --repeat auto is offered too", async () => {
    const { code, stdout } = await flakyDay(1).culprit("input", "in.txt", "--", "./test.sh", "{}");
    expect(code).toBe(1);
    expect(stdout).toContain("The test passes on in.txt");
    expect(stdout).toContain("--repeat auto finds a failure that comes and goes");
  });

  test.each(["3", "auto"])("is searched with --repeat %s", async (repeat) => {
    const { code, json } = await flakyDay(1).culprit(...callWith("--jobs", "1", "--repeat", repeat));
    expect(code).toBe(0);
    expect(json).toMatchObject({ cause: [{ text: "X" }], minimal: true, assumptions: [] });
    expect(json.tests.run).toBeGreaterThan(3 * json.tests.pass);
  });

  test("that was steady at the ends: the result is run again, and not called minimal when it passes", async () => {
    const counter = join(newFolder().path, "runs");
    const count = `echo >> ${counter}; [ $(wc -l < ${counter}) -lt 3 ]`;
    const day = dayWith(`grep -q X "$1" || exit 0; ${count} && exit 3; exit 0`, "X");
    const { code, json } = await day.culprit(...callWith("--jobs", "1"));
    expect(code).toBe(0);
    expect(json.minimal).toBe(false);
    expect(json.assumptions).toMatchObject([
      { assumption: "consistent", seen: expect.stringContaining("--repeat auto") },
    ]);
  });
});
