import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { MemoryGraph, Moment, StackFrame, StopPlace } from "../../../runtimes/protocol/state.ts";
import { skippedBecause } from "../../tiers/skipped-because.ts";
import { noPython, programs, pythonRunner } from "./python-program.ts";

const cwd = join(programs, "own");

describe("the moments of a call of a Python program", skippedBecause(noPython), () => {
  const runner = pythonRunner();
  const capture = runner.file("moments");

  const momentsOf = (call: { function?: string; hit?: number }, words = ["calls.py"]) =>
    runner.run(words, { moments: { hit: 1, capture, ...call } }, { cwd }).moments;
  const stopAt = (place: StopPlace): MemoryGraph => {
    const plan = { place, capture: runner.file("graph"), stop: true };
    const { graph, error } = runner.run(["calls.py"], plan, { cwd });
    if (!graph) throw new Error(error);
    return graph;
  };
  const textOf = (each: Moment) => ("line" in each ? each.line : `${each.function}#${each.hit}`);
  const entriesIn = (moments: readonly Moment[]) => moments.filter((each) => "function" in each).map(textOf);
  /** Class bodies have frames, too, and comprehensions in some versions of Python. */
  const functionsIn = (stack: readonly StackFrame[]) =>
    stack.map((frame) => frame.function).filter((name) => !/<\w+comp>|<genexpr>|^Pair$/.test(name));

  const generators = ["numbers", "around"];

  /** Identifies a call of `many`. */
  const argumentOf = ({ stack, roots, vertices }: MemoryGraph) => {
    const frame = stack.findIndex((each) => each.function === "many");
    const root = roots.find((each) => "frame" in each && each.frame === frame && each.name === "n");
    return vertices[root!.vertex]!.value;
  };

  test("are the functions that it calls in whatever manner, but not those that these call", () => {
    expect(entriesIn(momentsOf({ function: "many", hit: 3 }))).toEqual([
      ...["one_line#3", "cached#3", "plain#24", "plain#25", "plain#26", "plain#27", "numbers#3"],
      // What the generator calls when it is asked for the second time.
      ...["plain#29", "around#3"],
      ...["Pair.__init__#5", "Pair.__init__#6", "Pair.__lt__#3", "Pair.doubled#3", "fails#3", "nested#3"],
      ...["plain#32", "plain#33"],
    ]);
    expect(entriesIn(momentsOf({ function: "nested" }))).toEqual(["nested.inner#1", "nested.<lambda>#1"]);
    expect(entriesIn(momentsOf({ function: "one_line", hit: 2 }))).toHaveLength(1);
  });

  test("are in the order of time, and those of a generator belong to the call that asks it for more", () => {
    const [head, body, ...rest] = momentsOf({ function: "numbers" }).map(textOf);
    expect(rest).toEqual(["plain#8"]);
    const caller = momentsOf({ function: "many" }).map(textOf);
    const loop = caller[caller.indexOf("numbers#1") - 1];
    const order = [loop, "numbers#1", loop, head, body, "plain#9", loop, head];
    const begin = caller.indexOf("numbers#1") - 1;
    expect(caller.slice(begin, begin + order.length)).toEqual(order);
  });

  test("are those of the main script, if the plan names no function", () => {
    const moments = momentsOf({});
    const expected = ["plain#1", "<module>#2", "many#1", "helped#1", "many#4", "many#5"];
    expect(entriesIn(moments)).toEqual(expected);
    expect(moments[0]).toMatchObject({ line: 1 });
    expect(entriesIn(momentsOf({}, ["-m", "calls"]))).toEqual(expected);
    expect(entriesIn(momentsOf({}, ["-c", "import helping; helping.helped(3)"]))).toEqual([]);
    const none = runner.run(["-c", "3"], { moments: { hit: 1, capture } }, { cwd });
    const reason = "none of the program's own code was run; code given to -c cannot be traced: put it into a file";
    expect([none.exit, none.error]).toEqual([125, `culprit: ${reason}\n`]);
    expect(none.answer).toEqual({ failed: true, why: "other", reason });
  });

  test.each<StopPlace>([
    { function: "many", hit: 3 },
    { function: "numbers", hit: 2 },
    { function: "nested", hit: 1 },
    { hit: 1 },
  ])(
    "are places at which the program can be stopped, in the same call: %o",
    (wanted) => {
      const call = wanted.function === undefined ? undefined : stopAt(wanted);
      const callers = call ? functionsIn(call.stack) : ["<module>"];
      for (const moment of momentsOf(wanted)) {
        const { stack, ...graph } = stopAt(moment);
        const isLine = "line" in moment;
        const own = functionsIn(stack).filter((name) => name === callers[0] || !generators.includes(name));
        expect([moment, own]).toEqual([
          moment,
          isLine || generators.includes(moment.function) ? callers : [moment.function, ...callers],
        ]);
        if (isLine) expect(stack[0]!.line).toBe(moment.line);
        if (call && callers[0] === "many") expect(argumentOf({ stack, ...graph })).toBe(argumentOf(call));
      }
    },
    300_000,
  );

  test("are no more than the maximum, and the program continues untraced", () => {
    const run = runner.run(["calls.py"], { moments: { hit: 1, capture, most: 5 } }, { cwd });
    expect([run.moments.length, run.exit, run.output]).toEqual([5, 0, "96 3\n26 26 \n"]);
    expect(run.answer).toEqual({ reached: true });
  });
});
