import { describe, expect, test } from "vitest";
import type { ValueChange } from "../../../runtimes/protocol/state.ts";
import { skippedBecause } from "../../tiers/skipped-because.ts";
import { local, noPython, pythonRunner, scalar, vertexAt } from "./python-program.ts";

describe("a Python program that sorts", skippedBecause(noPython), () => {
  const runner = pythonRunner();
  const place = { function: "shell_sort", hit: 1 };
  const sorted = ["sample.py", "7", "8", "9"];

  test("is captured with all its frames, and continues as if nothing had happened", () => {
    const { graph, output, exit, answer } = runner.run(sorted, { place, capture: runner.file("graph") });
    expect([exit, output, answer]).toEqual([0, "Output: 7 8 9\n", { reached: true }]);
    expect(graph.stack.map((frame) => frame.function)).toEqual(["shell_sort", "main", "<module>"]);
    expect(vertexAt(graph, "a", "2")).toMatchObject({ type: "int", value: "9" });
    expect(graph.roots.map((root) => `${"frame" in root ? root.frame : "global"} ${root.name}`)).toEqual([
      ...["0 a", "0 size", "1 argv", "1 argc", "1 a", "1 i", "global recycled"],
    ]);
    const lists = graph.roots.filter((root) => root.name === "a" || root.name === "recycled");
    expect(new Set(lists.map((root) => root.vertex)).size).toBe(1);
  });

  test("prints 0 with the a[2] of the failing run, and only then", () => {
    const size = { at: local("size"), to: scalar("int", "3") };
    const argc = { at: local("argc", [], 1), to: scalar("int", "3") };
    const a = ["11", "14", "0"].map((text, index) => ({ at: local("a", [String(index)]), to: scalar("int", text) }));
    const outputAfter = (changes: readonly ValueChange[]) => runner.run(sorted, { place, changes }).output;
    expect(outputAfter([a[2]!])).toBe("Output: 0 7 8\n");
    expect(outputAfter([a[0]!, a[1]!])).toBe("Output: 9 11 14\n");
    expect(outputAfter([size, argc, ...a])).toBe("Output: 0 11\n");
    expect(outputAfter([argc])).toBe("Output: 7 8\n");
    expect(outputAfter([size])).toBe("Output: 7 8 9\n");
  });

  test("lists the lines of one call, each of which is a place", () => {
    const words = ["sample.py", "9", "8", "7"];
    const { moments, output } = runner.run(words, { moments: { ...place, capture: runner.file("moments") } });
    expect(output).toBe("Output: 7 8 9\n");
    const swaps = moments.filter((each) => "line" in each && each.line === 25);
    expect(swaps.map(({ hit }) => hit)).toEqual([1, 2, 3]);
    const second = { file: "sample.py", line: 25, hit: 2 };
    const { graph } = runner.run(words, { place: second, capture: runner.file("graph"), stop: true });
    expect(["i", "j", "v"].map((name) => vertexAt(graph, name).value)).toEqual(["2", "2", "7"]);
  });

  test("ends at the place if the plan says so", () => {
    expect(runner.run(["sample.py", "7"], { place, stop: true })).toMatchObject({ exit: 0, output: "" });
  });

  const impossible: readonly [ValueChange, RegExp][] = [
    [{ at: local("a", ["9"]), to: scalar("int", "1") }, /^there is no element 8 before element 9$/],
    [{ at: local("a", ["2"]), to: { gone: true } }, /^element 2 is not the last one$/],
    [{ at: local("nothing"), to: scalar("int", "1") }, /^shell_sort has no variable nothing$/],
    [{ at: local("size"), to: scalar("int", "x") }, /^x is not a valid int/],
    [{ at: local("a", ["b", "c"]), to: { gone: true } }, /^there is no b in a$/],
  ];

  test("ends with 125 where a change is impossible", () => {
    const [[change]] = impossible as [[ValueChange, RegExp]];
    const { exit, output, error, answer } = runner.run(["sample.py", "7"], { place, changes: [change] });
    const reason = "a change cannot be made: there is no element 8 before element 9";
    expect([exit, output, error]).toEqual([125, "", `culprit: ${reason}\n`]);
    expect(answer).toEqual({ failed: true, why: "impossible-change", reason });
  });

  test("continues without the impossible changes where the plan asks for them", () => {
    const changes = impossible.map(([change]) => change);
    const run = runner.run(["sample.py", "7"], { place, changes, refused: runner.file("refused") });
    expect([run.exit, run.output, run.answer]).toEqual([0, "Output: 7\n", { reached: true }]);
    expect(run.refused).toEqual(
      impossible.map(([, reason], change) => ({ change, reason: expect.stringMatching(reason) })),
    );
  });

  test("has lists that grow and shrink at their end, in whatever order the changes are listed", () => {
    const grow = ["8", "7"].map((index) => ({ at: local("a", [index]), to: scalar("int", index) }));
    const shrink = ["5", "6"].map((index) => ({ at: local("a", [index]), to: { gone: true } as const }));
    const outputAfter = (changes: readonly ValueChange[]) =>
      runner.run(["grow.py"], { place: { function: "grow", hit: 1 }, changes }).output;
    expect(outputAfter(grow)).toBe("[0, 1, 2, 3, 4, 5, 6, 7, 8]\n");
    expect(outputAfter(shrink)).toBe("[0, 1, 2, 3, 4]\n");
  });
});
