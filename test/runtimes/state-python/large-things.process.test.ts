import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { skippedBecause } from "../../tiers/skipped-because.ts";
import { chunkOfRow, differingChunks, hasRow } from "../protocol/large-things.ts";
import { local, noPython, python, pythonRunner, scalar, vertexAt } from "./python-program.ts";

const noNumpy =
  spawnSync(python, ["-c", "import numpy, pandas"]).status === 0
    ? undefined
    : `${python} has no numpy and pandas (PYTHON=… names another)`;
/** Those of numbers are longer than what is captured of them in any case. */
const size = "12000";

describe("a large thing in Python", skippedBecause(noPython), () => {
  const runner = pythonRunner();
  const look = (kind: string, value: string, more: object = {}) =>
    runner.run(["table.py", kind, size, value], {
      place: { function: "look", hit: 1 },
      capture: runner.file("graph"),
      maxValues: 3000,
      ...more,
    });

  test.each([
    ["lists", ["1"]],
    ["dicts", ["'value'"]],
    ["objects", ["value"]],
    ["bytes", []],
    ["view", []],
    ["array", []],
  ])("(%s) is compared in chunks, and changed beyond what was captured", compareAndChange);

  test("(an array of numpy) is compared in chunks, and changed beyond what was captured", skippedBecause(noNumpy), () =>
    compareAndChange("numpy", []),
  );

  test("(a table of pandas) is compared and changed by its elements", skippedBecause(noNumpy), () => {
    const { graph } = look("pandas", "9");
    expect(vertexAt(graph, "rows").type).toBe("pandas.Series[int64]");
    const changes = [{ at: local("rows", ["4321"]), to: scalar("int", "99") }];
    expect(look("pandas", "1", { changes }).output).toBe("dear\n");
    const inFrame = [{ at: local("frame", ['"value"', "4321"], 1), to: scalar("int", "99") }];
    expect(look("pandas", "1", { changes: inFrame }).output).toBe("dear\n");
  });

  function compareAndChange(kind: string, steps: readonly string[]) {
    const rows = (value: string, more: object = {}) => vertexAt(look(kind, value, more).graph, "rows");
    const [passing, failing] = [rows("1"), rows("9")];
    expect(differingChunks(passing.cut, failing.cut)).toEqual([4]);
    expect(differingChunks(passing.cut, rows("1").cut)).toEqual([]);
    const { graph } = look(kind, "9", { chunks: [chunkOfRow("rows")] });
    expect(hasRow(vertexAt(graph, "rows"), graph)).toBe(true);
    expect(vertexAt(graph, "rows", "4321", ...steps).value).toMatch(/^9/);
    const changes = [{ at: local("rows", ["4321", ...steps]), to: scalar("int", "99") }];
    expect(look(kind, "1", { changes }).output).toBe("dear\n");
  }

  test("is counted", () => {
    const { truncated, total } = look("lists", "1").graph;
    expect([truncated, total! > 36_000 && total! < 37_000]).toEqual([true, true]);
  });
});
