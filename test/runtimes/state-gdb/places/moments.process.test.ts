import { expect, test } from "vitest";
import type { Moment } from "../../../../runtimes/protocol/state.ts";
import { gdbRunner, value } from "../gdb-program.ts";

const gdb = gdbRunner();

const shown = (moment: Moment) => ("function" in moment ? `${moment.function}#${moment.hit}` : `${moment.line}`);

const sample = (moments: readonly Moment[]) => moments.filter((_, i) => i % 3 === 2);

/** The state at a moment of a call, where the program has to be stopped at that moment. */
function stateAt(command: string[], moment: Moment, below: string[]) {
  const graph = gdb.capture({ command, place: moment });
  const names = graph.stack.map((frame) => frame.function);
  const isOwnLine = "line" in moment;
  expect(names).toEqual(isOwnLine ? below : [moment.function, ...below]);
  if (isOwnLine) expect(graph.stack[0]!.line).toBe(moment.line);
  return graph;
}

test("what main does: its lines, and the functions that it calls itself", () => {
  const command = [gdb.build("moments.c")];
  const { moments, stdout } = gdb.moments(command, { hit: 1 });
  expect(stdout).toBe(gdb.run({ command }).stdout);
  expect(moments.map(shown).join(" ")).toBe(
    "29 30 31 32 33 work#1 32 33 work#2 32 33 work#3 34 count_down#13 35 36 37",
  );
  for (const moment of sample(moments)) stateAt(command, moment, ["main"]);
});

test("each moment of a later call is a place in that very call", () => {
  const command = [gdb.build("moments.c")];
  const { moments } = gdb.moments(command, { function: "work", hit: 2 });
  const expected = "20 21 compare#4 compare#5 compare#6 22 23 count_down#5 22 23 count_down#6 22 24 25 26";
  expect(moments.map(shown).join(" ")).toBe(expected);
  for (const moment of sample(moments)) {
    const graph = stateAt(command, moment, ["work", "main"]);
    const frame = "line" in moment ? 0 : 1;
    expect(graph.roots.filter((root) => "frame" in root && root.frame === frame).map((root) => root.name)).toContain(
      "n",
    );
    expect(value({ ...graph, roots: graph.roots.filter((root) => "frame" in root && root.frame === frame) }, "n")).toBe(
      "2",
    );
  }
});

test("the moments of a call end with it, also when it is left by a jump", () => {
  const command = [gdb.build("moments.c")];
  expect(gdb.moments(command, { function: "work", hit: 3 }).moments.map(shown).at(-1)).toBe("leave#1");
  const recursive = gdb.moments(command, { function: "count_down", hit: 13 }).moments;
  expect(recursive.map(shown).join(" ")).toBe("11 12 count_down#14 13 count_down#17 14 15");
});

test("no more moments than wanted; a place that is reached too often hides no other", () => {
  const command = [gdb.build("moments.c"), "2"];
  expect(gdb.moments(command, { hit: 1, most: 4 }).moments.map(shown)).toEqual(["29", "30", "31", "32"]);
  const often = gdb.moments([gdb.build("often.c")], { hit: 1 }).moments;
  expect(often.map(shown)).toContain("last#1");
  expect(often.filter((each) => shown(each).startsWith("next#"))).toHaveLength(1_000);
});

test("moments of C++: operators, templates, methods, overloaded and hidden functions", () => {
  const command = [gdb.build("calls.cpp")];
  const { moments } = gdb.moments(command, { function: "work", hit: 2 });
  const called = moments.filter((moment) => "function" in moment);
  expect(called.map(shown)).toEqual([
    "zoo::twice<int>#2",
    "zoo::twice<double>#2",
    "zoo::(anonymous namespace)::hidden#2",
    "zoo::Bird::Bird#2",
    "zoo::Bird::walk#2",
    "zoo::Animal::operator+#2",
    "zoo::Animal::~Animal#3",
    "overloaded#3",
    "overloaded#4",
    "zoo::Bird::~Bird#2",
  ]);
  for (const moment of sample(called)) stateAt(command, moment, ["work", "main"]);
});
