import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Moment, StopPlace } from "../../../../runtimes/protocol/state.ts";
import { missing, skippedBecause } from "../../../tiers/skipped-because.ts";
import { gdbRunner, lineOf, value } from "../gdb-program.ts";

const gdb = gdbRunner();

const at = (mark: string, hit = 1) => ({ ...lineOf("rounds.c", mark), hit });

const valueAt = (place: StopPlace, name: string) => value(gdb.capture({ command: [build()], place }), name);

function build(...flags: string[]) {
  return gdb.build("rounds.c", ...flags);
}

const momentsOf = (program: string, wanted: { function?: string; hit: number }) =>
  gdb.moments([program], wanted).moments;

const linesIn = (moments: readonly Moment[]) => moments.flatMap((each) => ("line" in each ? [each.line] : []));

/** The lines at which someone stops who steps through main. */
function stepped(program: string): number[] {
  const script = gdb.file("step.py");
  writeFileSync(
    script,
    `gdb.execute("set debuginfod enabled off")
gdb.execute("break main", to_string=True)
gdb.execute("run > /dev/null", to_string=True)
while gdb.selected_inferior().pid and gdb.newest_frame().name() == "main":
    gdb.write("line %d\\n" % gdb.newest_frame().find_sal().line)
    gdb.execute("next", to_string=True)
`,
  );
  const shown = execFileSync("gdb", ["-nx", "-q", "-batch", "-x", script, program], { encoding: "utf8" });
  return [...shown.matchAll(/^line (\d+)$/gm)].map(([, line]) => Number(line));
}

test("lines are visited as by someone who steps from line to line", () => {
  const seen = linesIn(momentsOf(build(), { hit: 1 }));
  expect(seen.length).toBeGreaterThan(50);
  expect(seen).toEqual(stepped(build()));
});

test("also in code of clang", skippedBecause(missing("clang")), () => {
  const program = gdb.file("by-clang");
  execFileSync("clang", ["-g", "-O0", "-w", "-o", program, at("while").file]);
  expect(linesIn(momentsOf(program, { hit: 1 }))).toEqual(stepped(program));
});

test("each iteration of a loop is a place, and so is the condition after the last", () => {
  expect([1, 2, 3, 4].map((hit) => valueAt(at("while", hit), "n"))).toEqual(["0", "1", "2", "3"]);
  // From the second visit on, it is before the step to the next value.
  expect([2, 3, 4].map((hit) => valueAt(at("for", hit), "i"))).toEqual(["0", "1", "2"]);
  for (const place of [at("while", 5), at("for", 5)]) expect(() => valueAt(place, "n")).toThrow("was reached 4 times");
});

test("a loop on one line is visited once, and again after another line", () => {
  for (const mark of ["one line", "do"]) expect(() => valueAt(at(mark, 2), "n")).toThrow("was reached 1 time");
  expect([2, 3].map((hit) => valueAt(at("half", hit), "i"))).toEqual(["0", "2"]);
  expect(() => valueAt(at("half", 4), "i")).toThrow("was reached 3 times");
});

test("recursive calls count separately, and each moment is a place", () => {
  const moments = momentsOf(build(), { function: "recursive", hit: 1 });
  expect(linesIn(moments).join(" ")).toBe("15 16 17 16 17 16 17 16 18 19");
  const rounds = moments.filter((each) => "line" in each && each.line === 16);
  expect(rounds.map((each) => valueAt(each, "n"))).toEqual(["3", "2", "1", "0"]);
  expect(rounds.map(({ hit }) => hit)).toEqual([1, 5, 7, 9]);
});

test("a line that was left by a jump is visited anew", () => {
  const lines = linesIn(momentsOf(build(), { function: "left", hit: 1 }));
  const round = at("left by a jump").line;
  expect(lines.filter((each) => each === round)).toHaveLength(8);
  expect([1, 2, 5].map((hit) => valueAt(at("left by a jump", hit), "n"))).toEqual(["3", "0", "-1"]);
});

test("a line of a switch is visited by its case, and after the one before it", () => {
  const lines = linesIn(momentsOf(build(), { function: "cases", hit: 1 }));
  expect(lines.join(" ")).toBe("22 23 24 25 32 23 24 26 27 28 32 23 24 27 28 32 23 24 30 23 34 35");
});

test("a line without code stands for the next that has some; one that only sets up a call, for the end of the set-up", () => {
  const { file, line } = at("while");
  const stackAt = (place: StopPlace) => gdb.capture({ command: [build()], place }).stack.map((each) => each.line);
  expect(stackAt({ file, line: at("recursive").line - 3, hit: 1 })[0]).toBe(15);
  expect(stackAt({ file, line: at("recursive").line - 2, hit: 2 })[0]).toBe(15);
  expect(stackAt({ file, line: line - 2, hit: 1 })).toEqual([line - 1]);
  expect(() => stackAt({ file, line: line - 2, hit: 2 })).toThrow("was reached 1 time");
});

test("lines of libraries, whenever they are loaded", () => {
  const library = gdb.build("work.c", "-shared", "-fPIC");
  const linked = gdb.build("library.c", library);
  const loading = gdb.build("library.c", `-DLIBRARY="${library}"`);
  const place = lineOf("work.c", "while");
  const seen = (command: string[], hit: number) => value(gdb.capture({ command, place: { ...place, hit } }), "n");
  expect([1, 2, 4].map((hit) => seen([linked], hit))).toEqual(["0", "1", "3"]);
  expect([2, 4, 5, 8].map((hit) => seen([loading], hit))).toEqual(["1", "3", "0", "3"]);
});
