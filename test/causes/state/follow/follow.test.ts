import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CommonMoment } from "../../../../src/causes/state/capture/place.ts";
import { followCause } from "../../../../src/causes/state/follow/follow.ts";
import { suspicionOf } from "../../../../src/causes/state/follow/rank.ts";
import { isCauseUnchanged } from "../../../../src/causes/state/follow/same-cause.ts";
import type { ProgramView } from "../../../../src/causes/state/follow/span-search.ts";
import { lastVisits, spreadOver } from "../../../../src/causes/state/follow/time-span.ts";
import type { PlaceFinding } from "../../../../src/causes/state/isolate/place-finding.ts";

/** A program as a tree of calls: a moment is a line, or a call with moments of its own. */
type Program = readonly (null | Program)[];

interface TimedMoment {
  readonly at: CommonMoment;
  readonly time: number;
}

/** All moments of a program in the order of time, and those of each call. */
function unroll(program: Program) {
  const timed: TimedMoment[] = [];
  const callsOf = new Map<CommonMoment, CommonMoment[]>();
  const walk = (call: Program): CommonMoment[] =>
    call.map((each) => {
      const time = timed.length;
      const place = each === null ? { file: "a.c", line: time, hit: 1 } : { function: `f${time}`, hit: 1 };
      const at = { passing: place, failing: place };
      timed.push({ at, time });
      if (each !== null) callsOf.set(at, walk(each));
      return at;
    });
  return { main: walk(program), timed, callsOf };
}

function variable(name: string, value: number): PlaceFinding["cause"][number] {
  const at = { root: { global: "a.c", name }, steps: [] };
  return { key: name, name, at, old: `${value}`, new: `-${value}` };
}

/** The cause at each time: it changes at the given times; before the first it is in the input, after the last in the output. */
function viewOf(
  { timed, callsOf }: ReturnType<typeof unroll>,
  changes: readonly number[],
  hidden: (time: number) => boolean,
) {
  const times = new Map(timed.map(({ at, time }) => [at, time]));
  const looked: number[] = [];
  const view: ProgramView = {
    isolate: async (at) => {
      const time = times.get(at)!;
      looked.push(time);
      if (hidden(time)) return { at, reason: "hidden" };
      const phase = changes.filter((each) => each <= time).length;
      const isOutside = phase === 0 || phase === changes.length;
      const cause = isOutside ? [] : [variable(`v${phase}`, phase)];
      // What was printed still differs.
      const differences = phase === 0 ? [] : [{ key: "printed" } as PlaceFinding["cause"][number], ...cause];
      return { at, stack: [], differences, context: [], cause, complete: true, milliseconds: 0 };
    },
    moments: async (call) => callsOf.get(call) ?? [],
    mayLook: () => true,
    maxInVain: Number.POSITIVE_INFINITY,
    tests: () => looked.length,
    suspicion: (span) => suspicionOf(span, { pass: "", fail: "" }),
  };
  return { view, looked, times };
}

const programs = fc.letrec<{ program: Program }>((tie) => ({
  program: fc.array(fc.oneof({ maxDepth: 3 }, fc.constant(null), tie("program")), { minLength: 1, maxLength: 8 }),
})).program;

const ends = { before: { end: "input" }, after: { end: "output" } } as const;

test("what happens before a test begins is looked at last", async () => {
  // The test is at the top level, and calls the program.
  const run = unroll([null, null, null, null, null, [null, null, null, null]]);
  const lookedAt = async (isInTest: (at: CommonMoment) => boolean) => {
    const { view, looked } = viewOf(run, [2, 7, 10], () => false);
    await followCause({ ...view, isInTest: ({ at }) => isInTest(at) }, [{ ...ends, moments: run.main }]);
    return looked;
  };
  expect(await lookedAt(() => false)).toEqual([3, 5, 1, 2, 8, 7, 6, 9]);
  expect(await lookedAt((at) => run.main.includes(at))).toEqual([3, 5, 8, 7, 6, 9, 1, 2]);
});

describe("following a cause", () => {
  test("every change of the cause is found, at neighbouring moments, whatever the calls are", () =>
    fc.assert(
      fc.asyncProperty(programs, fc.array(fc.nat(60), { minLength: 2, maxLength: 5 }), async (program, wanted) => {
        const run = unroll(program);
        const last = run.timed.length;
        const changes = [...new Set(wanted.map((each) => each % (last + 1)))].sort((a, b) => a - b);
        const inside = run.timed.filter(({ time }) => changes[0]! <= time && time < changes.at(-1)!);
        // The main code reaches one of them: it is searched first.
        fc.pre(changes.length >= 2 && run.main.some((at) => inside.some((each) => each.at === at)));
        const { view, times } = viewOf(run, changes, () => false);
        const { spans, cutShort } = await followCause(view, [{ ...ends, moments: run.main }]);
        expect(cutShort).toBe(false);
        const moved = spans.filter(({ before, after }) => !isCauseUnchanged(before, after));
        const at = moved.map(({ before, after }) => [
          before.at ? times.get(before.at)! : -1,
          after.at ? times.get(after.at)! : last,
        ]);
        // Each lies between neighbouring moments, and together they are all the changes.
        expect(at.map(([, after]) => after)).toEqual(changes);
        expect(at.every(([before, after]) => before! < after!)).toBe(true);
        expect(at.every(([before, after]) => before === after! - 1)).toBe(true);
      }),
    ));

  test("a single change among many lines takes about as many looks as halving does", async () => {
    const run = unroll(Array.from({ length: 1000 }, () => null));
    const { view, looked } = viewOf(run, [300, 700, 1001], () => false);
    await followCause(view, [{ ...ends, moments: run.main }]);
    expect(looked.length).toBeLessThanOrEqual(3 * 10 + 12);
  });

  test("a search in which no value ever makes the passing run fail ends after a few places, far apart", async () => {
    const run = unroll(Array.from({ length: 1000 }, () => null));
    // The cause is in the output from the start: what differs does not matter.
    const { view, looked } = viewOf(run, [0], () => false);
    const start = [{ ...ends, moments: run.main }];
    const { spans, withoutCause } = await followCause({ ...view, maxInVain: 10 }, start);
    expect(spans).toMatchObject([{ closed: true }]);
    expect(withoutCause).toHaveLength(10);
    const inOrder = looked.toSorted((a, b) => a - b);
    expect(Math.max(...inOrder.slice(1).map((each, i) => each - inOrder[i]!))).toBeLessThan(250);
    await followCause(view, start);
    expect(looked.length).toBeGreaterThan(20);
  });

  test("moments that show nothing are skipped; where all of them do, the span is closed", async () => {
    const run = unroll(Array.from({ length: 100 }, () => null));
    const { view, times } = viewOf(run, [20, 50, 80], (time) => time % 3 === 0);
    const { spans, skipped } = await followCause(view, [{ ...ends, moments: run.main }]);
    const moved = spans.filter(({ before, after }) => !isCauseUnchanged(before, after));
    expect(moved.map(({ after }) => times.get(after.at!))).toEqual([20, 50, 80]);
    expect(skipped.length).toBeGreaterThan(0);
    const dark = viewOf(run, [20, 50, 80], () => true);
    const nothing = await followCause(dark.view, [{ ...ends, moments: run.main }]);
    expect(nothing.spans).toMatchObject([{ closed: true }]);
    expect(dark.looked.length).toBeLessThanOrEqual(2 * 20);
  });

  test("where the main code only calls, the calls are entered", async () => {
    const run = unroll([...Array.from({ length: 30 }, () => null), [null, [null, null, null, null], null]]);
    const { view, looked, times } = viewOf(run, [33, 34, 36], () => false);
    const { spans } = await followCause(view, [{ ...ends, moments: run.main }]);
    const moved = spans.filter(({ before, after }) => !isCauseUnchanged(before, after));
    expect(moved.map(({ after }) => times.get(after.at!))).toEqual([33, 34, 36]);
    expect(looked.length).toBeLessThanOrEqual(2 * 5 + 10);
  });

  test("a call is entered even if nothing can be seen between it and what comes after it", async () => {
    const run = unroll([null, [null, null, null], null, null, null, null]);
    // Of the main code only the first moments and the last are seen.
    const { view, times } = viewOf(run, [0, 3, 9], (time) => time >= 5 && time < 8);
    const { spans } = await followCause(view, [{ ...ends, moments: run.main }]);
    const moved = spans.filter(({ before, after }) => !isCauseUnchanged(before, after));
    expect(moved.map(({ after }) => (after.at ? times.get(after.at) : 9))).toEqual([0, 3, 9]);
  });

  test("a cause that is hidden for a while is not taken for the output", async () => {
    const run = unroll(Array.from({ length: 100 }, () => null));
    const { view, times } = viewOf(run, [10, 90], () => false);
    const hiding: ProgramView = {
      ...view,
      isolate: async (at, nearby) => {
        const seen = await view.isolate(at, nearby);
        const time = times.get(at)!;
        return time >= 55 && time < 70 && !("reason" in seen) ? { ...seen, cause: [] } : seen;
      },
    };
    const { spans } = await followCause(hiding, [{ ...ends, moments: run.main }]);
    const output = spans.find(({ before, after }) => after.end === "output" && before.end === undefined);
    expect(times.get(output!.after.at!)).toBe(90);
  });

  test("a cause that waits while something else runs is not taken for one that is not there yet", async () => {
    const run = unroll(Array.from({ length: 100 }, () => null));
    const { view, times } = viewOf(run, [5, 90], () => false);
    const byTurns: ProgramView = {
      ...view,
      isolate: async (at, nearby) => {
        const seen = (await view.isolate(at, nearby)) as PlaceFinding;
        const isOther = times.get(at)! >= 21 && times.get(at)! < 49;
        const stack = [{ function: isOther ? "tick" : "work", file: "a.js", line: 1 }];
        return isOther ? { ...seen, stack, differences: [], cause: [] } : { ...seen, stack };
      },
    };
    const { spans } = await followCause(byTurns, [{ ...ends, moments: run.main }]);
    const input = spans.find(({ before, after }) => before.end === "input" && after.end === undefined);
    expect(times.get(input!.after.at!)).toBe(5);
  });

  test("a value that is only passed on takes no more tests than everything else, and comes last", async () => {
    const run = unroll(Array.from({ length: 400 }, () => null));
    // In another variable at each moment, with the same values but for one change.
    const { view, looked, times } = viewOf(run, [0, 200, 400], () => false);
    const passingOn: ProgramView = {
      ...view,
      isolate: async (at, nearby) => {
        const seen = (await view.isolate(at, nearby)) as PlaceFinding;
        return {
          ...seen,
          cause: seen.cause.map((each) => ({ ...each, key: `${each.key} ${times.get(at)}`, name: `${times.get(at)}` })),
        };
      },
    };
    const { spans, cutShort } = await followCause(passingOn, [{ ...ends, moments: run.main }]);
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

  test("the moment at which a variable gets another value is found like one at which the cause moves", async () => {
    const run = unroll(Array.from({ length: 400 }, () => null));
    const { view, looked, times } = viewOf(run, [0, 77, 310, 400], () => false);
    const { spans } = await followCause(inOneVariable(view), [{ ...ends, moments: run.main }]);
    const moved = spans.filter(({ before, after }) => !isCauseUnchanged(before, after));
    expect(moved.map(({ after }) => (after.at ? times.get(after.at) : 400))).toEqual([0, 77, 310, 400]);
    expect(looked.length).toBeLessThanOrEqual(4 * 9 + 10);
  });

  test("a variable that changes all the time comes last, with no more tests than everything else", async () => {
    const run = unroll(Array.from({ length: 400 }, () => null));
    const always = Array.from({ length: 400 }, (_, i) => i);
    const { view, looked, times } = viewOf(run, always, () => false);
    // Half way it comes to be in another one.
    const inTwo: ProgramView = {
      ...view,
      isolate: async (at, nearby) => {
        const seen = (await inOneVariable(view).isolate(at, nearby)) as PlaceFinding;
        return times.get(at)! < 170 ? seen : { ...seen, cause: seen.cause.map((each) => ({ ...each, key: "w" })) };
      },
    };
    const { spans } = await followCause(inTwo, [{ ...ends, moments: run.main }]);
    expect(spans.find(({ after }) => times.get(after.at!) === 170)?.moments).toEqual([]);
    expect(looked.length).toBeLessThanOrEqual(2 * 30);
  });

  test("a call in which the cause moves all the time does not hold up the others", async () => {
    const lines = (count: number): Program => Array.from({ length: count }, () => null);
    const run = unroll([null, lines(30), null, lines(300), null, null]);
    const [inFirst, inSecond] = [20, 34];
    const busy = Array.from({ length: 290 }, (_, i) => inSecond + i);
    const { view, looked, times } = viewOf(run, [0, inFirst, ...busy, 1000], () => false);
    const limited: ProgramView = { ...view, mayLook: () => looked.length < 40 };
    const { spans } = await followCause(limited, [{ ...ends, moments: run.main }]);
    const found = spans.find(({ after }) => after.at && times.get(after.at) === inFirst);
    expect(times.get(found!.before.at!)).toBe(inFirst - 1);
  });

  test("spans in which the cause is many values come last, and do not take long", async () => {
    const run = unroll(Array.from({ length: 400 }, () => null));
    const { view, looked, times } = viewOf(
      run,
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
    const { spans } = await followCause(many, [{ ...ends, moments: run.main }]);
    const after = spans.map((each) => (each.after.at ? times.get(each.after.at) : 400));
    expect(after).toContain(100);
    expect(after).toContain(110);
    expect(looked.length).toBeLessThanOrEqual(2 * 30);
  });
});

test("moments are spread wide, each chosen once", () => {
  const all = Array.from({ length: 16 }, (_, i) => i);
  expect([...spreadOver(all, 3)]).toEqual([8, 1, 11]);
  expect([...spreadOver(all, 100)].sort((a, b) => a - b)).toEqual(all);
  expect([...spreadOver([], 5)]).toEqual([]);
});

test("a cause that shows at one line of the last round only is found", async () => {
  const round = (hit: number) => Array.from({ length: 10 }, (_, i) => ({ file: "a.c", line: i, hit }));
  const places = Array.from({ length: 30 }, (_, i) => round(i + 1)).flat();
  const moments: CommonMoment[] = places.map((place) => ({ passing: place, failing: place }));
  expect(lastVisits(moments, 3)).toEqual(moments.slice(-3).reverse());
  // From the line before the last three on, in the last round, the cause is where it can be seen.
  const seen = places.length - 4;
  const { timed, callsOf } = { timed: moments.map((at, time) => ({ at, time })), callsOf: new Map() };
  const { view, looked } = viewOf({ main: moments, timed, callsOf }, [0, seen, seen + 1, 1000], () => false);
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
