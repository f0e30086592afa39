import { expect, test } from "vitest";
import type { MemoryGraph } from "../../../../runtimes/protocol/state.ts";
import { sharedFrames } from "../../../../src/causes/state/capture/shared-frames.ts";

const graph = (calls: string): MemoryGraph => ({
  stack: calls.split(" < ").map((name) => ({ function: name, file: "/x.py", line: 1 })),
  roots: [
    ...calls.split(" < ").map((name, frame) => ({ frame, name: `in_${name}`, vertex: 0 })),
    { global: "/x.py", name: "rates", vertex: 0 },
  ],
  vertices: [{ type: "int", value: "1" }],
  truncated: false,
});

const shared = (passing: string, failing: string) => {
  const both = sharedFrames(graph(passing), graph(failing));
  return both && [both.passing, both.failing].map(({ stack, roots }) => [stack.length, roots.map(({ name }) => name)]);
};

test("the same calls are shared as a whole", () => {
  const whole = [2, ["in_total", "in_main", "rates"]];
  expect(shared("total < main", "total < main")).toEqual([whole, whole]);
});

test("of two tests, what they both call is shared", () => {
  const part = [2, ["in_total", "in_order", "rates"]];
  expect(shared("total < order < test_a", "total < order < test_b")).toEqual([part, part]);
  expect(shared("total < order < test_a", "total < order < helper < test_b")).toEqual([part, part]);
});

test("different calls of one function are not comparable, nor are different functions", () => {
  expect(shared("total < order < main", "total < main")).toBeUndefined();
  expect(shared("a < test_a", "b < test_b")).toBeUndefined();
});
