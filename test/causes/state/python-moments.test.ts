import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Moment, StackFrame } from "../../../runtimes/protocol/state.ts";
import { type Graph, hasPython, programs, pythonWorkshop } from "./python-program.ts";

const cwd = join(programs, "own");

describe.skipIf(!hasPython)("the moments of a call of a Python program", () => {
  const shop = pythonWorkshop();

  const momentsOf = (asked: object, words: string[] = ["calls.py"]): Moment[] =>
    shop.run(words, { moments: { hit: 1, capture: shop.file("lines"), ...asked } }, { cwd }).lines;
  const stopAt = (place: object) => {
    const { graph, error } = shop.run(["calls.py"], { place, capture: shop.file("graph"), stop: true }, { cwd });
    if (!graph) throw new Error(error);
    return graph;
  };
  const entriesIn = (moments: readonly Moment[]) =>
    moments.flatMap((each) => ("function" in each ? [`${each.function}#${each.hit}`] : []));
  const linesIn = (moments: readonly Moment[]) => moments.flatMap((each) => ("line" in each ? [each.line] : []));
  /** Bodies of classes have frames too, and comprehensions in some versions of Python. */
  const functionsIn = (stack: readonly Pick<StackFrame, "function">[]) =>
    stack.map((frame) => frame.function).filter((name) => !/<\w+comp>|<genexpr>|^Pair$/.test(name));

  const generators = ["numbers", "around"];

  /** What tells one call of `many` from the others. */
  const argumentOf = ({ stack, roots, vertices }: Graph) => {
    const frame = stack.findIndex((each) => each.function === "many");
    return vertices[roots.find((root) => root.frame === frame && root.name === "n")!.vertex]!.value;
  };

  test("are the functions that are called from it, however they are called, and not those that these call", () => {
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

  test("are in the order in which they come: those of a generator belong to who asks it for more", () => {
    const orderOf = (moments: readonly Moment[]) =>
      moments.map((each) => ("line" in each ? each.line : `${each.function}#${each.hit}`));
    const [head, body, ...rest] = orderOf(momentsOf({ function: "numbers" }));
    expect(rest).toEqual(["plain#8"]);
    const caller = orderOf(momentsOf({ function: "many" }));
    const loop = caller[caller.indexOf("numbers#1") - 1];
    const order = [loop, "numbers#1", loop, head, body, "plain#9", loop, head];
    const begin = caller.indexOf("numbers#1") - 1;
    expect(caller.slice(begin, begin + order.length)).toEqual(order);
  });

  test("are those of the main script, if no function is asked for", () => {
    const moments = momentsOf({});
    const expected = ["plain#1", "<module>#2", "many#1", "helped#1", "many#4", "many#5"];
    expect(entriesIn(moments)).toEqual(expected);
    expect(linesIn(moments)[0]).toBe(1);
    expect(entriesIn(momentsOf({}, ["-m", "calls"]))).toEqual(expected);
    expect(entriesIn(momentsOf({}, ["-c", "import helping; helping.helped(3)"]))).toEqual([]);
    const nothing = shop.run(["-c", "3"], { moments: { hit: 1, capture: shop.file("lines") } }, { cwd });
    expect([nothing.exit, nothing.error]).toEqual([
      125,
      expect.stringMatching(/^culprit: the program did not come to code of its own; what is given to -c/),
    ]);
  });

  test.each([{ function: "many", hit: 3 }, { function: "numbers", hit: 2 }, { function: "nested", hit: 1 }, {}])(
    "are places at which the program can be stopped, in the same call: %o",
    (asked) => {
      const call = "function" in asked ? stopAt(asked) : undefined;
      const callers = call ? functionsIn(call.stack) : ["<module>"];
      for (const moment of momentsOf(asked)) {
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
    60_000,
  );

  test("are no more than asked for, and the program runs on by itself", () => {
    const run = shop.run(["calls.py"], { moments: { hit: 1, capture: shop.file("lines"), most: 5 } }, { cwd });
    expect([run.lines.length, run.exit, run.output]).toEqual([5, 0, "96 3\n26 26 \n"]);
  });
});
