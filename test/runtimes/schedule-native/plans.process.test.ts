import { expect, test } from "vitest";
import { findSourcePlaces } from "../../../src/causes/schedule/native/source-places.ts";
import { lineMarked, nativePrograms, policies, segmentsOf } from "./native-programs.ts";

const programs = await nativePrograms();

test("every policy gives the same log for the same plan, and the log replays to itself", async () => {
  for (const source of ["lost-update.c", "atomics.c", "std-threads.cpp"]) {
    const program = await programs.build(source, source.endsWith("cpp") ? { compiler: "g++" } : {});
    for (const policy of policies(3)) {
      const first = programs.execute(program, [policy]);
      expect(first.log).toMatch(/^end exit [01]$/m);
      expect(programs.execute(program, [policy])).toEqual(first);
      expect(programs.execute(program, segmentsOf(first.log))).toEqual(first);
    }
  }
});

test("a lane stopped between the read and the write loses an update, and a watch logs the line", async () => {
  const program = await programs.build("lost-update.c");
  const run = programs.execute(program, ["watch 1.1 2", "segment 1 4", "segment 1.1 2", "segment 1.2 1000"]);
  expect(run).toMatchObject({ exit: 1, stdout: "20\n" });
  const place = /^at 1\.1 2 (.*)$/m.exec(run.log)![1]!;
  expect((await findSourcePlaces([place])).get(place)).toMatchObject({
    function: "add",
    line: lineMarked("lost-update.c", "WRITE"),
  });
});

test("a traced run names the places of shared accesses, and a change of priorities at one of them loses an update", async () => {
  const program = await programs.build("shared-total.c");
  const traced = programs.execute(program, ["trace shared"]);
  const places = [...traced.log.matchAll(/^shared (\d+) (.*)$/gm)].map(([, passes, place]) => ({
    passes,
    place: place!,
  }));
  const found = await findSourcePlaces(places.map(({ place }) => place));
  const lines = places.map(({ place, passes }) => `${found.get(place)?.line}: ${passes}`);
  const [read, write, result] = ["READ", "WRITE", "RESULT"].map((mark) => lineMarked("shared-total.c", mark));
  expect(lines.sort()).toEqual([`${read}: 2`, `${write}: 2`, `${result}: 1`]);
  // But for the trace, it is the default run.
  const plain = programs.execute(program, []);
  expect(traced.log.replaceAll(/^shared .*\n/gm, "")).toBe(plain.log);
  const { place } = places.find((each) => found.get(each.place)?.line === write)!;
  const outcomes = [1, 2].map((pass) => programs.execute(program, ["policy pct 1 2 1000", `change ${place} ${pass}`]));
  expect(outcomes.map(({ exit }) => exit)).toEqual([1, 0]);
  expect(programs.execute(program, segmentsOf(outcomes[0]!.log))).toEqual(outcomes[0]);
});

test("with synchronisations in the plan, lanes switch at calls and atomic operations, not at accesses, and the run replays", async () => {
  const stopsIn = async (source: string) => {
    const program = await programs.build(source);
    const [, count] = /^syncs (\d+)$/m.exec(programs.execute(program, []).log)!;
    const runs = [1, 2, 3, 4, 5].flatMap((seed) =>
      [`policy uniform ${seed} 2`, `policy pct ${seed} 4 1000`].map((policy) => {
        const run = programs.execute(program, [policy, `syncs ${count}`]);
        expect(programs.execute(program, segmentsOf(run.log))).toEqual(run);
        return run.log;
      }),
    );
    return runs.flatMap((log) => [...log.matchAll(/^run 1\.\d \d+ .*!([a-z]+)/gm)].map(([, action]) => action));
  };
  expect(new Set(await stopsIn("shared-total.c"))).toEqual(new Set(["returns", "ends"]));
  expect(await stopsIn("atomics.c")).toContain("updates");
});

test("a sleep of up to a second may end while another lane could run, a longer one may not, and the run replays", async () => {
  const program = await programs.build("sleeps.c");
  const runs = (milliseconds: string) =>
    [1, 2, 3, 4, 5, 6].map((seed) => {
      const run = programs.execute(program, [`policy uniform ${seed} 2`], [milliseconds]);
      expect(programs.execute(program, segmentsOf(run.log), [milliseconds])).toEqual(run);
      return run.exit;
    });
  expect(new Set(runs("1"))).toEqual(new Set([0, 1]));
  expect(new Set(runs("2000"))).toEqual(new Set([0]));
  expect(programs.execute(program, [], ["1"]).exit).toBe(0);
});

test("segments of lanes that do not exist, have ended or are blocked are skipped", async () => {
  const program = await programs.build("lost-update.c");
  const plain = programs.execute(program, []);
  const odd = ["segment 7.7 5", "segment 1 0", "segment 1.1 3", "segment 1 1000", "segment 1 1000", "segment 1.9 1"];
  expect(programs.execute(program, odd)).toEqual(plain);
});

test("a lane that spins gets what it waits for under every policy, and the run replays", async () => {
  const program = await programs.build("spin-wait.c");
  for (const policy of ["policy default", "policy uniform 1 100", "policy pct 1 3 1000", "policy biased 1 100"]) {
    for (const how of [[], ["yield"], ["sleep"], ["yield", "sleep"], ["ticks", "sleep"]]) {
      const run = programs.execute(program, [policy, "limit 20000000"], how);
      expect({ policy, how, exit: run.exit }).toEqual({ policy, how, exit: 0 });
      if (policy !== "policy biased 1 100") expect(programs.execute(program, segmentsOf(run.log), how)).toEqual(run);
    }
  }
});

test("200 threads with all kinds of locks, sleeps of hours and a pipe finish, and the run replays", async () => {
  for (const level of ["access", "sync"] as const) {
    const program = await programs.build("many-threads.c", { level });
    for (const policy of ["policy default", "policy uniform 1 10", "policy pct 1 5 1000", "policy biased 1 50"]) {
      const run = programs.execute(program, [policy]);
      expect(run).toMatchObject({ exit: 0, stdout: "200 1 19900 4\n" });
      expect(programs.execute(program, segmentsOf(run.log))).toEqual(run);
    }
  }
});

test("a lane that waits for input from another lets it run, whichever call it waits in", async () => {
  const program = await programs.build("sockets.c");
  for (const policy of ["policy default", "policy uniform 1 10", "policy pct 1 3 1000"]) {
    const run = programs.execute(program, [policy]);
    expect(run.exit).toBe(0);
    expect(run.log).not.toMatch(/^unc/m);
    expect(programs.execute(program, segmentsOf(run.log))).toEqual(run);
  }
});

test("a lane that waits for a signal gets the one sent to its thread alone, before or while it waits", async () => {
  const program = await programs.build("signalled-thread.c");
  for (const how of [[], ["early"]]) {
    for (const policy of ["policy default", "policy uniform 1 3", "policy pct 1 3 30"]) {
      const run = programs.execute(program, [policy], how);
      expect(run).toMatchObject({ exit: 0, stdout: "1\n" });
      expect(programs.execute(program, segmentsOf(run.log), how)).toEqual(run);
    }
  }
});

test("threads that are detached, are cancelled or outlive main are controlled", async () => {
  const { exit, log, stdout } = programs.execute(await programs.build("thread-lifetimes.c"), []);
  expect({ exit, stdout }).toEqual({ exit: 0, stdout: "2000 1\n" });
  expect(log.match(/^unc .*$/gm)).toEqual(["unc cancel"]);
  expect(log).toMatch(/^run 1\.2002 \d+ .*\nsyncs \d+\nend exit 0\n$/m);
});

test("10,000 threads at a time finish, and a lost update replays", async () => {
  const program = await programs.build("waiting-crowd.c");
  const lost = programs.execute(program, ["policy uniform 1 1000"], ["10000"]);
  if (lost.exit === 77) return; // The system does not allow as many threads.
  expect(lost.exit).toBe(1);
  expect(programs.execute(program, segmentsOf(lost.log), ["10000"])).toEqual(lost);
}, 600_000);

test("with 100,000,000 yield points, neither the log nor the memory grows", async () => {
  const program = await programs.build("many-steps.c");
  for (const policy of ["policy default", "policy pct 1 3 100000000", "policy uniform 1 1000000"]) {
    const { exit, stdout, log } = programs.execute(program, [policy]);
    expect(exit).toBe(0);
    const counts = new Map([...log.matchAll(/^run (\S+) (\d+) /gm)].map(([, lane, count]) => [lane, Number(count)]));
    expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(99_000_000);
    expect(log.length).toBeLessThan(50_000);
    expect(Number(stdout)).toBeLessThan(8_000);
  }
});
