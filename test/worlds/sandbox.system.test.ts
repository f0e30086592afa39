import { mkdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { skippedBecause } from "../tiers/skipped-because.ts";
import { noSandboxHere } from "../trial/isolation/sandbox-here.ts";
import { BadDay, ordinaryUser } from "./bad-day.ts";

/** A program that is its own test: it fails at X, and does harm when its first line is gone. */
const harmful = `keep=yes
[ -n "$keep" ] || rm -f "$CULPRIT_CWD/mine"
[ -n "$keep" ] || echo lost > "$HOME/lost"
: X
grep -q X "$0" && kill -SEGV $$
`;

function dayWith(script: string, uid?: number): BadDay {
  const day = new BadDay(uid);
  day.write("in.sh", script);
  day.write("mine", "precious");
  day.script("test.sh", `grep -q X "$1" && exit 3; exit 0`);
  return day;
}

const warning = "The test runs the candidates themselves";

describe("culprit input --sandbox", skippedBecause(noSandboxHere), () => {
  test("finds the cause in a program that would delete the user's files", async () => {
    const day = dayWith(harmful);
    const env = { HOME: day.path("") };
    const { code, json, stderr, made } = await day.under(
      env,
      "input",
      "in.sh",
      "--sandbox",
      "--json",
      "--",
      "sh",
      "{}",
    );
    expect(code).toBe(0);
    expect(json).toMatchObject({ verdict: "found", minimal: true, failure: expect.stringContaining("SIGSEGV") });
    expect(stderr).not.toContain(warning);
    expect(made).toEqual(["in.failing.sh"]);
  });

  test("does so for an ordinary user too", async ({ skip }) => {
    const { uid, reason } = ordinaryUser();
    if (reason !== undefined) skip(reason);
    const day = dayWith(harmful, uid);
    const { code, json } = await day.culprit("input", "in.sh", "--sandbox", "--json", "--", "sh", "{}");
    expect(code).toBe(0);
    expect(json).toMatchObject({ verdict: "found", minimal: true });
  });

  test("holds for a run that is resumed", async () => {
    const day = dayWith(harmful);
    const env = { HOME: day.path("") };
    await day.under(env, "input", "in.sh", "--sandbox", "--max-tests", "1", "--", "sh", "{}");
    const { code, json } = await day.under(env, "resume", "last", "--json");
    expect(code).toBe(0);
    expect(json).toMatchObject({ verdict: "found", minimal: true });
  });

  test("takes no outcomes from runs without it", async () => {
    const day = dayWith("aXb");
    const call = ["input", "in.sh", "--reuse", "--jobs", "1", "--json"];
    const words = ["--", "./test.sh", "{}"];
    const first = await day.culprit(...call, ...words);
    const inside = await day.culprit(...call, "--sandbox", ...words);
    const again = await day.culprit(...call, "--sandbox", ...words);
    expect(inside.json.tests.run).toBe(first.json.tests.run);
    expect(again.json.tests.run).toBeLessThan(first.json.tests.run);
  });

  test("ends candidates that hang, and what they have started", async () => {
    const day = dayWith("aXb");
    day.script("hang.sh", `grep -q X "$1" && exit 3; [ -s "$1" ] && { setsid sleep 4711 & sleep 4711; }; exit 0`);
    const call = ["input", "in.sh", "--sandbox", "--timeout", "3s", "--json", "--", "./hang.sh", "{}"];
    const { code, json } = await day.culprit(...call);
    expect(code).toBe(0);
    expect(json).toMatchObject({ cause: [{ text: "X" }] });
    expect(json.tests.unresolved).toBeGreaterThan(0);
  });

  test("says that the sandbox may be the reason when the failure does not show", async () => {
    const day = dayWith("aXb");
    day.script(
      "writes.sh",
      `echo log > "$CULPRIT_CWD/log" && rm "$CULPRIT_CWD/log" && grep -q X "$1" && exit 3; exit 0`,
    );
    const inside = await day.culprit("input", "in.sh", "--sandbox", "--", "./writes.sh", "{}");
    expect(inside.code).toBe(1);
    expect(inside.stdout).toContain("passes on in.sh");
    expect(inside.stdout).toContain("try without --sandbox");
    const without = await day.culprit("input", "in.sh", "--", "./test.sh", "{}");
    expect(without.code).toBe(0);
    day.script("passes.sh", "exit 0");
    const passing = await day.culprit("input", "in.sh", "--", "./passes.sh", "{}");
    expect(passing.stdout).not.toContain("sandbox");
  });

  test("says so when the test fails on everything", async () => {
    const day = dayWith("aXb");
    day.script("writes.sh", `echo log > "$CULPRIT_CWD/log" || exit 1; exit 0`);
    const { stdout } = await day.culprit("input", "in.sh", "--sandbox", "--", "./writes.sh", "{}");
    expect(stdout).toContain("also fails on the empty input");
    expect(stdout).toContain("try without --sandbox");
  });
});

describe("where there can be no sandbox", () => {
  const call = ["input", "in.sh", "--sandbox", "--", "./test.sh", "{}"];

  test("because bubblewrap is not installed: what to install, exit 2, and no test is run", async () => {
    const day = dayWith("aXb");
    day.script("test.sh", `touch "$CULPRIT_CWD/ran"; exit 3`);
    const { code, stdout, stderr, made } = await day.under({ PATH: day.path("bin") }, ...call);
    expect(code).toBe(2);
    expect(stderr).toContain("apt install bubblewrap");
    expect(stdout).toBe("");
    expect(made).toEqual([]);
    expect(day.records).toEqual([]);
  });

  test("because the system refuses: what it said, exit 2, and no test is run", async () => {
    const day = dayWith("aXb");
    const said = "bwrap: setting up uid map: Permission denied";
    mkdirSync(day.path("bin"));
    day.script("bin/bwrap", `echo "${said}" >&2; exit 1`);
    const { code, stderr, made } = await day.under({ PATH: `${day.path("bin")}:${process.env.PATH}` }, ...call);
    expect(code).toBe(2);
    expect(stderr).toContain(said);
    expect(stderr).toContain("sysctl");
    expect(made).toEqual([]);
    expect(day.records).toEqual([]);
  });
});

describe("a test that runs the candidates themselves", () => {
  const program = `: X\ngrep -q X "$0" && exit 3\nexit 0\n`;

  test.each([
    ["as a script", ["sh", "in.sh"]],
    ["by standard input", ["sh"]],
  ])("is warned of once, %s", async (_, words) => {
    const { stderr } = await dayWith(program).culprit("input", "in.sh", "--", ...words);
    expect(stderr.split(warning)).toHaveLength(2);
    expect(stderr).toContain("--sandbox");
  });

  test("is not warned of when a script of the user's reads them", async () => {
    expect((await dayWith("aXb").culprit("input", "in.sh", "--", "./test.sh", "{}")).stderr).not.toContain(warning);
  });
});
