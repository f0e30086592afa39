import { expect, test } from "vitest";
import { limitLines, withoutMiddle } from "../../src/mcp/tool-result.ts";

const lines = (count: number) => Array.from({ length: count }, (_, i) => `${i + 1}`);

test("of what a test printed, the first and the last lines are shown", () => {
  const shown = withoutMiddle(lines(100).join("\n"), 30).split("\n");
  expect(shown).toEqual([...lines(5), "… 71 lines left out …", ...lines(100).slice(-24)]);
  expect(shown).toHaveLength(30);
});

test("what fits is shown as it is", () => {
  expect(withoutMiddle(lines(30).join("\n"), 30)).toBe(lines(30).join("\n"));
  expect(limitLines(lines(30).join("\n"), 30)).toBe(lines(30).join("\n"));
});

test("of a list, the first lines are shown, and how many more there are", () => {
  expect(limitLines(lines(4).join("\n"), 2)).toBe("1\n2\n… 2 more lines");
});
