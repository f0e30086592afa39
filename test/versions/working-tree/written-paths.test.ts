import { expect, test } from "vitest";
import { isWrittenBy } from "../../../src/versions/working-tree/written-paths.ts";

test("what a run writes is its patch, those beside it, what it was writing when it was killed, and its folder", () => {
  const isWritten = isWrittenBy({ output: "/repo/out/x.patch", folder: "/repo/out/carried" }, "/repo");
  const written = ["x.patch", "x.fix.patch", "x.patch.123.partial", "carried/0001-a.patch", "carried.9.partial/a"];
  expect(written.map((name) => `out/${name}`).filter((path) => !isWritten(path))).toEqual([]);
  const others = ["x.patch", "out/x.js", "out/xy.patch", "out/y.patch", "out/carriedx", "src/out/x.patch"];
  expect(others.filter(isWritten)).toEqual([]);
});

test("without --output, it writes nothing there", () => {
  expect(isWrittenBy({}, "/repo")("x.patch")).toBe(false);
});
