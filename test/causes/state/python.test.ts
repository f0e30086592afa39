import { describe, expect, test } from "vitest";
import { hasPython, local, pythonWorkshop, scalar, vertexAt } from "./python-program.ts";

describe.skipIf(!hasPython)("the sorting program of the lecture", () => {
  const shop = pythonWorkshop();
  const place = { function: "shell_sort", hit: 1 };

  test("is stopped where asked, seen through all its frames, and runs on as if nothing had been", () => {
    const { graph, output, exit } = shop.run(["sample.py", "7", "8", "9"], { place, capture: shop.file("graph") });
    expect([exit, output]).toEqual([0, "Output: 7 8 9\n"]);
    expect(graph.stack.map((frame) => frame.function)).toEqual(["shell_sort", "main", "<module>"]);
    expect(vertexAt(graph, "a", "2")).toMatchObject({ type: "int", value: "9" });
    expect(graph.roots.map(({ frame, name }) => `${frame ?? "global"} ${name}`)).toEqual([
      ...["0 a", "0 size", "1 argv", "1 argc", "1 a", "1 i", "global recycled"],
    ]);
    const lists = graph.roots.filter((root) => root.name === "a" || root.name === "recycled");
    expect(new Set(lists.map((root) => root.vertex)).size).toBe(1);
  });

  test("prints 0 as soon as a[2] is that of the failing run, and only then", () => {
    const size = { at: local("size"), to: scalar("int", "3") };
    const argc = { at: local("argc", [], 1), to: scalar("int", "3") };
    const a = ["11", "14", "0"].map((text, index) => ({ at: local("a", [String(index)]), to: scalar("int", text) }));
    const outputOf = (changes: object[]) => shop.run(["sample.py", "7", "8", "9"], { place, changes }).output;
    expect(outputOf([a[2]!])).toBe("Output: 0 7 8\n");
    expect(outputOf([a[0]!, a[1]!])).toBe("Output: 9 11 14\n");
    expect(outputOf([size, argc, ...a])).toBe("Output: 0 11\n");
    expect(outputOf([argc])).toBe("Output: 7 8\n");
    expect(outputOf([size])).toBe("Output: 7 8 9\n");
  });

  test("lists the lines of one call with their counts", () => {
    const lines = { function: "shell_sort", hit: 1, capture: shop.file("lines") };
    const followed = shop.run(["sample.py", "9", "8", "7"], { moments: lines });
    expect(followed.output).toBe("Output: 7 8 9\n");
    const swaps = followed.lines.filter(({ line }: { line: number }) => line === 25);
    expect(swaps.map(({ hit }: { hit: number }) => hit)).toEqual([1, 2, 3]);
    const at = { file: "sample.py", line: 25, hit: 2 };
    const { graph } = shop.run(["sample.py", "9", "8", "7"], { place: at, capture: shop.file("graph"), stop: true });
    expect([vertexAt(graph, "i").value, vertexAt(graph, "j").value, vertexAt(graph, "v").value]).toEqual([
      "2",
      "2",
      "7",
    ]);
  });

  test("ends at the place if asked, and says so with 125 if the place never comes", () => {
    expect(shop.run(["sample.py", "7"], { place, stop: true })).toMatchObject({ exit: 0, output: "" });
    const never = shop.run(["sample.py", "7"], { place: { function: "shell_sort", hit: 2 } });
    expect([never.exit, never.output]).toEqual([125, "Output: 7\n"]);
    expect(never.error).toBe("culprit: shell_sort was reached 1 time\n");
  });

  test("refuses what cannot be done with 125 and a reason", () => {
    const refused = (at: object, to: object) => shop.run(["sample.py", "7"], { place, changes: [{ at, to }] });
    expect(refused(local("a", ["9"]), scalar("int", "1")).error).toMatch(/^culprit: .*no element 8 before element 9/);
    expect(refused(local("a", ["2"]), { gone: true }).error).toMatch(/element 2 is not the last one/);
    expect(refused(local("nothing"), scalar("int", "1")).error).toMatch(/shell_sort has no variable nothing/);
    expect(refused(local("size"), scalar("int", "x")).error).toMatch(/x is no int/);
    expect(refused(local("a", ["b", "c"]), { gone: true })).toMatchObject({ exit: 125, output: "" });
  });

  test("arrays grow and shrink at their end, in whatever order the changes come", () => {
    const grow = ["8", "7"].map((index) => ({ at: local("a", [index]), to: scalar("int", index) }));
    const shrink = ["5", "6"].map((index) => ({ at: local("a", [index]), to: { gone: true } }));
    const lengthAfter = (changes: object[]) => {
      const first = shop.run(["grow.py"], { place: { function: "grow", hit: 1 }, changes });
      return first.output.trim();
    };
    expect(lengthAfter(grow)).toBe("[0, 1, 2, 3, 4, 5, 6, 7, 8]");
    expect(lengthAfter(shrink)).toBe("[0, 1, 2, 3, 4]");
  });
});
