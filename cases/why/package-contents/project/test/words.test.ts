import { expect, test } from "vitest";
import { parseChapter } from "../src/chapter.ts";
import { report } from "../src/report.ts";
import { searchData } from "../src/words.ts";

test("words are found in the chapters that have them", () => {
  const chapters = [parseChapter("a", "# Boats\n\n*white* boats"), parseChapter("b", "white `sails`")];
  expect(searchData(chapters)).toEqual({ boats: ["a"], white: ["a", "b"], sails: ["b"] });
});

test("the report has a line for each chapter", () => {
  expect(report([parseChapter("a", "x"), parseChapter("b", "y")]).split("\n")).toHaveLength(2);
});
