import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readSources } from "../../../../src/causes/state/conclude/sources.ts";
import { excerptAt } from "../../../../src/causes/state/story/excerpt.ts";
import { temporaryFolder } from "../../../temporary-folder.ts";

const folder = temporaryFolder("excerpt");
writeFileSync(join(folder, "a.c"), "one\r\ntwo\nthree\nfour\n");

const sources = readSources(
  ["a.c", "b.c"].map((file) => ({ stack: [{ function: "f", file, line: 1 }] })),
  folder,
);

test("an excerpt is the line with those around it, as far as there are any", () => {
  expect(excerptAt(sources, "a.c", 4)).toEqual([
    { line: 2, text: "two", marked: false },
    { line: 3, text: "three", marked: false },
    { line: 4, text: "four", marked: true },
  ]);
  expect(excerptAt(sources, "a.c", 1)![0]).toEqual({ line: 1, text: "one", marked: true });
});

test("there is none of a line or a file that is not there", () => {
  expect(excerptAt(sources, "a.c", 5)).toBeUndefined();
  expect(excerptAt(sources, "b.c", 1)).toBeUndefined();
});
