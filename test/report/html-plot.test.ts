import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { StepRow } from "../../src/core/finding.ts";
import { evenly } from "../../src/report/html/evenly.ts";
import { logScale } from "../../src/report/html/log-scale.ts";
import { stageLabels } from "../../src/report/html/stage-labels.ts";
import { stageSteps } from "../../src/report/html/stage-steps.ts";
import { stepLine } from "../../src/report/html/step-line.ts";

const span = { top: 0, one: 300, zero: 330 };

describe("the logarithmic axis", () => {
  test("has the largest size at the top, one at its place, zero below, and equal ratios equally far apart", () => {
    const { at } = logScale(1e6, span);
    expect([0, 1, 1e6].map(at)).toEqual([330, 300, 0]);
    expect(at(10) - at(100)).toBeCloseTo(50);
    expect(at(1e4) - at(1e5)).toBeCloseTo(50);
  });

  test("falls from zero to 2^53 whatever the largest size is", () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.maxSafeNat(), fc.maxSafeNat(), (largest, a, b) => {
        const { at } = logScale(Math.max(largest, a, b), span);
        expect(at(Math.min(a, b))).toBeGreaterThanOrEqual(at(Math.max(a, b)));
        expect(at(a)).toBeGreaterThanOrEqual(-1e-9);
        expect(at(a)).toBeLessThanOrEqual(330);
      }),
    );
  });

  test.each([
    [0, [1]],
    [1, [1]],
    [40, [1, 2, 4, 8, 16, 32]],
    [1000, [1, 10, 100, 1000]],
    [3842577240, [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]],
    [2 ** 53, [1, 1e2, 1e4, 1e6, 1e8, 1e10, 1e12, 1e14]],
  ])("up to %d it is marked at powers of two or ten", (largest, ticks) => {
    expect(logScale(largest, span).ticks).toEqual(ticks);
  });
});

describe("a step line", () => {
  test("holds a value until it changes", () => {
    const points = [0, 1, 2, 3, 4].map((x) => ({ x: 10 * x, y: x < 2 ? 5 : 7.04 }));
    expect(stepLine(points)).toBe("M0 5H20V7H40");
  });

  test("passes through every point, to a tenth of a unit", () => {
    const heights = fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 1 });
    fc.assert(
      fc.property(heights, (ys) => {
        const at = heightsOf(stepLine(ys.map((y, x) => ({ x, y }))));
        for (const [x, y] of ys.entries()) expect(at(x)).toBe(y);
      }),
    );
  });
});

/** Reads a path of M, H and V: the height it has when it leaves x. */
function heightsOf(path: string): (x: number) => number {
  const [x, y] = /^M(\S+) ([\d.]+)/.exec(path)!.slice(1).map(Number);
  const corners = [{ x: x!, y: y! }];
  for (const [, x, y] of path.matchAll(/H([\d.]+)V([\d.]+)/g)) corners.push({ x: Number(x), y: Number(y) });
  return (x) => corners.findLast((corner) => corner.x <= x)!.y;
}

test("evenly keeps the first, the last and no more than the limit, in order", () => {
  fc.assert(
    fc.property(fc.nat(5000), fc.integer({ min: 2, max: 100 }), (length, limit) => {
      const some = evenly([...Array(length).keys()], limit);
      expect(some.length).toBe(Math.min(length, limit));
      expect(some).toEqual([...new Set(some)].sort((a, b) => a - b));
      if (length > 0) expect([some[0], some.at(-1)]).toEqual([0, length - 1]);
    }),
  );
});

describe("the names of the stages", () => {
  const stage = fc.record({ name: fc.string({ maxLength: 30 }), x: fc.nat(590) });
  const inOrder = fc.array(stage, { maxLength: 12 }).map((stages) => stages.sort((a, b) => a.x - b.x));

  test("neither overlap one another nor another stage's line", () => {
    fc.assert(
      fc.property(inOrder, (stages) => {
        const placed = stageLabels(stages, 600).filter(({ lane }) => lane !== undefined);
        const boxes = placed.map(({ name, x, lane, left }) => {
          const width = 10 * (name.length + 1);
          return { lane: lane!, from: left ? x - width : x, to: left ? x : x + width, x };
        });
        for (const a of boxes)
          for (const b of boxes) {
            if (a === b) continue;
            if (a.lane === b.lane) expect(a.to <= b.from || b.to <= a.from).toBe(true);
            if (b.lane < a.lane) expect(b.x <= a.from || b.x >= a.to).toBe(true);
          }
      }),
    );
  });

  test("stay inside the plot and are given where there is room", () => {
    const labels = stageLabels(
      [
        { name: "lines", x: 50 },
        { name: "tokens", x: 60 },
        { name: "characters", x: 590 },
      ],
      600,
    );
    expect(labels.map(({ lane, left }) => ({ lane, left }))).toEqual([
      { lane: 0, left: false },
      { lane: 1, left: false },
      { lane: 0, left: true },
    ]);
  });
});

test("stretches begin with the sizes of their stages, also where a stage comes again, and the last with the finding's", () => {
  const row = (step: number, stage: string): StepRow => ({
    step,
    stage,
    set: "",
    size: 1,
    outcome: "fail",
    failing: 1,
  });
  const summary = (name: string, total: number) => ({ name, search: "", deltas: { total, cause: 1 }, needed: 1 });
  const steps = ["lines", "lines", "bytes", "lines", "even", "odd"].map((stage, i) => row(i + 1, stage));
  const stages = [summary("lines", 90), summary("none", 5), summary("bytes", 30), summary("lines", 20)];
  const found = stageSteps({ steps, finding: { stages, deltas: { total: 7, cause: 1 } } } as unknown as Parameters<
    typeof stageSteps
  >[0]);
  expect(found.map(({ stage, total, steps }) => [stage, total, steps.length])).toEqual([
    ["lines", 90, 2],
    ["bytes", 30, 1],
    ["lines", 20, 1],
    ["even", 1, 1],
    ["odd", 7, 1],
  ]);
});
