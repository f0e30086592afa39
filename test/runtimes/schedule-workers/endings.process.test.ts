import { expect, test } from "vitest";
import { lineOf, runPlan, runUncontrolled } from "./worker-programs.ts";

test.each(
  ["exit", "throw", "reject", "code", "kill"].flatMap((ending) => [
    [ending, "main"],
    [ending, "worker"],
  ]),
)("a program that ends by %s in the %s thread ends as it does without control", async (ending, thread) => {
  const words = ["exits.mjs", ending!, thread!];
  const [uncontrolled, ran] = [await runUncontrolled(words), await runPlan(words, "")];
  expect(ran.code).toBe(uncontrolled.code);
  // Without control the output of a worker may come before or after that of the main thread, and a kill loses it.
  const lines = (output: string) => output.split("\n").sort();
  expect(lines(ran.output)).toEqual(lines(ending === "kill" ? "before\n" : uncontrolled.output));
  const { code } = uncontrolled;
  const how = typeof code === "number" ? `exit ${code}` : `signal ${code}`;
  expect(ran.log).toMatch(new RegExp(`^end ${how}\n$`, "m"));
});

test("a deadlock is reported with what each lane waits for, and where", async () => {
  const { code, errors, log } = await runPlan(["abba.cjs"], "segment 1.1 4\nsegment 1.2 5\n");
  expect(code).toBe(123);
  const place = `abba.cjs:${lineOf("abba.cjs", "LOCK")}:\\d+`;
  for (const lane of ["1.1", "1.2"]) expect(log).toMatch(new RegExp(`^wait ${lane} notify - - ${place}$`, "m"));
  expect(log).toMatch(/^end deadlock\n$/m);
  expect(errors).toMatch(
    /^culprit: deadlock\n {2}1 waits for a message at abba.cjs:\d+:\d+\n {2}1\.1 waits for Atomics/,
  );
});

test("lanes that wait for messages from each other are a deadlock", async () => {
  const text = "const { port1, port2 } = new MessageChannel(); port1.on('message', () => {}); globalThis.p = port2";
  const { code, log } = await runPlan(["-e", text], "");
  expect(code).toBe(123);
  expect(log).toMatch(/^wait 1 message - - \S+\nend deadlock\n$/m);
  expect(log).toMatch(/^unc code passed with -e$/m);
});

test("a lane that spins lets others run after a while", async () => {
  expect(await runPlan(["spin-wait.mjs"], "")).toMatchObject({ code: 0, output: "seen\n" });
});

test.each(["default", "pct 1 2 10", "uniform 1 100"])(
  "a lane that spins forever is ended at the limit, under %s",
  async (policy) => {
    const { code, log } = await runPlan(["spin-wait.mjs", "never"], `policy ${policy}\nlimit 3000000\n`);
    expect(code).toBe(124);
    expect(log).toMatch(/^run 1 \d+ .*\nend limit\n$/m);
  },
);
