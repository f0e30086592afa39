import { spawnSync } from "node:child_process";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { until } from "../until.ts";
import { BadDay, ordinaryUser } from "./bad-day.ts";

const failsOnNeedle = `grep -rqsF NEEDLE "$1" && exit 3; exit 0`;

/** A day with a folder `in` of two files, of which one holds the cause. */
function newDay(script = failsOnNeedle): BadDay {
  const day = new BadDay();
  put(day, "in/a.c", "int a;\nint NEEDLE;\nint c;\n");
  put(day, "in/b.txt", "hello\n");
  day.script("test.sh", script);
  return day;
}

function put(day: BadDay, name: string, content: string, mode = 0o644): void {
  mkdirSync(dirname(day.path(name)), { recursive: true });
  writeFileSync(day.path(name), content);
  chmodSync(day.path(name), mode);
}

const call = (...options: string[]) => ["input", "in", ...options, "--quiet", "--json", "--", "./test.sh", "{}"];

/** Whether the test fails on a result. */
const fails = (day: BadDay, name: string) =>
  spawnSync(day.path("test.sh"), [day.path(name)], { cwd: day.folder.path }).status === 3;

/** Whether a process has begun to work on a run. */
function isAtWork(day: BadDay, pid: number): boolean {
  try {
    return day.records.some((record) => readFileSync(join(record, "lock"), "utf8").startsWith(`${pid} `));
  } catch {
    return false;
  }
}

describe("a folder with", () => {
  test("links that lead nowhere, outside, upwards and to themselves: they are not followed", async () => {
    const day = newDay();
    const links = { dangling: "nowhere", outside: "/etc/passwd", loop: "loop", up: ".." };
    for (const [name, target] of Object.entries(links)) symlinkSync(target, day.path(`in/${name}`));
    const { code, json } = await day.culprit(...call());
    expect(code).toBe(0);
    expect(json.cause).toMatchObject([{ text: "NEEDLE", file: "a.c" }]);
    expect(readdirSync(day.path("in.failing"))).toEqual(["a.c"]);
  });

  test("a link that is the cause: it stays a link", async () => {
    const day = newDay(`[ "$(readlink "$1/link")" = nowhere ] && exit 3; exit 0`);
    symlinkSync("nowhere", day.path("in/link"));
    const { code } = await day.culprit(...call());
    expect(code).toBe(0);
    expect(readdirSync(day.path("in.failing"))).toEqual(["link"]);
    expect(readlinkSync(day.path("in.failing/link"))).toBe("nowhere");
  });

  test("names that are hard to write", async () => {
    const day = newDay(
      `[ -f "$1/new\nline" ] && [ -f "$1/-dash" ] && [ -f "$1/ünï€" ] && [ -f "$1/{}" ] && [ -f "$1/s p/\\$HOME" ] && exit 3; exit 0`,
    );
    const needed = ["-dash", "new\nline", "s p/$HOME", "{}", "ünï€"];
    for (const name of [...needed, "*", "--json"]) put(day, `in/${name}`, "x");
    const { code, json } = await day.culprit(...call());
    expect(code).toBe(0);
    expect(json.cause!.map(({ file }) => file).sort()).toEqual(needed);
    expect(fails(day, "in.failing")).toBe(true);
  });

  test("a name that is no UTF-8: it is named", async () => {
    const day = newDay();
    writeFileSync(Buffer.concat([Buffer.from(day.path("in/bad")), Buffer.of(0xff, 0xfe)]), "hello");
    const child = day.start(call()); // the day itself cannot look at such a name
    const { code, stderr } = await child.ended;
    expect(code).toBe(2);
    expect(stderr).toContain("is not valid UTF-8. Rename it first.");
  });

  test("a link to a name that is no UTF-8: it is the same in the candidate", async () => {
    const day = newDay(`[ "$(readlink "$1/link")" = "$(printf 'to\\377\\376')" ] && exit 3; exit 0`);
    symlinkSync(Buffer.concat([Buffer.from("to"), Buffer.of(0xff, 0xfe)]), day.path("in/link"));
    const { code } = await day.culprit(...call());
    expect(code).toBe(0);
  });

  test("an executable that is the cause: it stays executable", async () => {
    const day = newDay(`"$1/run.sh" 2>/dev/null | grep -q NEEDLE && exit 3; exit 0`);
    put(day, "in/run.sh", "#!/bin/sh\necho 1\necho NEEDLE\n", 0o755);
    const { code } = await day.culprit(...call());
    expect(code).toBe(0);
    expect(lstatSync(day.path("in.failing/run.sh")).mode & 0o777).toBe(0o755);
    expect(fails(day, "in.failing")).toBe(true);
  });

  test.each([
    ["a file of mode 666, whatever the umask is", "a.c", 0o666],
    ["a folder of mode 775", "sub", 0o775],
  ])("%s: the candidate has it too", async (_, name, mode) => {
    const day = newDay(`[ "$(stat -c %a "$1/${name}")" = ${mode.toString(8)} ] && exit 3; exit 0`);
    put(day, "in/sub/x", "x");
    chmodSync(day.path(`in/${name}`), mode);
    const { code } = await day.culprit(...call());
    expect(code).toBe(0);
  });

  test("empty folders", async () => {
    const day = newDay(`[ -d "$1/e/f" ] && exit 3; exit 0`);
    for (const name of ["in/e/f", "in/e/g"]) mkdirSync(day.path(name), { recursive: true });
    const { code, made } = await day.culprit(...call());
    expect(code).toBe(0);
    expect(made).toEqual(["in.failing", "in.failing/e", "in.failing/e/f"]);
  });

  test("what is closed to writing, for a user who must obey", async ({ skip }) => {
    const { uid, reason } = ordinaryUser();
    if (reason) skip(reason);
    const day = new BadDay(uid);
    put(day, "in/ro/deep/x.txt", "a\nNEEDLE\nb\n", 0o444);
    put(day, "in/ro/y.txt", "y", 0o444);
    day.script("test.sh", failsOnNeedle);
    if (uid !== undefined) spawnSync("chown", ["-R", `${uid}:${uid}`, day.path("in")]);
    for (const name of ["in/ro/deep", "in/ro"]) chmodSync(day.path(name), 0o555);
    const { code, json } = await day.culprit(...call());
    expect(code).toBe(0);
    expect(json.cause).toMatchObject([{ text: "NEEDLE", file: "ro/deep/x.txt" }]);
    expect(fails(day, "in.failing")).toBe(true);
  });

  test("a file that may not be read: it is named", async ({ skip }) => {
    const { uid, reason } = ordinaryUser();
    if (reason) skip(reason);
    const day = new BadDay(uid);
    put(day, "in/a.txt", "NEEDLE");
    put(day, "in/secret.txt", "s", 0);
    day.script("test.sh", failsOnNeedle);
    const { code, stderr } = await day.culprit(...call());
    expect(code).toBe(2);
    expect(stderr).toContain("secret.txt");
  });

  test("a pipe: it is named", async () => {
    const day = newDay();
    spawnSync("mkfifo", [day.path("in/pipe")]);
    const { code, stderr } = await day.culprit(...call());
    expect(code).toBe(2);
    expect(stderr).toContain("in/pipe is a pipe or a device");
  });

  test("records of runs and of versions: they are no part of it", async () => {
    const day = newDay(`[ -e "$1/.git" ] && exit 4; [ -e "$1/.culprit" ] && exit 4; ${failsOnNeedle}`);
    put(day, "in/.git/HEAD", "NEEDLE");
    put(day, "in/.culprit/x", "NEEDLE");
    const { code, json } = await day.culprit(...call());
    expect(code).toBe(0);
    expect(json.tests.unresolved).toBe(0);
    expect(json.cause).toMatchObject([{ file: "a.c" }]);
  });

  // Passes that have nothing to do follow each other by recursion.
  test("1,500 files", async () => {
    const day = newDay(`grep -qs NEEDLE "$1/f37.txt" && exit 3; exit 0`);
    for (let i = 0; i < 1500; i++) put(day, `in/f${i}.txt`, i === 37 ? "NEEDLE\n" : "x\n");
    const { code, json } = await day.culprit(...call("--jobs", "1"));
    expect(code).toBe(0);
    expect(json.cause).toMatchObject([{ text: "NEEDLE", file: "f37.txt" }]);
  });
});

describe("a folder and where things are", () => {
  test("`culprit input .` with the test inside", async () => {
    const day = newDay();
    put(day, "in/test.sh", `#!/bin/sh\ngrep -qsF NEEDLE "$1/a.c" && exit 3; exit 0\n`, 0o755);
    const { code, stdout, stderr } = await day.shell("cd in && culprit input . --json -- ./test.sh {}");
    expect(stderr).not.toContain("cannot start");
    expect(code).toBe(0);
    expect(JSON.parse(stdout).cause).toMatchObject([{ text: "NEEDLE", file: "a.c" }]);
  });

  test("`culprit input .` with the test elsewhere: the result stands beside the folder", async () => {
    const day = newDay();
    const { code, made } = await day.shell("cd in && culprit input . --json -- ../test.sh {}");
    expect(code).toBe(0);
    expect(made).toEqual(["in.failing", "in.failing/a.c"]);
  });

  // The result is part of the input from then on: that is refused, not resumed.
  test("results inside the input: a stopped run can be resumed all the same, or it is refused", async () => {
    const day = newDay();
    const first = await day.culprit(...call("--output", "in/out", "--max-tests", "2"));
    if (first.code === 2) return;
    const { json } = await day.culprit("resume", "last", "--json");
    expect(json.verdict).toBe("found");
  });
});

describe("a test of a folder that", () => {
  test.each([
    ["removes the candidate", `rm -rf "$1" "$PWD"`],
    ["writes into the candidate and closes it", `echo NEEDLE > "$1/more"; chmod -R 0 "$1"`],
    ["leaves a daemon", "setsid sleep 4714 >/dev/null 2>&1 &"],
    ["puts a link in the candidate's place", `rm -rf "$1"; ln -s "$CULPRIT_CWD/in" "$1"`],
  ])("%s: the answer is right", async (_, deed) => {
    const day = newDay(`grep -rqsF NEEDLE "$1"; found=$?; ${deed}\n[ $found = 0 ] && exit 3; exit 0`);
    const { code, json, made } = await day.culprit(...call());
    expect(code).toBe(0);
    expect(json).toMatchObject({ cause: [{ text: "NEEDLE", file: "a.c" }], minimal: true, tests: { unresolved: 0 } });
    expect(made).toEqual(["in.failing", "in.failing/a.c"]);
  });

  test("fails on everything: nothing is left, and it is said", async () => {
    const day = newDay("exit 3");
    const { code, json } = await day.culprit(...call());
    expect(code).toBe(0);
    expect(json).toMatchObject({
      verdict: "found",
      cause: [],
      reason: expect.stringContaining("also fails on the empty input"),
    });
    expect(readdirSync(day.path("in.failing"))).toEqual([]);
  });
});

describe("a run over a folder", () => {
  const slow = `sleep 0.03; [ "$(cat "$1"/*/*.c 2>/dev/null | grep -c NEEDLE)" = 2 ] && grep -qs KEY "$1/x.json" && exit 3; exit 0`;

  function slowDay(): BadDay {
    const day = newDay(slow);
    for (let i = 0; i < 6; i++) {
      const needle = i === 2 || i === 5 ? `int NEEDLE${i};\n` : "";
      put(day, `in/d${i % 3}/f${i}.c`, `int g${i}(int a) { return a; }\n${needle}int h${i};\n`);
    }
    put(day, "in/x.json", `{"a": [1, 2, 3], "k": "KEY"}`);
    return day;
  }
  const contents = (day: BadDay) =>
    ["d2/f2.c", "d2/f5.c", "x.json"].map((name) => readFileSync(join(day.path("out"), name), "utf8"));
  // A limit that is learned from the ends may be too short on a busy machine.
  const command = (jobs: string) => call("--output", "out", "--jobs", jobs, "--timeout", "60s");

  test("killed and resumed, or with other workers, finds the same by the same tests", async () => {
    const calm = slowDay();
    const alone = (await calm.culprit(...command("1"))).json;
    const many = slowDay();
    const together = (await many.culprit(...command("6"))).json;
    expect(together.tests.needed).toBe(alone.tests.needed);
    expect(contents(many)).toEqual(contents(calm));

    const day = slowDay();
    for (const [i, signal] of (["SIGKILL", "SIGINT", "SIGTERM", "SIGKILL"] as const).entries()) {
      const child = day.start(i === 0 ? command("2") : ["resume", "last", "--quiet", "--json"]);
      await until(() => isAtWork(day, child.pid!) || child.exitCode !== null);
      await Promise.race([sleep(400), child.ended]);
      child.kill(signal);
      const { code } = await child.ended;
      expect([null, 0, 130, 143]).toContain(code);
      await until(() => readdirSync(day.temporary.path).length === 0);
      if (lstatSync(day.path("out"), { throwIfNoEntry: false })) expect(fails(day, "out")).toBe(true);
    }
    const { json, code } = await day.start(["resume", "last", "--quiet", "--json"]).ended;
    expect(code).toBe(0);
    expect(json.tests.needed).toBe(alone.tests.needed);
    expect(contents(day)).toEqual(contents(calm));
    expect(readdirSync(day.folder.path).sort()).toEqual([".culprit", "in", "out", "test.sh"]);
    day.expectNothingLeft();
  });

  test("whose folder changes meanwhile goes on with what it has read, but is not resumed", async () => {
    const day = slowDay();
    const child = day.start(call("--output", "out", "--max-tests", "3"));
    await until(() => isAtWork(day, child.pid!) || child.exitCode !== null);
    await child.ended;
    put(day, "in/new.c", "int x;\n");
    const { code, stderr } = await day.culprit("resume", "last", "--json");
    expect(code).toBe(2);
    expect(stderr).toContain("has changed since the run began");
  });
});
