import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { type Folder, newFolder, program } from "./culprit.ts";

/** A script with a hard-coded year. */
function yearFolder(): Folder {
  const folder = newFolder();
  folder.script("year.sh", `[ "$(date -u +%Y)" -le 2029 ] || { echo "app: error: unknown year" >&2; exit 3; }`);
  return folder;
}

/** What libfaketime, or culprit for its sake, has in shared memory. */
function sharedMemory(): string[] {
  return readdirSync("/dev/shm").filter((name) => /faketime_|culprit-clock/.test(name));
}

const sharedBefore = new Set(sharedMemory());

/** Waits for the process that tidies up after culprit. */
async function nothingLeft(): Promise<void> {
  const left = () => sharedMemory().filter((name) => !sharedBefore.has(name));
  for (let i = 0; i < 300 && left().length > 0; i++) await sleep(50);
  expect(left()).toEqual([]);
}

function shell(folder: Folder, line: string): number | null {
  return spawnSync("bash", ["-c", line], { cwd: folder.path }).status;
}

describe("finds the second", () => {
  test("of a hard-coded year, with lines that show both when they are pasted into a shell", async () => {
    const folder = yearFolder();
    const { code, json } = await folder.culprit("clock", "--json", "2026-05-01", "2033-01-01", "--", "./year.sh");
    expect(code).toBe(0);
    expect(json).toMatchObject({
      kind: "clock",
      verdict: "found",
      passes: "2029-12-31T23:59:59Z",
      fails: "2030-01-01T00:00:00Z",
      by: "seconds",
      deltas: { cause: 1 },
      minimal: true,
      assumptions: [],
    });
    expect(json.notes).toBeUndefined();
    expect(json.tests.needed).toBeLessThanOrEqual(28);
    expect(shell(folder, json.shellLines!.passing)).toBe(0);
    expect(shell(folder, json.shellLines!.failing)).toBe(3);
    await nothingLeft();
  });

  test("in words on the terminal and in the report", async () => {
    const folder = yearFolder();
    const words = ["--html", "report.html", "2029-12-31T12:00Z", "2030-01-02", "--", "./year.sh"];
    const { stdout } = await folder.culprit("clock", ...words);
    expect(stdout).toContain("Passes at 2029-12-31 23:59:59 UTC, fails at 2030-01-01 00:00:00 UTC.");
    expect(stdout).toMatch(/^ {2}passes {2}faketime .*1893455999.* \.\/year\.sh$/m);
    expect(stdout).toMatch(/^ {2}fails {3}faketime .*1893456000.* \.\/year\.sh$/m);
    expect(folder.read("report.html")).toContain("<code>2030-01-01 00:00:00 UTC</code>");
    expect(folder.read("report.html")).toMatch(/<dt>Fails<\/dt><dd><code>faketime .*1893456000/);
    expect((await folder.culprit("runs")).stdout).toMatch(/ clock +found/);
    expect((await folder.culprit("show", "last")).stdout).toContain("fails at 2030-01-01 00:00:00 UTC");
  });

  test("at which a certificate expires", async () => {
    const folder = newFolder();
    const at = (path: string) => join(folder.path, path);
    const made = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "90"];
    const files = ["-subj", "/CN=test", "-keyout", at("key.pem"), "-out", at("cert.pem")];
    execFileSync("openssl", [...made, ...files], { stdio: "ignore" });
    const end = execFileSync("openssl", ["x509", "-enddate", "-noout", "-in", at("cert.pem")], { encoding: "utf8" });
    const verify = ["openssl", "verify", "-CAfile", "cert.pem", "cert.pem"];
    const { json } = await folder.culprit("clock", "--json", "now", "+1year", "--", ...verify);
    // OpenSSL takes it for expired at the very second that it names.
    const instant = new Date(end.replace("notAfter=", "")).toISOString().replace(".000Z", "Z");
    expect(json).toMatchObject({ verdict: "found", fails: instant });
  });

  test("of the end of a month in the zone of the test, by Node, Python and C", async () => {
    const folder = newFolder();
    folder.write("month.mjs", "setTimeout(() => process.exit(new Date().getMonth() === 1 ? 1 : 0), 20);");
    folder.write("month.py", "import datetime, sys\nsys.exit(datetime.date.today().month == 2)");
    folder.write(
      "month.c",
      "#include <time.h>\nint main(void) { time_t t = time(0); return localtime(&t)->tm_mon == 1; }",
    );
    execFileSync("gcc", ["month.c", "-o", "month"], { cwd: folder.path });
    for (const test of [["node", "month.mjs"], ["python3", "month.py"], ["./month"]]) {
      const ends = ["2026-01-31@Europe/Berlin", "2026-02-02@Europe/Berlin"];
      const { json } = await folder.culprit("clock", "--json", ...ends, "--", ...test);
      expect(json).toMatchObject({ verdict: "found", zones: { fails: "Europe/Berlin" } });
      // On a busy machine it takes Node a few seconds to come to the line that looks at the clock.
      const secondsEarly = (Date.parse("2026-01-31T23:00:00Z") - Date.parse(json.fails!)) / 1000;
      expect([0, 1, 2, 3, 4, 5]).toContain(secondsEarly);
    }
  });

  test("with a clock that runs on, and the same one for all processes of a test", async () => {
    const folder = newFolder();
    // 125 where the clock stands still, or another process has one that is behind.
    folder.script(
      "deadline.sh",
      `start=$(date +%s); sleep 2; now=$(date +%s)
[ $now -gt $start ] && sh -c '[ $(date +%s) -ge $0 ]' $now || exit 125
[ "$(date -u -d @$((start + 2)) +%Y)" = 2029 ]`,
    );
    const words = ["2029-12-31T23:59:50Z", "2030-01-01T00:00:10Z", "--", "./deadline.sh"];
    const { json } = await folder.culprit("clock", "--json", ...words);
    expect(json.verdict).toBe("found");
    // The year is that of two seconds later than the script's first look at the clock, which may be late on a busy machine.
    expect(json.fails).toMatch(/^2029-12-31T23:59:5[1-8]Z$/);
    expect(json.notes).toEqual([
      expect.stringMatching(/^The instants are when the test starts; it runs for about \d+ s\.$/),
    ]);
  });

  test("backwards: a test that fails until an instant", async () => {
    const folder = newFolder();
    folder.script("not-yet.sh", `[ "$(date -u +%Y)" -ge 2030 ]`);
    const { json } = await folder.culprit("clock", "--json", "2031-01-01", "2026-01-01", "--", "./not-yet.sh");
    expect(json).toMatchObject({ passes: "2030-01-01T00:00:00Z", fails: "2029-12-31T23:59:59Z", minimal: true });
  });

  test("alike for any --jobs, --repeat and --sandbox", async () => {
    const folder = yearFolder();
    const call = async (...words: string[]) =>
      (await folder.culprit("clock", "--json", ...words, "2029-11-11", "2030-02-02", "--", "./year.sh")).json;
    const one = await call("--jobs", "1");
    for (const words of [["--jobs", "4"], ["--repeat", "2"], ["--sandbox"]]) {
      const { fails, tests } = await call(...words);
      expect([fails, tests.needed]).toEqual([one.fails, one.tests.needed]);
    }
    expect((await call("--reuse")).tests.needed).toBe(one.tests.needed);
    expect((await call("--reuse")).tests.needed).toBe(0);
    await nothingLeft();
  });
});

describe("time zones", () => {
  const zoned = () => {
    const folder = newFolder();
    folder.script("local.sh", `[ "$(date +%Y)" -le 2029 ]`);
    return folder;
  };

  test("that differ are tried first, and if they decide that is the answer", async () => {
    const ends = ["2029-12-31T20:00Z@UTC", "2030-06-01@Asia/Tokyo"];
    const folder = zoned();
    const { stdout } = await folder.culprit("clock", ...ends, "--", "./local.sh");
    expect(stdout).toContain("Passes in UTC, fails in Asia/Tokyo, both at 2029-12-31T20:00:00Z.");
    const { json } = await folder.culprit("clock", "--json", ...ends, "--", "./local.sh");
    expect(json).toMatchObject({ passes: json.fails, zones: { passes: "UTC", fails: "Asia/Tokyo" } });
    expect(json.tests.needed).toBe(1);
    expect(shell(folder, json.shellLines!.passing)).toBe(0);
    expect(shell(folder, json.shellLines!.failing)).toBe(1);
  });

  test("that do not decide: the instant is found in that of NEW", async () => {
    const ends = ["2029-12-01@UTC", "2030-06-01@Asia/Tokyo"];
    const { stdout } = await zoned().culprit("clock", ...ends, "--", "./local.sh");
    expect(stdout).toContain("fails at 2029-12-31 15:00:00 UTC (2030-01-01 00:00:00 in Asia/Tokyo).");
  });
});

describe("a program that the false clock does not reach", () => {
  const goProgram = (folder: Folder, cgo: boolean) => {
    const useC = cgo ? '// #include <stdlib.h>\nimport "C"\n' : "";
    const body = `${cgo ? "C.abs(1); " : ""}if time.Now().Year() > 2029 { os.Exit(3) }`;
    folder.write("main.go", `package main\n${useC}import ("os"; "time")\nfunc main() { ${body} }\n`);
    const env = { ...process.env, CGO_ENABLED: cgo ? "1" : "0", GOFLAGS: "-mod=mod", GO111MODULE: "off" };
    execFileSync("go", ["build", "-o", "check", "main.go"], { cwd: folder.path, env, stdio: "pipe" });
  };

  test.each([
    ["static", false],
    ["dynamic", true],
  ])("a %s Go program, started by a script, is named and nothing is answered", async (_, cgo) => {
    const folder = newFolder();
    goProgram(folder, cgo);
    folder.write("test.sh", "#!/bin/bash\ndate > /dev/null\n./check\n", 0o755);
    const { code, json } = await folder.culprit("clock", "--json", "now", "2031-01-01", "--", "./test.sh");
    expect([code, json.verdict]).toEqual([1, "not-reproduced"]);
    expect(json.reason).toContain(`The false clock does not reach ${folder.path}/check: it is a Go program`);
    expect(json.reason).toContain("is not known");
    expect(json.reason).not.toContain("passes");
    expect(json.passes).toBeUndefined();
  });

  test("a static C program that fails at both instants is named as well", async () => {
    const folder = newFolder();
    folder.write("main.c", "#include <time.h>\nint main(void) { return time(0) > 0; }");
    execFileSync("gcc", ["-static", "main.c", "-o", "check"], { cwd: folder.path });
    const { json } = await folder.culprit("clock", "--json", "-1year", "now", "--", "./check");
    expect(json.verdict).toBe("not-reproduced");
    expect(json.reason).toContain(`${folder.path}/check: libfaketime was not loaded into it`);
  });

  test("next to one that it does reach: the finding stands, with a note", async () => {
    const folder = yearFolder();
    goProgram(folder, false);
    folder.script("both.sh", "./check && ./year.sh");
    const { json } = await folder.culprit("clock", "--json", "2026-05-01", "2031-01-01", "--", "./both.sh");
    expect(json).toMatchObject({ verdict: "found", fails: "2030-01-01T00:00:00Z" });
    expect(json.notes).toEqual([expect.stringContaining("does not reach")]);
  });
});

describe("on a bad day", () => {
  test.each([
    ["one instant", ["clock", "now", "--", "./year.sh"], "Name two instants"],
    ["three instants", ["clock", "now", "now", "now", "--", "./year.sh"], "Name two instants"],
    ["the same instant twice", ["clock", "2026-01-01", "2026-01-01", "--", "./year.sh"], "no difference"],
    ["a unit that is none", ["clock", "-3moons", "now", "--", "./year.sh"], '"-3moons" is not an instant'],
    ["a zone that is none", ["clock", "now@Mars", "now", "--", "./year.sh"], "Mars"],
    ["no test", ["clock", "-3months", "now"], "What is the test?"],
    ["a program that is not there", ["clock", "-3months", "now", "--", "./missing.sh"], "missing.sh"],
    ["an option that is none", ["clock", "-x", "now", "--", "./year.sh"], "no option -x"],
  ])("%s: exit 2, with what to do", async (_, argv, message) => {
    const { code, stderr, stdout } = await yearFolder().culprit(...argv);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/^ +at .*\.[jt]s/m);
  });

  test("without libfaketime it names the package", () => {
    const folder = yearFolder();
    const installed = readdirSync("/usr/lib").find((name) => existsSync(`/usr/lib/${name}/faketime`));
    const hidden = ["--dev-bind", "/", "/", "--tmpfs", `/usr/lib/${installed}/faketime`];
    const words = [process.execPath, program, "clock", "-1day", "now", "--", "./year.sh"];
    const { status, stderr } = spawnSync("bwrap", [...hidden, ...words], { cwd: folder.path, encoding: "utf8" });
    expect([status, stderr]).toEqual([2, expect.stringContaining("apt-get install faketime")]);
  });

  test("a test that passes at both instants, or fails at both", async () => {
    const folder = yearFolder();
    const passes = await folder.culprit("clock", "--json", "2026-01-01", "2027-01-01", "--", "./year.sh");
    expect([passes.code, passes.json.verdict]).toEqual([1, "not-reproduced"]);
    expect(passes.json.reason).toContain("passes on 2027-01-01 00:00:00 UTC");
    const fails = await folder.culprit("clock", "--json", "2031-01-01", "2032-01-01", "--", "./year.sh");
    expect(fails.json.reason).toContain("Name an instant at which it passes");
  });

  test("a span that cannot be judged: both instants hold, and they are not called minimal", async () => {
    const folder = newFolder();
    folder.script("gap.sh", `y=$(date -u +%Y); [ $y -le 2027 ] && exit 0; [ $y -ge 2030 ] && exit 3; exit 125`);
    const { json } = await folder.culprit("clock", "--json", "2026-01-01", "2032-01-01", "--", "./gap.sh");
    expect(json).toMatchObject({ verdict: "found", minimal: false });
    expect(Date.parse(json.passes!)).toBeLessThan(Date.parse("2028-01-01"));
    expect(Date.parse(json.fails!)).toBeGreaterThanOrEqual(Date.parse("2030-01-01"));
  });

  test("stopped in the middle it says how far it got, and a resume goes on from there", async () => {
    const folder = newFolder();
    folder.script("slow.sh", `sleep 0.1; [ "$(date -u +%Y)" -le 2029 ]`);
    const words = ["--jobs", "1", "2026-05-01", "2033-01-01", "--", "./slow.sh"];
    const child = folder.start(["clock", ...words]);
    await folder.hasLearned(8);
    child.kill("SIGINT");
    const stopped = await child.ended;
    expect(stopped.code).toBe(130);
    expect(stopped.stdout).toMatch(/^Passes at 20.* UTC, fails at 20.* UTC\.$/m);
    const run = /culprit resume (\S+)/.exec(stopped.stdout)![1]!;
    const limited = await folder.culprit("resume", run, "--max-tests", "12", "--json");
    expect(limited.json).toMatchObject({ verdict: "exhausted", tests: { needed: 12 }, minimal: false });
    const { json } = await folder.culprit("resume", run, "--json");
    expect(json).toMatchObject({ run, verdict: "found", fails: "2030-01-01T00:00:00Z", minimal: true });
    const straight = await folder.culprit("clock", "--json", ...words);
    expect(straight.json.tests.needed).toBe(json.tests.needed);
    await nothingLeft();
  });

  test("killed, it leaves nothing in shared memory; nor does a test that is killed", async () => {
    const folder = newFolder();
    folder.script("slow.sh", `sleep 0.3; sh -c 'kill -9 $$'; [ "$(date -u +%Y)" -le 2029 ] || kill -9 $$`);
    const child = folder.start(["clock", "--jobs", "2", "2026-05-01", "2033-01-01", "--", "./slow.sh"]);
    await folder.hasLearned(4);
    expect(sharedMemory().filter((name) => name.startsWith("culprit-clock")).length).toBeGreaterThan(0);
    child.kill("SIGKILL");
    await child.ended;
    await nothingLeft();
    const { json } = await folder.culprit("resume", "last", "--json");
    expect(json).toMatchObject({ fails: "2030-01-01T00:00:00Z", failure: expect.stringContaining("SIGKILL") });
    await nothingLeft();
  });
});
