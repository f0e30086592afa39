import { expect, test } from "vitest";
import { failure, freely, lineOf, planOf, underPlan } from "./workers-program.ts";

const same = ({ code, output }: { code: unknown; output: string }) => ({ code, output });

test.each([
  ["lost-update.mjs", 100],
  ["check-then-act.cjs", 25],
  ["abba.cjs", 35],
  ["message-order.mjs", 20],
  ["early-message.mjs", 30],
])("%s passes by default, and a schedule is found under which it fails, again and again", async (program, steps) => {
  const passed = await underPlan([program], "policy default\n");
  expect(passed).toMatchObject({ code: 0, errors: "" });
  const failed = await failure([program], steps);
  const { code, log } = await underPlan([program], planOf(failed.log));
  expect({ code, log }).toEqual({ code: failed.code, log: failed.log });
});

test("the same plan gives the same log, 20 of 20 times", async () => {
  const plan = "policy uniform 3 4\n";
  const { log } = await underPlan(["lost-update.mjs"], plan);
  expect(log.match(/^run/gm)!.length).toBeGreaterThan(10);
  for (let i = 0; i < 20; i++) {
    const again = await underPlan(["lost-update.mjs"], i % 2 === 0 ? plan : planOf(log));
    expect(again.log).toBe(log);
  }
});

test("a program that uses everything prints the same as without control, under every policy, and can be replayed", async () => {
  const free = await freely(["everything.mjs"]);
  expect(free.code).toBe(0);
  for (const policy of ["default", "uniform 1 3", "pct 1 3 300", "biased 1 20"]) {
    const ran = await underPlan(["everything.mjs"], `policy ${policy}\n`);
    expect(ran.errors).toBe("");
    expect(same(ran)).toEqual(same(free));
    expect(ran.log).not.toMatch(/^unc/m);
    expect((await underPlan(["everything.mjs"], planOf(ran.log))).log).toBe(ran.log);
  }
});

test.each(
  ["exit", "throw", "reject", "code", "kill"].flatMap((way) => [
    [way, "main"],
    [way, "worker"],
  ]),
)("a program that ends by %s in the %s ends as it does without control", async (way, where) => {
  const words = ["exits.mjs", way!, where!];
  const [free, ran] = [await freely(words), await underPlan(words, "")];
  expect(ran.code).toBe(free.code);
  // What a worker printed is lost without control if the process is killed at once.
  // Without control what a worker prints may come before or after what the main thread prints.
  const lines = (output: string) => output.split("\n").sort();
  expect(lines(ran.output)).toEqual(lines(way === "kill" ? "before\n" : free.output));
  const how = typeof free.code === "number" ? `exit ${free.code}` : `signal ${free.code}`;
  expect(ran.log).toMatch(new RegExp(`^end ${how}\n$`, "m"));
});

test("a lane stops before the step at which its segment ends, and the others run meanwhile", async () => {
  const plan = "segment 1.1 22\nsegment 1.2 41\n";
  const { code, log } = await underPlan(["lost-update.mjs"], plan);
  expect(code).toBe(1);
  const write = `lost-update.mjs:${lineOf("lost-update.mjs", "WRITE")}:5`;
  expect(log).toMatch(
    new RegExp(`^run 1\\.1 22 writes counts\\[0\\] ${write}\n(.*\n)*?run 1\\.2 41 ends lost-update`, "m"),
  );
});

test("places to be told of are, and change nothing", async () => {
  const policy = "policy uniform 5 6\n";
  const { log } = await underPlan(["lost-update.mjs"], policy);
  const watched = await underPlan(
    ["lost-update.mjs"],
    `${policy}watch 1.1 13\nwatch 1.1 14\nwatch 1 1\nwatch 1.2 1000\n`,
  );
  const line = lineOf("lost-update.mjs", "READ");
  const at = watched.log.match(/^at 1\.1 .*$/gm);
  expect(at).toEqual([expect.stringMatching(/^at 1\.1 13 /), expect.stringMatching(/^at 1\.1 14 /)]);
  expect(at!.join("\n")).toContain(`lost-update.mjs:${line}:18`);
  expect(watched.log.replace(/^at .*\n/gm, "")).toBe(log);
});

test("segments of lanes that are not there, or cannot run, are skipped", async () => {
  const { log } = await underPlan(["lost-update.mjs"], "policy default\n");
  const plan = `segment 1 1\nsegment 1 1\nsegment 1.1 1000\nsegment 1.1 2000\nsegment 1.9 4\n`;
  expect((await underPlan(["lost-update.mjs"], plan)).code).toBe(0);
  expect((await underPlan(["lost-update.mjs"], planOf(log))).log).toBe(log);
});

test("a deadlock says who waits for what, and where", async () => {
  const { code, errors, log } = await underPlan(["abba.cjs"], "segment 1.1 4\nsegment 1.2 5\n");
  expect(code).toBe(123);
  const place = `abba.cjs:${lineOf("abba.cjs", "LOCK")}:\\d+`;
  for (const lane of ["1.1", "1.2"]) expect(log).toMatch(new RegExp(`^wait ${lane} Atomics.notify ${place}$`, "m"));
  expect(log).toMatch(/^end deadlock\n$/m);
  expect(errors).toMatch(/^culprit: deadlock\n {2}1 waits for a message abba.cjs:\d+:\d+\n {2}1\.1 waits for Atomics/);
});

test("a notify for which nobody waits yet is missed", async () => {
  expect((await underPlan(["missed-notify.mjs"], "segment 1 4\nsegment 1.1 3\n")).code).toBe(0);
  const { code, log } = await underPlan(["missed-notify.mjs"], "segment 1 3\nsegment 1.1 3\n");
  expect(code).toBe(123);
  const line = lineOf("missed-notify.mjs", "WAIT");
  expect(log).toMatch(new RegExp(`^run 1 3 Atomics.wait missed-notify.mjs:${line}:5\n`, "m"));
  expect(log).toMatch(new RegExp(`^wait 1 Atomics.notify missed-notify.mjs:${line}:\\d+\nend deadlock\n$`, "m"));
});

test("lanes that wait for messages from each other are a deadlock", async () => {
  const text = "const { port1, port2 } = new MessageChannel(); port1.on('message', () => {}); globalThis.p = port2";
  const { code, log } = await underPlan(["-e", text], "");
  expect(code).toBe(123);
  expect(log).toMatch(/^wait 1 a message \S+\nend deadlock\n$/m);
  expect(log).toMatch(/^unc code given by -e$/m);
});

test("who spins lets others run after a while; who spins for ever is ended at the limit", async () => {
  expect(await underPlan(["spin-wait.mjs"], "")).toMatchObject({ code: 0, output: "seen\n" });
  for (const policy of ["default", "pct 1 2 10", "uniform 1 100"]) {
    const { code, log } = await underPlan(["spin-wait.mjs", "never"], `policy ${policy}\nlimit 3000000\n`);
    expect(code).toBe(124);
    expect(log).toMatch(/^run 1 \d+ .*\nend limit\n$/m);
  }
});

test("chance is the same in every run, also in the first, which has to look at the sources", async () => {
  const first = await underPlan(["chance.mjs"], "");
  expect(first.output).toMatch(/^worker 0\.\d+\nmain 0\.\d+\n$/);
  expect((await underPlan(["chance.mjs"], "")).output).toBe(first.output);
});

test("what is not controlled is said, and what it brings is waited for", async () => {
  const free = await freely(["uncontrolled.mjs"]);
  const ran = await underPlan(["uncontrolled.mjs"], "");
  expect(same(ran)).toEqual(same(free));
  // A server that listens is said only where a thread has nothing else to wait for.
  const said = ran.log.match(/^unc .*/gm)!.filter((line) => line !== "unc network");
  expect(said).toEqual(["unc child process"]);
});
