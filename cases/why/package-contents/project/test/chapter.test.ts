import { expect, test } from "vitest";
import { chaptersOf, parseChapter, readChapters } from "../src/chapter.ts";

test("a chapter has a head and a text", () => {
  const chapter = parseChapter("a", "---\ntitle: A\nsince: 1.0.0\n---\n\n# A\n");
  expect(chapter).toEqual({ name: "a", title: "A", order: 0, since: "1.0.0", text: "# A" });
});

test("chapters come in their order", () => {
  expect(readChapters("docs").map(({ name }) => name)).toEqual(["install", "use", "roadmap"]);
});

test("a version has the chapters written for it", () => {
  expect(chaptersOf("2.0.0", readChapters("docs")).map(({ name }) => name)).toEqual(["install", "use"]);
});
