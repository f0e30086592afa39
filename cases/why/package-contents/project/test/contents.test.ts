import { expect, test } from "vitest";
import { parseChapter, readChapters } from "../src/chapter.ts";
import { contents, headingsOf } from "../src/contents.ts";

test("the contents of the handbook", () => {
  expect(contents(readChapters("docs").slice(0, 1)).split("\n")).toEqual([
    "- [Install](install.html#install)",
    "  - [From a package](install.html#from-a-package)",
    "  - [From source](install.html#from-source)",
  ]);
});

test("a heading is its text, without emphasis", () => {
  const [heading] = headingsOf(parseChapter("a", "## Say *please*"));
  expect(heading?.text).toBe("Say please");
});

test("a text without headings has no contents", () => {
  expect(contents([parseChapter("a", "Only words.")])).toBe("");
});
