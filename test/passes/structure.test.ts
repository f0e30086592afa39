import { describe, expect, test } from "vitest";
import { reduce } from "../../src/causes/values/reduce.ts";

describe("what is nested deeply", () => {
  const nested = (depth: number, inside: string) => "[".repeat(depth) + inside + "]".repeat(depth);

  test.each([
    ["needed outside of it", `[1,${nested(300, "2")}]`, "1", 1],
    ["needed inside of it", nested(300, "[2,1]"), "1", 1],
    ["needed in the middle of it", nested(150, `1,${nested(150, "2")}`), "1", 1],
  ])("%s: it goes by halves", async (_, text, needed, size) => {
    const { failing, tests, minimal } = await reduce(text, (candidate) => candidate.includes(needed), {
      language: "json",
    });
    expect(failing).toHaveLength(size);
    expect(minimal).toBe(true);
    expect(tests).toBeLessThan(120);
  });
});
