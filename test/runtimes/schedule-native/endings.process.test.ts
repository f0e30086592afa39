import { expect, test } from "vitest";
import { findSourcePlaces } from "../../../src/causes/schedule/native/source-places.ts";
import { lineMarked, nativePrograms, segmentsOf } from "./native-programs.ts";

const programs = await nativePrograms();

test("a deadlock is logged with what each lane waits for, and at which line", async () => {
  const program = await programs.build("abba.c");
  const { log, stderr } = programs.findFailure(program);
  const waits = [...log.matchAll(/^wait (\S+) (.*) (\S+)$/gm)];
  expect(waits.map(([, lane, what]) => `${lane} ${what}`)).toEqual([
    expect.stringMatching(/^1 join 1\.[12] -$/),
    "1.1 mutex 1 1.2",
    "1.2 mutex 2 1.1",
  ]);
  expect(log).toMatch(/^end deadlock\n$/m);
  expect(stderr).toMatch(/^culprit: deadlock$/m);
  expect(stderr).toMatch(/^culprit: 1\.1 waits for mutex 1 \(held by 1\.2\) at \S+$/m);
  const places = await findSourcePlaces(waits.map(([, , , place]) => place!));
  expect(places.get(waits[1]![3]!)).toMatchObject({ function: "move", line: 9 });
});

test("threads that wait for each other in loops are a livelock, logged with what each of them does", async () => {
  const program = await programs.build("spin-wait.c");
  for (const how of [["never"], ["never", "yield"]]) {
    const { exit, log, stderr } = programs.execute(program, ["limit 10000000"], how);
    expect({ exit, first: stderr.split("\n")[0] }).toEqual({
      exit: 124,
      first: "culprit: livelock, still running after 10000000 steps",
    });
    expect(log).toMatch(/^end livelock\n$/m);
    const waits = [...log.matchAll(/^wait (\S+) running - - (\S+)$/gm)];
    const places = await findSourcePlaces(waits.map(([, , place]) => place!));
    const line = lineMarked("spin-wait.c", "WAITS");
    expect(waits.map(([, lane, place]) => [lane, places.get(place!)!.line])).toContainEqual(["1.1", line]);
    expect(places.get(waits[1]![2]!)!.does).toBe("reads go");
  }
});

test("a single thread that runs for ever is ended by the limit", async () => {
  const { exit, log, stderr } = programs.execute(await programs.build("endless.c"), ["limit 10000"]);
  expect({ exit, first: stderr.split("\n")[0] }).toEqual({
    exit: 124,
    first: "culprit: still running after 10000 steps",
  });
  expect(log).toMatch(/^run 1 9998 .*\nwait 1 running - - .*\nsyncs 2\nend limit\n$/m);
});

test("a crash that needs a certain schedule is logged with its line", async () => {
  const program = await programs.build("order-violation.c");
  const { log, exit } = programs.findFailure(program);
  expect(exit).toBe("SIGSEGV");
  const [, lane, , place] = /^run (\S+) (\d+) (.*)\nend signal SIGSEGV\n$/m.exec(log)!;
  expect(lane).toBe("1.1");
  expect((await findSourcePlaces([place!])).get(place!)).toMatchObject({
    function: "use",
    line: lineMarked("order-violation.c", "USE"),
  });
});

test.each([
  ["SIGSEGV", "crashes"],
  ["SIGABRT", "crashes"],
  ["SIGFPE", "crashes"],
  ["SIGKILL", "sends a signal"],
])("%s in the middle of a run is logged with its line, and the replay ends the same way", async (signal, does) => {
  const program = await programs.build("crash.c");
  const run = programs.execute(program, ["policy uniform 1 7"], [signal]);
  expect(run.exit).toBe(signal);
  const last = [...run.log.matchAll(/^run (\S+) \d+ (\S+)$/gm)].at(-1)!;
  expect(last[1]).toBe("1.2");
  const places = await findSourcePlaces([last[2]!]);
  expect(places.get(last[2]!)).toMatchObject({ line: lineMarked("crash.c", signal), does });
  expect(run.log.match(/^end .*$/gm)).toEqual(signal === "SIGKILL" ? null : [`end signal ${signal}`]);
  for (let i = 0; i < 3; i++) expect(programs.execute(program, segmentsOf(run.log), [signal])).toEqual(run);
});

test.each(["return", "exit", "_exit", "atexit", "destructor"])(
  "other threads may run at the end of main (%s), and the replay ends the same way",
  async (how) => {
    const program = await programs.build("end-of-main.c");
    expect(programs.execute(program, [], [how]).exit).toBe(0);
    const failed = programs.findFailure(program, [how]);
    expect(failed.exit).toBe("SIGSEGV");
    for (let i = 0; i < 3; i++) expect(programs.execute(program, segmentsOf(failed.log), [how])).toEqual(failed);
  },
);

test("if two threads exit at the same time, one of them ends the program", async () => {
  const program = await programs.build("end-of-main.c");
  for (let seed = 1; seed <= 20; seed++) {
    const run = programs.execute(program, [`policy uniform ${seed} 2`], ["all exit"]);
    expect(run.exit).toBe(0);
    expect(programs.execute(program, segmentsOf(run.log), ["all exit"])).toEqual(run);
  }
});

test("a thread can be stopped between its last access and its end", async () => {
  const program = await programs.build("crash.c");
  const { log } = programs.execute(program, ["watch 1.1 1"]);
  const ends = Number(/^run 1\.1 (\d+) \S+!ends$/m.exec(log)![1]);
  const stopped = programs.execute(program, [`segment 1 1000`, `segment 1.1 ${ends - 1}`, "segment 1.2 1000"]);
  expect(stopped.log).toMatch(new RegExp(`^run 1\\.1 ${ends - 1} \\S+!returns$`, "m"));
});
