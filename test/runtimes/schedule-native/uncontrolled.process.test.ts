import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { nativePrograms, segmentsOf } from "./native-programs.ts";

const programs = await nativePrograms();

const canFixAddresses = spawnSync("setarch", ["-R", "true"]).status === 0;

test.each(["clock", "random", ...(canFixAddresses ? ["address"] : [])])(
  "%s: is the same in every run",
  async (what) => {
    const program = await programs.build("external-effects.c");
    const first = programs.execute(program, [], [what]);
    expect(first.exit).toBe(0);
    expect(first.log).not.toMatch(/^unc/m);
    for (let i = 0; i < 5; i++) expect(programs.execute(program, [], [what])).toEqual(first);
  },
);

test.each([
  ["urandom", ["/dev/urandom"]],
  ["network", ["network"]],
  ["input", ["fork", "input"]],
  ["spawn", ["child process"]],
  ["popen", ["child process"]],
  ["exec", ["exec"]],
  ["clone", ["child process"]],
  ["alarm", ["timer"]],
  ["timerfd", ["timer"]],
  ["inotify", ["file watch"]],
  ["rusage", ["processor time"]],
  ["io_uring", ["io_uring"]],
])("%s: is reported as uncontrolled, once, and the run continues", async (what, reported) => {
  const program = await programs.build("external-effects.c");
  const { exit, log } = programs.execute(program, [], [what, what]);
  expect(exit).toBe(0);
  expect([...log.matchAll(/^unc (.*)$/gm)].map(([, each]) => each)).toEqual(reported);
  // After exec, another program runs, which is not logged.
  if (what === "exec") expect(log).toMatch(/^run 1 \d+ \S+!becomes_another_program\n$/m);
  else expect(log).toMatch(/^end exit 0\n$/m);
});

test("a lane waits for a child process only when no other lane can run", async () => {
  const program = await programs.build("external-effects.c");
  const run = programs.execute(program, [], ["wait", "wait"]);
  expect(run.exit).toBe(0);
  expect(programs.execute(program, segmentsOf(run.log), ["wait", "wait"])).toEqual(run);
});

test("child processes run uncontrolled, and each thing that is not controlled is reported once", async () => {
  const program = await programs.build("uncontrolled.c");
  const { exit, log } = programs.execute(program, []);
  expect(exit).toBe(0);
  expect(log.match(/^unc .*$/gm)).toEqual(["unc signal", "unc fork", "unc child process"]);
  expect(log.match(/^end .*$/gm)).toEqual(["end exit 0"]);
});

test("the shell around the program is not controlled, and a second program does not change the log", async () => {
  const program = await programs.build("lost-update.c");
  const { exit, log } = programs.execute(
    "sh",
    [],
    ["-c", `cat /dev/null | cat; ${program} && ${program} > /dev/null; exit 5`],
  );
  expect(exit).toBe(5);
  expect(log).toBe(programs.execute(program, []).log);
});
