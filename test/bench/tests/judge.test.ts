import { expect, test } from "vitest";
import { judgeLeak, judgeNames } from "../../../bench/tests/judge.ts";
import { linearStarts, orderUpTo } from "../../../bench/tests/order.ts";

const victim = { test: "v", order: "suite", polluters: ["a", ["b", "c"]], leak: ["x.y", "t.py:3"] } as const;

test("an answer is right if it is one of the known sets, and nothing more or less", () => {
  expect(judgeNames(victim, ["a"])).toBe("right");
  expect(judgeNames(victim, ["c", "b"])).toBe("right");
  expect(judgeNames(victim, ["b"])).toBe("wrong");
  expect(judgeNames(victim, ["a", "d"])).toBe("wrong");
  expect(judgeNames(victim, undefined)).toBe("none");
});

test("what leaks is right by its name, or by the line that left it", () => {
  const leak = { name: "z", kind: "memory" } as const;
  expect(judgeLeak(victim, [{ ...leak, name: "x.y" }])).toBe("right");
  expect(judgeLeak(victim, [{ ...leak, since: { file: "t.py", line: 3 } }])).toBe("right");
  expect(judgeLeak(victim, [{ ...leak, since: { file: "t.py", line: 4 } }])).toBe("wrong");
  expect(judgeLeak(victim, undefined)).toBe("none");
  expect(judgeLeak({ test: "v", order: "suite" }, [leak])).toBe("not judged");
});

test("an order ends with the failing test", () => {
  const tests = ["a", "v", "b", "c"];
  expect(orderUpTo("v", tests, "suite")).toEqual(["a", "v"]);
  expect(orderUpTo("v", tests, "reversed")).toEqual(["c", "b", "v"]);
  expect(orderUpTo("v", tests, { behind: "b" })).toEqual(["a", "b", "v"]);
  const shuffled = orderUpTo("v", tests, { seed: 3 });
  expect(shuffled.at(-1)).toBe("v");
  expect(orderUpTo("v", tests, { seed: 3 })).toEqual(shuffled);
});

test("a linear scan runs the order, the test alone, and after each test until one is found", () => {
  expect(linearStarts(["a", "b", "c"], new Set(["b", "c"]))).toBe(4);
  expect(linearStarts(["a", "b"], new Set(["c"]))).toBeUndefined();
});
