import { expect, test } from "vitest";
import { chunkOfRow, differingChunks, hasRow } from "../../protocol/large-things.ts";
import { find, gdbRunner, path, scalar, value } from "../gdb-program.ts";

const gdb = gdbRunner();

test.each([
  ["rows", ["value"]],
  ["list", ["*", "value"]],
  ["numbers", []],
])("a large array (%s) is compared in chunks, and changed beyond what was captured", (kind, steps) => {
  const program = gdb.build("table.c");
  const plan = (number: string) => ({
    command: [program, kind, "12000", number],
    place: { function: "look", hit: 1 },
    maxValues: 9000,
  });
  const rows = (number: string) => {
    const graph = gdb.capture(plan(number));
    return graph.vertices[find(graph, kind, "*")]!;
  };
  expect(differingChunks(rows("1").cut, rows("9").cut)).toEqual([4]);
  const graph = gdb.capture({ ...plan("9"), chunks: [chunkOfRow(kind, ["*"])] });
  expect(hasRow(graph.vertices[find(graph, kind, "*")]!, graph)).toBe(true);
  expect(value(graph, kind, "*", "4321", ...steps)).toMatch(/^9/);
  const changes = [{ at: path(graph, kind, "*", "4321", ...steps), to: scalar("99") }];
  expect(gdb.run({ ...plan("1"), changes }).stdout).toBe("dear\n");
});
