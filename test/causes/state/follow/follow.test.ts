import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Moment } from "../../../../runtimes/protocol/state.ts";
import { alignMoments } from "../../../../src/causes/state/capture/moments.ts";
import type { CommonMoment } from "../../../../src/causes/state/capture/place.ts";
import { followCause } from "../../../../src/causes/state/follow/follow.ts";
import { suspicionOf } from "../../../../src/causes/state/follow/rank.ts";
import { isCauseUnchanged } from "../../../../src/causes/state/follow/same-cause.ts";
import type { ProgramView } from "../../../../src/causes/state/follow/span-search.ts";
import { lastVisits, spreadOver } from "../../../../src/causes/state/follow/time-span.ts";
import type { PlaceFinding } from "../../../../src/causes/state/isolate/place-finding.ts";

/** A program as a tree of calls: a moment is a line, or a call with moments of its own. */
type Program = readonly (null | Program)[];

interface Told {
  readonly at: CommonMoment;
  readonly time: number;
}

/** All moments of a program in their order, and what each call does. */
function tell(program: Program) {
  const told: Told[] = [];
  const callsOf = new Map<CommonMoment, CommonMoment[]>();
  const walk = (call: Program): CommonMoment[] =>
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

function variable(name: string, value: number): PlaceFinding["cause"][number] {
  const at = { root: { global: "a.c", name }, steps: [] };
  return { key: name, name, at, old: `${value}`, new: `-${value}` };
}

/** The cause at each time: it changes at the given times; before the first it is in the input, after the last in the output. */
function viewOf(
  { told, callsOf }: ReturnType<typeof tell>,
  changes: readonly number[],
  hidden: (time: number) => boolean,
) {
  const times = new Map(told.map(({ at, time }) => [at, time]));
  const looked: number[] = [];
  const view: ProgramView = {
    isolate: async (at) => {
      const time = times.get(at)!;
      looked.push(time);
      if (hidden(time)) return { at, reason: "hidden" };
      const phase = changes.filter((each) => each <= time).length;
      const isOutside = phase === 0 || phase === changes.length;
      const cause = isOutside ? [] : [variable(`v${phase}`, phase)];
      // What was printed is still known.
      const differences = phase === 0 ? [] : [{ key: "printed" } as PlaceFinding["cause"][number], ...cause];
      return { at, stack: [], differences, context: [], cause, complete: true, truncated: false, milliseconds: 0 };
    },
    moments: async (call) => callsOf.get(call) ?? [],
    mayLook: () => true,
    tests: () => looked.length,
    suspicion: (span) => suspicionOf(span, { pass: "", fail: "" }),
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
        const { spans, cutShort } = await followCause(view, [{ ...ends, moments: story.main }]);
        expect(cutShort).toBe(false);
        const moved = spans.filter(({ before, after }) => !isCauseUnchanged(before, after));
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
    await followCause(view, [{ ...ends, moments: story.main }]);
    expect(looked.length).toBeLessThanOrEqual(3 * 10 + 12);
  });

  test("moments that tell nothing are passed by; where all of them do, the stretch is left as it is", async () => {
    const story = tell(Array.from({ length: 100 }, () => null));
    const { view, times } = viewOf(story, [20, 50, 80], (time) => time % 3 === 0);
    const { spans, skipped } = await followCause(view, [{ ...ends, moments: story.main }]);
    const moved = spans.filter(({ before, after }) => !isCauseUnchanged(before, after));
    expect(moved.map(({ after }) => times.get(after.at!))).toEqual([20, 50, 80]);
    expect(skipped.length).toBeGreaterThan(0);
    const dark = viewOf(story, [20, 50, 80], () => true);
    const nothing = await followCause(dark.view, [{ ...ends, moments: story.main }]);
    expect(nothing.spans).toMatchObject([{ closed: true }]);
    expect(dark.looked.length).toBeLessThanOrEqual(2 * 20);
  });

  test("where the main code only calls, what is called is gone into", async () => {
    const story = tell([...Array.from({ length: 30 }, () => null), [null, [null, null, null, null], null]]);
    const { view, looked, times } = viewOf(story, [33, 34, 36], () => false);
    const { spans } = await followCause(view, [{ ...ends, moments: story.main }]);
    const moved = spans.filter(({ before, after }) => !isCauseUnchanged(before, after));
    expect(moved.map(({ after }) => times.get(after.at!))).toEqual([33, 34, 36]);
    expect(looked.length).toBeLessThanOrEqual(2 * 5 + 10);
  });

  test("a call is gone into although nothing can be seen between it and what comes after it", async () => {
    const story = tell([null, [null, null, null], null, null, null, null]);
    // Of the main code only the first moments and the last are seen.
    const { view, times } = viewOf(story, [0, 3, 9], (time) => time >= 5 && time < 8);
    const { spans } = await followCause(view, [{ ...ends, moments: story.main }]);
    const moved = spans.filter(({ before, after }) => !isCauseUnchanged(before, after));
    expect(moved.map(({ after }) => (after.at ? times.get(after.at) : 9))).toEqual([0, 3, 9]);
  });

  test("what cannot be seen for a while is not taken for the end", async () => {
    const story = tell(Array.from({ length: 100 }, () => null));
    const { view, times } = viewOf(story, [10, 90], () => false);
    const inTheDark: ProgramView = {
      ...view,
      isolate: async (at, nearby) => {
        const seen = await view.isolate(at, nearby);
        const time = times.get(at)!;
        return time >= 55 && time < 70 && !("reason" in seen) ? { ...seen, cause: [] } : seen;
      },
    };
    const { spans } = await followCause(inTheDark, [{ ...ends, moments: story.main }]);
    const output = spans.find(({ before, after }) => after.end === "output" && before.end === undefined);
    expect(times.get(output!.after.at!)).toBe(90);
  });

  test("what waits while something else is at work is not taken for what has not begun", async () => {
    const story = tell(Array.from({ length: 100 }, () => null));
    const { view, times } = viewOf(story, [5, 90], () => false);
    const byTurns: ProgramView = {
      ...view,
      isolate: async (at, nearby) => {
        const seen = (await view.isolate(at, nearby)) as PlaceFinding;
        const isOther = times.get(at)! >= 21 && times.get(at)! < 49;
        const stack = [{ function: isOther ? "tick" : "work", file: "a.js", line: 1 }];
        return isOther ? { ...seen, stack, differences: [], cause: [] } : { ...seen, stack };
      },
    };
    const { spans } = await followCause(byTurns, [{ ...ends, moments: story.main }]);
    const input = spans.find(({ before, after }) => before.end === "input" && after.end === undefined);
    expect(times.get(input!.after.at!)).toBe(5);
  });

  test("what is only handed on takes no more tests than all else, and comes last", async () => {
    const story = tell(Array.from({ length: 400 }, () => null));
    // In another variable at each moment, with the same values but for one change.
    const { view, looked, times } = viewOf(story, [0, 200, 400], () => false);
    const fromHandToHand: ProgramView = {
      ...view,
      isolate: async (at, nearby) => {
        const seen = (await view.isolate(at, nearby)) as PlaceFinding;
        return {
          ...seen,
          cause: seen.cause.map((each) => ({ ...each, key: `${each.key} ${times.get(at)}`, name: `${times.get(at)}` })),
        };
      },
    };
    const { spans, cutShort } = await followCause(fromHandToHand, [{ ...ends, moments: story.main }]);
    const after = spans.map((each) => (each.after.at ? times.get(each.after.at) : 400));
    expect(after).toContain(199);
    expect(after).toContain(200);
    expect(cutShort).toBe(false);
    expect(looked.length).toBeLessThanOrEqual(2 * 30);
  });

  const inOneVariable = (view: ProgramView): ProgramView => ({
    ...view,
    isolate: async (at, nearby) => {
      const seen = (await view.isolate(at, nearby)) as PlaceFinding;
      return {
        ...seen,
        cause: seen.cause.map((each) => ({ ...each, key: "v", name: "v", old: "none", new: each.old })),
      };
    },
  });

  test("where one variable gets another value is found like where it moves to another", async () => {
    const story = tell(Array.from({ length: 400 }, () => null));
    const { view, looked, times } = viewOf(story, [0, 77, 310, 400], () => false);
    const { spans } = await followCause(inOneVariable(view), [{ ...ends, moments: story.main }]);
    const moved = spans.filter(({ before, after }) => !isCauseUnchanged(before, after));
    expect(moved.map(({ after }) => (after.at ? times.get(after.at) : 400))).toEqual([0, 77, 310, 400]);
    expect(looked.length).toBeLessThanOrEqual(4 * 9 + 10);
  });

  test("a variable that changes all the time is looked at last, and for no more tests than all else", async () => {
    const story = tell(Array.from({ length: 400 }, () => null));
    const always = Array.from({ length: 400 }, (_, i) => i);
    const { view, looked, times } = viewOf(story, always, () => false);
    // Half way it comes to be in another one.
    const inTwo: ProgramView = {
      ...view,
      isolate: async (at, nearby) => {
        const seen = (await inOneVariable(view).isolate(at, nearby)) as PlaceFinding;
        return times.get(at)! < 170 ? seen : { ...seen, cause: seen.cause.map((each) => ({ ...each, key: "w" })) };
      },
    };
    const { spans } = await followCause(inTwo, [{ ...ends, moments: story.main }]);
    expect(spans.find(({ after }) => times.get(after.at!) === 170)?.moments).toEqual([]);
    expect(looked.length).toBeLessThanOrEqual(2 * 30);
  });

  test("a call in which the cause moves all the time keeps no other waiting", async () => {
    const lines = (count: number): Program => Array.from({ length: count }, () => null);
    const story = tell([null, lines(30), null, lines(300), null, null]);
    const [inFirst, inSecond] = [20, 34];
    const busy = Array.from({ length: 290 }, (_, i) => inSecond + i);
    const { view, looked, times } = viewOf(story, [0, inFirst, ...busy, 1000], () => false);
    const limited: ProgramView = { ...view, mayLook: () => looked.length < 40 };
    const { spans } = await followCause(limited, [{ ...ends, moments: story.main }]);
    const found = spans.find(({ after }) => after.at && times.get(after.at) === inFirst);
    expect(times.get(found!.before.at!)).toBe(inFirst - 1);
  });

  test("where the cause is many values all the time is looked into last, and not for long", async () => {
    const story = tell(Array.from({ length: 400 }, () => null));
    const { view, looked, times } = viewOf(
      story,
      [0, 100, ...Array.from({ length: 290 }, (_, i) => 110 + i), 1000],
      () => false,
    );
    const many: ProgramView = {
      ...view,
      isolate: async (at, nearby) => {
        const seen = (await view.isolate(at, nearby)) as PlaceFinding;
        const more = [1, 2, 3].map((n) => ({ ...seen.cause[0]!, key: `${n}`, name: `${n}` }));
        return times.get(at)! < 110 ? seen : { ...seen, cause: [...seen.cause, ...more] };
      },
    };
    const { spans } = await followCause(many, [{ ...ends, moments: story.main }]);
    const after = spans.map((each) => (each.after.at ? times.get(each.after.at) : 400));
    expect(after).toContain(100);
    expect(after).toContain(110);
    expect(looked.length).toBeLessThanOrEqual(2 * 30);
  });
});

test("moments are spread wide, each taken once", () => {
  const all = Array.from({ length: 16 }, (_, i) => i);
  expect([...spreadOver(all, 3)]).toEqual([8, 1, 11]);
  expect([...spreadOver(all, 100)].sort((a, b) => a - b)).toEqual(all);
  expect([...spreadOver([], 5)]).toEqual([]);
});

test("what shows at one line of the last round only is found", async () => {
  const round = (hit: number) => Array.from({ length: 10 }, (_, i) => ({ file: "a.c", line: i, hit }));
  const places = Array.from({ length: 30 }, (_, i) => round(i + 1)).flat();
  const moments: CommonMoment[] = places.map((place) => ({ passing: place, failing: place }));
  expect(lastVisits(moments, 3)).toEqual(moments.slice(-3).reverse());
  // From the line before the last three on, in the last round, the cause is where it can be seen.
  const seen = places.length - 4;
  const { told, callsOf } = { told: moments.map((at, time) => ({ at, time })), callsOf: new Map() };
  const { view, looked } = viewOf({ main: moments, told, callsOf }, [0, seen, seen + 1, 1000], () => false);
  const start = { at: moments[0]!, found: await found(view, moments[0]!) };
  const end = { at: moments.at(-1)!, found: await found(view, moments.at(-1)!) };
  const hiding: ProgramView = {
    ...view,
    isolate: async (at, nearby) => {
      const found = await view.isolate(at, nearby);
      return moments.indexOf(at) === seen || "reason" in found ? found : { ...found, cause: [] };
    },
  };
  const { spans } = await followCause(hiding, [{ before: start, after: end, moments: moments.slice(1, -1) }]);
  expect(spans.map(({ after }) => moments.indexOf(after.at!))).toContain(seen);
  expect(looked.length).toBeLessThan(50);
});

async function found(view: ProgramView, at: CommonMoment): Promise<PlaceFinding> {
  return (await view.isolate(at, [])) as PlaceFinding;
}

test("the moments of two calls that go round a different number of times", () => {
  const line = (number: number, hit: number): Moment => ({ file: "a.c", line: number, hit });
  const passing = [line(1, 1), line(2, 4), line(3, 4), line(2, 5), line(3, 5), line(2, 6), line(4, 1)];
  const failing = [line(1, 1), line(2, 1), line(3, 1), line(2, 2), line(4, 1)];
  const both = alignMoments(passing, failing);
  expect(both).toHaveLength(5);
  expect(both.map(({ passing: { line: number } }) => number)).toEqual([1, 2, 3, 2, 4]);
  expect(both.at(-1)).toEqual({ passing: line(4, 1), failing: line(4, 1) });
});

test("what only one of two calls calls is told with the moment before it", () => {
  const line = (number: number, hit: number): Moment => ({ file: "a.c", line: number, hit });
  const entry = (name: string): Moment => ({ function: name, hit: 1 });
  const both = alignMoments(
    [line(1, 1), line(2, 1), line(4, 1)],
    [line(1, 1), line(2, 1), entry("f"), line(3, 1), entry("g"), line(4, 1)],
  );
  expect(both.map(({ only }) => only)).toEqual([undefined, { passing: [], failing: ["f", "g"] }, undefined]);
});

test("each round of a loop is that of the other run, whatever lies before and behind it", () => {
  const loop = fc.record({
    before: fc.nat(3),
    rounds: fc.integer({ min: 1, max: 6 }),
    behind: fc.integer({ min: 1, max: 3 }),
  });
  const told = (loops: readonly { before: number; rounds: number; behind: number }[]): Moment[] =>
    loops.flatMap(({ before, rounds, behind }, number) => {
      const line = (i: number, hit: number) => ({ file: "a.c", line: 100 * number + i, hit });
      const round = (n: number) => [line(10, n + 1), line(11, n + 1)];
      return [
        ...Array.from({ length: before }, (_, i) => line(i, 1)),
        ...Array.from({ length: rounds }, (_, n) => round(n)).flat(),
        ...Array.from({ length: behind }, (_, i) => line(20 + i, 1)),
      ];
    });
  const property = fc.property(fc.array(fc.tuple(loop, fc.integer({ min: 1, max: 6 })), { maxLength: 4 }), (loops) => {
    const passing = told(loops.map(([each]) => each));
    const failing = told(loops.map(([each, rounds]) => ({ ...each, rounds })));
    for (const both of alignMoments(passing, failing)) expect(both.passing).toEqual(both.failing);
  });
  fc.assert(property);
});
