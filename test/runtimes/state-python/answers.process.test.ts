import { describe, expect, test } from "vitest";
import { skippedBecause } from "../../tiers/skipped-because.ts";
import { local, noPython, python, pythonRunner, scalar } from "./python-program.ts";

describe("the driver for Python", skippedBecause(noPython), () => {
  const runner = pythonRunner();
  const capture = runner.file("graph");
  const program = "call_kinds.py";
  const fact = { function: "fact", hit: 1 };

  test("finds methods by the name of their definition", () => {
    const stop = { capture, stop: true };
    for (const place of [{}, { file: program, line: 20 }]) {
      const run = runner.run([program, "method"], { place: { function: "Stack.push", hit: 1, ...place }, ...stop });
      expect([run.exit, run.answer, run.graph.stack[0]!.function]).toEqual([0, { reached: true }, "Stack.push"]);
    }
  });

  test("lists the program's functions where the place is not in the program, those with its name first", () => {
    const { exit, error, answer } = runner.run([program, "method"], { place: { function: "push", hit: 1 } });
    expect([exit, error]).toEqual([125, expect.stringMatching(/^culprit: push is not in the program/)]);
    const others = ["Link.__init__", "around", "around.within", "fact", "in_thread", "length", "main", "walk"];
    expect(answer).toEqual({ missed: "absent", candidates: ["Stack.push", ...others] });
  });

  test.each([
    [1000, "call_kinds.py:89"],
    [22, "call_kinds.py:24"],
  ])("names the nearest line with code for one without: %d", (line, nearest) => {
    const { answer } = runner.run([program, "method"], { place: { file: program, line, hit: 1 } });
    expect(answer).toEqual({ missed: "absent", candidates: [nearest] });
  });

  test("counts the hits of a place that was not reached often enough, however the program ends", () => {
    const tooFew = { missed: "too-few-hits", hits: 5 };
    const run = runner.run([program, "recursion"], { place: { ...fact, hit: 6 } });
    expect([run.exit, run.output, run.error]).toEqual([125, "120\n", "culprit: fact was reached 5 times\n"]);
    expect(run.answer).toEqual(tooFew);
    const gone = runner.run([program, "recursion", "gone"], { place: { ...fact, hit: 6 } });
    expect([gone.exit, gone.answer]).toEqual([3, tooFew]);
    const once = runner.run(["sample.py", "7"], { place: { function: "shell_sort", hit: 2 } });
    expect([once.error, once.answer]).toEqual([
      "culprit: shell_sort was reached 1 time\n",
      { missed: "too-few-hits", hits: 1 },
    ]);
  });

  test("says that a place was not reached, however the program ends", () => {
    const unreached = { missed: "unreached" };
    const run = runner.run([program, "method"], { place: fact });
    expect([run.exit, run.error, run.answer]).toEqual([125, "culprit: fact was not reached\n", unreached]);
    const gone = runner.drive([python, program, "gone"], { place: fact, capture });
    const message = "culprit: the program ended before it reached the place\n";
    expect([gone.exit, gone.error, gone.answer]).toEqual([125, message, unreached]);
  });

  test("says what kept it from looking into the program", () => {
    const traced = runner.run(["hard_cases.py", "traced"], { place: { function: "look", hit: 1 } });
    expect(traced).toMatchObject({
      exit: 125,
      error: expect.stringMatching(/^culprit: look was not reached; something else traces the program/),
      answer: { failed: true, why: "other" },
    });
    const inline = runner.run(["-c", "def look(): pass\nlook()"], { place: { function: "look", hit: 1 } });
    expect(inline).toMatchObject({
      exit: 125,
      error: expect.stringMatching(/^culprit: look is not in the program; code given to -c cannot be traced/),
      answer: { failed: true, why: "other" },
    });
  });

  test.each(["-S", "-E", "-I"])("says that Python did not load it because of %s", (flag) => {
    expect(runner.drive([python, flag, program, "recursion"], { place: fact, capture })).toMatchObject({
      exit: 125,
      error: expect.stringMatching(/^culprit: culprit.s code was not loaded: .* with -I, -E or -S$/m),
      answer: { failed: true, why: "not-loaded" },
    });
  });

  test("says that there is no Python", () => {
    expect(runner.drive(["/nowhere/python3", program], { place: fact, capture })).toMatchObject({
      exit: 125,
      error: expect.stringMatching(/^culprit: .*install Python/m),
      answer: { failed: true, why: "cannot-start" },
    });
  });

  test("ends as the program ended", () => {
    const place = { function: "inner", hit: 1 };
    expect(runner.drive([python, "own/self_report.py", "exit"], { place }).exit).toBe(7);
    expect(runner.drive([python, "own/self_report.py", "kill"], { place }).exit).toBe("SIGTERM");
    expect(runner.drive([python, "-c", "import os; os.abort()"], {}).exit).toBe("SIGABRT");
    const free = runner.drive([python, program, "recursion"], {});
    expect([free.exit, free.output, free.answer]).toEqual([0, "120\n", { reached: true }]);
  });

  test("answers for the process of a command that reached the place", () => {
    const command = ["sh", "-c", `${python} ${program} method; ${python} ${program} recursion`];
    const changes = [{ at: local("n"), to: scalar("int", "4") }];
    const run = runner.drive(command, { place: fact, changes });
    expect([run.exit, run.output, run.answer]).toEqual([0, "3\n24\n", { reached: true }]);
  });
});
