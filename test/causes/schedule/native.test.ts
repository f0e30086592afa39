import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findSourcePlaces } from "../../../src/causes/schedule/native/source-places.ts";
import { nativeWorkshop, portfolio, type Run, segmentsOf } from "./native-program.ts";

let shop: Awaited<ReturnType<typeof nativeWorkshop>>;
beforeAll(async () => {
  shop = await nativeWorkshop();
});
afterAll(() => shop.close());

/** The first run of the portfolio that does not exit with 0. */
function findFailure(program: string): Run {
  for (const policy of portfolio(40)) {
    const run = shop.execute(program, [policy, "limit 100000"]);
    if (run.exit !== 0) return run;
  }
  throw new Error(`no schedule fails: ${program}`);
}

describe.each([
  ["lost-update.c", 1],
  ["check-then-act.c", 1],
  ["abba.c", 123],
  ["missed-signal.c", 123],
  ["order-violation.c", "SIGSEGV"],
  ["double-checked.c", 1],
  ["use-after-free.c", 1],
  ["c11.c", 1],
])("%s", (source, exit) => {
  test("passes by default, fails under some seed, and the failing run can be had again 20 times", async () => {
    const program = await shop.build(source);
    expect(shop.execute(program, []).exit).toBe(0);
    const failed = findFailure(program);
    expect(failed.exit).toBe(exit);
    const segments = segmentsOf(failed.log);
    for (let i = 0; i < 20; i++) expect(shop.execute(program, segments)).toEqual(failed);
  });
});

test("every policy gives the same log for the same plan, and the log replayed gives itself", async () => {
  for (const source of ["lost-update.c", "atomics.c", "standard.cpp"]) {
    const program = await shop.build(source, source.endsWith("cpp") ? { compiler: "g++" } : {});
    for (const policy of portfolio(3)) {
      const first = shop.execute(program, [policy]);
      expect(first.log).toMatch(/^end exit [01]$/m);
      expect(shop.execute(program, [policy])).toEqual(first);
      expect(shop.execute(program, segmentsOf(first.log))).toEqual(first);
    }
  }
});

test("a lane can be stopped right after it gave back a lock, without recompiling", async () => {
  const program = await shop.build("after-unlock.c", { level: "sync" });
  expect(findFailure(program).exit).toBe(1);
});

test("a deadlock says what waits for what, at which line", async () => {
  const program = await shop.build("abba.c");
  const { log, stderr } = findFailure(program);
  const waits = [...log.matchAll(/^wait (\S+) (.*) (\S+)$/gm)];
  expect(waits.map(([, lane, what]) => `${lane} ${what}`)).toEqual([
    expect.stringMatching(/^1 join 1\.[12]$/),
    "1.1 mutex 1 (held by 1.2)",
    "1.2 mutex 2 (held by 1.1)",
  ]);
  expect(log).toMatch(/^end deadlock\n$/m);
  expect(stderr).toMatch(/^culprit: deadlock$/m);
  const places = await findSourcePlaces(waits.map(([, , , where]) => where!));
  expect(places.get(waits[1]![3]!)).toMatchObject({ function: "move", line: 9 });
});

test("a lane stopped between the read and the write loses an update, and the watch names the line", async () => {
  const program = await shop.build("lost-update.c");
  const run = shop.execute(program, ["watch 1.1 2", "segment 1 4", "segment 1.1 2", "segment 1.2 1000"]);
  expect(run).toMatchObject({ exit: 1, stdout: "20\n" });
  const at = /^at 1\.1 2 (.*)$/m.exec(run.log)![1]!;
  expect((await findSourcePlaces([at])).get(at)).toMatchObject({
    function: "add",
    line: lineOf("lost-update.c", "WRITE"),
  });
});

test("segments of lanes that are not there, are over or are blocked are skipped", async () => {
  const program = await shop.build("lost-update.c");
  const plain = shop.execute(program, []);
  const odd = ["segment 7.7 5", "segment 1 0", "segment 1.1 3", "segment 1 1000", "segment 1 1000", "segment 1.9 1"];
  expect(shop.execute(program, odd)).toEqual(plain);
});

test("who waits in a loop gets what it waits for, by every policy, and the run can be had again", async () => {
  const program = await shop.build("spin-wait.c");
  for (const policy of ["policy default", "policy uniform 1 100", "policy pct 1 3 1000", "policy biased 1 100"]) {
    for (const how of [[], ["yield"], ["sleep"], ["yield", "sleep"], ["ticks", "sleep"]]) {
      const run = shop.execute(program, [policy, "limit 20000000"], how);
      expect({ policy, how, exit: run.exit }).toEqual({ policy, how, exit: 0 });
      if (policy !== "policy biased 1 100") expect(shop.execute(program, segmentsOf(run.log), how)).toEqual(run);
    }
  }
});

test("threads that wait for each other in loops are a livelock, which says what each of them does", async () => {
  const program = await shop.build("spin-wait.c");
  for (const how of [["never"], ["never", "yield"]]) {
    const { exit, log, stderr } = shop.execute(program, ["limit 10000000"], how);
    expect({ exit, first: stderr.split("\n")[0] }).toEqual({
      exit: 124,
      first: "culprit: livelock, still running after 10000000 steps",
    });
    expect(log).toMatch(/^end livelock\n$/m);
    const waits = [...log.matchAll(/^wait (\S+) nothing (\S+)$/gm)];
    const places = await findSourcePlaces(waits.map(([, , where]) => where!));
    const lines = ["SPINS", "WAITS"].map((mark) => lineOf("spin-wait.c", mark));
    expect(waits.map(([, lane, where]) => [lane, places.get(where!)!.line])).toContainEqual(["1.1", lines[1]]);
    expect(places.get(waits[1]![2]!)!.does).toBe("reads go");
  }
});

test("one thread that goes on for ever is ended by the limit", async () => {
  const { exit, log, stderr } = shop.execute(await shop.build("endless.c"), ["limit 10000"]);
  expect({ exit, first: stderr.split("\n")[0] }).toEqual({
    exit: 124,
    first: "culprit: still running after 10000 steps",
  });
  expect(log).toMatch(/^run 1 9999 .*\nwait 1 nothing .*\nend limit\n$/m);
});

test("200 threads with all kinds of locks, sleeps of hours and a pipe get through, and can be replayed", async () => {
  for (const level of ["access", "sync"] as const) {
    const program = await shop.build("many-threads.c", { level });
    for (const policy of ["policy default", "policy uniform 1 10", "policy pct 1 5 1000", "policy biased 1 50"]) {
      const run = shop.execute(program, [policy]);
      expect(run).toMatchObject({ exit: 0, stdout: "200 1 19900 4\n" });
      expect(shop.execute(program, segmentsOf(run.log))).toEqual(run);
    }
  }
});

test("a lane that waits for input from another lets it run, however it waits", async () => {
  const program = await shop.build("sockets.c");
  for (const policy of ["policy default", "policy uniform 1 10", "policy pct 1 3 1000"]) {
    const run = shop.execute(program, [policy]);
    expect(run.exit).toBe(0);
    expect(run.log).not.toMatch(/^unc/m);
    expect(shop.execute(program, segmentsOf(run.log))).toEqual(run);
  }
});

test("threads that come and go, are cancelled, detached or outlive main are followed", async () => {
  const { exit, log, stdout } = shop.execute(await shop.build("churn.c"), []);
  expect({ exit, stdout }).toEqual({ exit: 0, stdout: "2000 1\n" });
  expect(log.match(/^unc .*$/gm)).toEqual(["unc cancel"]);
  expect(log).toMatch(/^run 1\.2002 \d+ .*\nend exit 0\n$/m);
});

test("a program that was not built for it is controlled at its pthread calls", async () => {
  const program = await shop.build("check-then-act.c", { level: "sync" });
  expect(shop.execute(program, []).exit).toBe(0);
  const failed = findFailure(program);
  expect(failed.exit).toBe(1);
  expect(shop.execute(program, segmentsOf(failed.log))).toEqual(failed);
});

test("basic blocks are yield points, by gcc and by clang", async () => {
  const clang = spawnSync("clang", ["--version"]).status === 0 ? ["clang"] : [];
  for (const compiler of ["gcc", ...clang]) {
    for (const level of ["branch", "access"] as const) {
      const program = await shop.build("double-checked.c", { level, compiler });
      const run = shop.execute(program, ["policy uniform 1 2"]);
      expect(shop.execute(program, segmentsOf(run.log))).toEqual(run);
      const calls = await shop.build("double-checked.c", { level: "sync" });
      const [fine, coarse] = [program, calls].map((each) => stepsOf("1.1", shop.execute(each, []).log));
      expect(fine).toBeGreaterThan(coarse!);
    }
  }
});

test("a crash leaves a log that says where, and its replay crashes again", async () => {
  const program = await shop.build("order-violation.c");
  const { log, exit } = findFailure(program);
  expect(exit).toBe("SIGSEGV");
  const [, lane, , where] = /^run (\S+) (\d+) (.*)\nend signal SIGSEGV\n$/m.exec(log)!;
  expect(lane).toBe("1.1");
  expect((await findSourcePlaces([where!])).get(where!)).toMatchObject({
    function: "use",
    line: lineOf("order-violation.c", "USE"),
  });
});

test("children run free, and what is not controlled is said once", async () => {
  const program = await shop.build("uncontrolled.c");
  const { exit, log } = shop.execute(program, []);
  expect(exit).toBe(0);
  expect(log.match(/^unc .*$/gm)).toEqual(["unc signal", "unc fork", "unc child process"]);
  expect(log.match(/^end .*$/gm)).toEqual(["end exit 0"]);
});

test("the shell around the program is not what is controlled, and a second program leaves the log alone", async () => {
  const program = await shop.build("lost-update.c");
  const { exit, log } = shop.execute(
    "sh",
    [],
    ["-c", `cat /dev/null | cat; ${program} && ${program} > /dev/null; exit 5`],
  );
  expect(exit).toBe(5);
  expect(log).toBe(shop.execute(program, []).log);
});

/** How many yield points the lane passed. */
function stepsOf(lane: string, log: string): number {
  return Math.max(
    ...segmentsOf(log).map((each) => (each.startsWith(`segment ${lane} `) ? Number(each.split(" ")[2]) : 0)),
  );
}

function lineOf(source: string, mark: string): number {
  const text = readFileSync(join(import.meta.dirname, "../../worlds/programs/schedule", source), "utf8");
  return text.split("\n").findIndex((line) => line.includes(`// ${mark}`)) + 1;
}
