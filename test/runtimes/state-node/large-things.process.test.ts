import { expect, test } from "vitest";
import { chunkOfRow, differingChunks, hasRow } from "../protocol/large-things.ts";
import { captureAt, drive, vertexAt } from "./node-program.ts";

const plan = { place: { function: "look", hit: 1 }, maxValues: 3000 };
/** Arrays of numbers are longer than what is captured of them in any case. */
const words = (kind: string, value: string) => ["table.mjs", kind, "12000", value];

test.each([
  ["objects", ["value"]],
  ["lists", ["1"]],
  ["buffer", []],
  ["floats", []],
  ["bytes", []],
])("a large thing (%s) is compared in chunks, and changed beyond what was captured", async (kind, steps) => {
  const rows = async (value: string) => vertexAt(await captureAt(words(kind, value), plan), "rows");
  const [passing, failing] = [await rows("1"), await rows("9")];
  expect(differingChunks(passing.cut, failing.cut)).toEqual([4]);
  expect(differingChunks(passing.cut, (await rows("1")).cut)).toEqual([]);
  const graph = await captureAt(words(kind, "9"), { ...plan, chunks: [chunkOfRow("rows")] });
  expect(hasRow(vertexAt(graph, "rows"), graph)).toBe(true);
  expect(vertexAt(graph, "rows", "4321", ...steps).value).toBe("9");
  const at = { root: { frame: 0, name: "rows" }, steps: ["4321", ...steps] };
  const changes = [{ at, to: { scalar: "99", type: "number" } }];
  expect((await drive(words(kind, "1"), { ...plan, changes })).output).toBe("dear\n");
});
