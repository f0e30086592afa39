import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { follow, type View } from "../../../src/causes/state/follow.ts";
import type { Isolated } from "../../../src/causes/state/isolate.ts";
import { aligned } from "../../../src/causes/state/moments.ts";
import type { Both } from "../../../src/causes/state/place.ts";
import type { Moment } from "../../../src/causes/state/protocol.ts";
import { isSame, spreadOver } from "../../../src/causes/state/timeline.ts";

/** A program as a tree of calls: a moment is a line, or a call with moments of its own. */
type Program = readonly (null | Program)[];

interface Told {
  readonly at: Both;
  readonly time: number;
}

/** All moments of a program in their order, and what each call does. */
function tell(program: Program) {
  const told: Told[] = [];
  const callsOf = new Map<Both, Both[]>();
  const walk = (call: Program): Both[] =>
    call.map((each) => {
      const time = told.length;
      const place = each === null ? { file: "a.c", line: time, hit: 1 } : { function: `f${time}`, hit: 1 };
      const at = { passing: place, failing: place };
      told.push({ at, time });
      if (each !== null) callsOf.set(at, walk(each));
      return at;
    });
  return { main: walk(program), told, callsOf };
}

/** The cause at each time: it changes at the given times; before the first it is in the input, after the last in the output. */
function viewOf(
  { told, callsOf }: ReturnType<typeof tell>,
  changes: readonly number[],
  hidden: (time: number) => boolean,
) {
  const times = new Map(told.map(({ at, time }) => [at, time]));
  const looked: number[] = [];
  const view: View = {
    isolate: async (at) => {
      const time = times.get(at)!;
      looked.push(time);
      if (hidden(time)) return { at, reason: "hidden" };
      const phase = changes.filter((each) => each <= time).length;
      const isOutside = phase === 0 || phase === changes.length;
      const cause = isOutside
        ? []
        : [{ key: `v${phase}`, old: `${phase}`, new: `-${phase}` } as Isolated["cause"][number]];
      // What was printed is still known.
      const differences = phase === 0 ? [] : [{ key: "printed" } as Isolated["cause"][number], ...cause];
      return { at, stack: [], differences, context: [], cause, complete: true, truncated: false };
    },
    moments: async (call) => callsOf.get(call) ?? [],
    mayLook: () => true,
  };
  return { view, looked, times };
}

const programs = fc.letrec<{ program: Program }>((tie) => ({
  program: fc.array(fc.oneof({ maxDepth: 3 }, fc.constant(null), tie("program")), { minLength: 1, maxLength: 8 }),
})).program;

const ends = { before: { end: "input" }, after: { end: "output" } } as const;

describe("following a cause", () => {
  test("every change of the cause is found, at neighbouring moments, whatever the calls are", () =>
    fc.assert(
      fc.asyncProperty(programs, fc.array(fc.nat(60), { minLength: 2, maxLength: 5 }), async (program, wanted) => {
        const story = tell(program);
        const last = story.told.length;
        const changes = [...new Set(wanted.map((each) => each % (last + 1)))].sort((a, b) => a - b);
        const inside = story.told.filter(({ time }) => changes[0]! <= time && time < changes.at(-1)!);
        // The main code comes to one of them: it is looked at first.
        fc.pre(changes.length >= 2 && story.main.some((at) => inside.some((each) => each.at === at)));
        const { view, times } = viewOf(story, changes, () => false);
        const { stretches, cutShort } = await follow(view, [{ ...ends, moments: story.main }]);
        expect(cutShort).toBe(false);
        const moved = stretches.filter(({ before, after }) => !isSame(before, after));
        const at = moved.map(({ before, after }) => [
          before.at ? times.get(before.at)! : -1,
          after.at ? times.get(after.at)! : last,
        ]);
        // Each lies between two moments of which no other is known, and together they are all the changes.
        expect(at.map(([, after]) => after)).toEqual(changes);
        expect(at.every(([before, after]) => before! < after!)).toBe(true);
        expect(at.every(([before, after]) => before === after! - 1)).toBe(true);
      }),
    ));

  test("a single change among many lines takes about as many looks as halving does", async () => {
    const story = tell(Array.from({ length: 1000 }, () => null));
    const { view, looked } = viewOf(story, [300, 700, 1001], () => false);
    await follow(view, [{ ...ends, moments: story.main }]);
    expect(looked.length).toBeLessThanOrEqual(3 * 10 + 12);
  });

  test("moments that tell nothing are passed by; where all of them do, the stretch is left as it is", async () => {
    const story = tell(Array.from({ length: 100 }, () => null));
    const { view, times } = viewOf(story, [20, 50, 80], (time) => time % 3 === 0);
    const { stretches, left } = await follow(view, [{ ...ends, moments: story.main }]);
    const moved = stretches.filter(({ before, after }) => !isSame(before, after));
    expect(moved.map(({ after }) => times.get(after.at!))).toEqual([20, 50, 80]);
    expect(left.length).toBeGreaterThan(0);
    const dark = viewOf(story, [20, 50, 80], () => true);
    const nothing = await follow(dark.view, [{ ...ends, moments: story.main }]);
    expect(nothing.stretches).toMatchObject([{ closed: true }]);
    expect(dark.looked.length).toBeLessThanOrEqual(2 * 20);
  });

  test("where the main code only calls, what is called is gone into", async () => {
    const story = tell([...Array.from({ length: 30 }, () => null), [null, [null, null, null, null], null]]);
    const { view, looked, times } = viewOf(story, [33, 34, 36], () => false);
    const { stretches } = await follow(view, [{ ...ends, moments: story.main }]);
    const moved = stretches.filter(({ before, after }) => !isSame(before, after));
    expect(moved.map(({ after }) => times.get(after.at!))).toEqual([33, 34, 36]);
    expect(looked.length).toBeLessThanOrEqual(2 * 5 + 10);
  });

  test("a call is gone into although nothing can be seen between it and what comes after it", async () => {
    const story = tell([null, [null, null, null], null, null, null, null]);
    // Of the main code only the first moments and the last are seen.
    const { view, times } = viewOf(story, [0, 3, 9], (time) => time >= 5 && time < 8);
    const { stretches } = await follow(view, [{ ...ends, moments: story.main }]);
    const moved = stretches.filter(({ before, after }) => !isSame(before, after));
    expect(moved.map(({ after }) => (after.at ? times.get(after.at) : 9))).toEqual([0, 3, 9]);
  });

  test("what cannot be seen for a while is not taken for the end", async () => {
    const story = tell(Array.from({ length: 100 }, () => null));
    const { view, times } = viewOf(story, [10, 90], () => false);
    const inTheDark: View = {
      ...view,
      isolate: async (at, nearby) => {
        const seen = await view.isolate(at, nearby);
        const time = times.get(at)!;
        return time >= 55 && time < 70 && !("reason" in seen) ? { ...seen, cause: [] } : seen;
      },
    };
    const { stretches } = await follow(inTheDark, [{ ...ends, moments: story.main }]);
    const output = stretches.find(({ before, after }) => after.end === "output" && before.end === undefined);
    expect(times.get(output!.after.at!)).toBe(90);
  });
});

test("moments are spread wide, each taken once", () => {
  const all = Array.from({ length: 16 }, (_, i) => i);
  expect([...spreadOver(all, 3)]).toEqual([8, 1, 11]);
  expect([...spreadOver(all, 100)].sort((a, b) => a - b)).toEqual(all);
  expect([...spreadOver([], 5)]).toEqual([]);
});

test("the moments of two calls that go round a different number of times", () => {
  const line = (number: number, hit: number): Moment => ({ file: "a.c", line: number, hit });
  const passing = [line(1, 1), line(2, 4), line(3, 4), line(2, 5), line(3, 5), line(2, 6), line(4, 1)];
  const failing = [line(1, 1), line(2, 1), line(3, 1), line(2, 2), line(4, 1)];
  const both = aligned(passing, failing);
  expect(both).toHaveLength(5);
  expect(both.map(({ passing: { line: number } }) => number)).toEqual([1, 2, 3, 2, 4]);
  expect(both.at(-1)).toEqual({ passing: line(4, 1), failing: line(4, 1) });
});
