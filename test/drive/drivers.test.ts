import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DeltaSet } from "../../src/core/delta-set.ts";
import { ask, asking, bestOf, type DeltaSearch, done } from "../../src/core/search.ts";
import { lookAhead } from "../../src/drive/look-ahead.ts";
import { sequential } from "../../src/drive/sequential.ts";
import type { Driver, TrialResult, Walk } from "../../src/drive/walk.ts";
import { auto } from "../../src/search/auto.ts";
import { isolateFromNothing } from "../../src/search/dd.ts";
import { ddmin } from "../../src/search/ddmin.ts";
import { interference } from "../../src/search/interference.ts";
import { thorough } from "../../src/search/thorough.ts";
import { wide } from "../../src/search/wide.ts";
import { worlds } from "../laws/predicates.ts";
import { needs, type Predicate } from "../walk.ts";
import { VirtualTime } from "./virtual-time.ts";

interface Drive<R> {
  readonly search: DeltaSearch<R>;
  readonly predicate: Predicate;
  readonly duration?: (set: DeltaSet) => number;
  readonly more?: Partial<Walk<DeltaSet, R>>;
}

async function drive<R>(driver: Driver, { search, predicate, duration = () => 1, more = {} }: Drive<R>) {
  const time = new VirtualTime();
  const transcript: string[] = [];
  const end = await driver<DeltaSet, R, TrialResult>({
    search,
    key: (set) => set.key,
    trial: (set, signal) => time.trial(duration(set), () => ({ outcome: predicate(set) }), signal),
    onStep: ({ question, observation }) => transcript.push(`${question} ${observation.outcome}`),
    ...more,
  });
  return { end, best: bestOf(end), transcript, time };
}

const searches: Record<string, (all: DeltaSet) => DeltaSearch<unknown>> = {
  auto,
  ddmin,
  interference,
  thorough,
  "wide 8": wide(8),
  dd: isolateFromNothing,
};
const uneven = (seed: number) => (set: DeltaSet) =>
  1 + (((Number.parseInt(set.key.slice(8, 16), 16) ^ seed) >>> 0) % 50);

/** 64 workers start hundreds of trials in each run, so they are rare. */
const workerCounts = fc.oneof(
  { weight: 19, arbitrary: fc.constantFrom(1, 2, 3, 8) },
  { weight: 1, arbitrary: fc.constant(64) },
);

describe.each(Object.entries(searches))("look-ahead over %s", (_, search) => {
  test("takes the same steps to the same result as the sequential driver, with 1 to 64 workers and tests of unequal length", async () => {
    await fc.assert(
      fc.asyncProperty(worlds, workerCounts, fc.nat(), async ({ size, predicate }, workers, seed) => {
        const start = search(DeltaSet.range(0, size));
        const plain = await drive(sequential, { search: start, predicate });
        const ahead = await drive(lookAhead(workers), { search: start, predicate, duration: uneven(seed) });
        expect(ahead.transcript).toEqual(plain.transcript);
        expect(ahead.best).toEqual(plain.best);
        expect(ahead.time.mostAtOnce).toBeLessThanOrEqual(workers);
      }),
      { numRuns: 60 },
    );
  });
});

test("whatever ends a walk, it comes as far as the one before, whose answers are on record", async () => {
  const names = fc.constantFrom(...Object.keys(searches));
  await fc.assert(
    fc.asyncProperty(worlds, names, workerCounts, fc.nat(40), async ({ size, predicate }, name, workers, most) => {
      const start = searches[name]!(DeltaSet.range(0, size));
      const record = new Set<string>();
      const trialsLeft = { mayContinue: () => record.size < most };
      const first = await drive(sequential, {
        ...{ search: start, more: trialsLeft },
        predicate: (set) => {
          record.add(set.key);
          return predicate(set);
        },
      });
      const isOnRecord = (set: DeltaSet) => record.has(set.key);
      const stopped = { stop: AbortSignal.abort("interrupted"), isOnRecord };
      const limited = { mayContinue: () => false, isOnRecord };
      for (const more of [stopped, limited])
        for (const driver of [sequential, lookAhead(workers)]) {
          const again = await drive(driver, { search: start, predicate, more });
          expect(again.transcript).toEqual(first.transcript);
          expect(again.best).toEqual(first.best);
        }
    }),
    { numRuns: 100 },
  );
});

test("64 workers isolate one of 10^9 deltas in at most 6 rounds", async () => {
  for (const culprit of [0, 1, 123_456_789, 500_000_000, 999_999_999]) {
    const search = isolateFromNothing(DeltaSet.range(0, 1e9));
    const { best, time } = await drive(lookAhead(64), { search, predicate: needs(culprit) });
    expect(best!.failing.minus(best!.passing).toString()).toBe(String(culprit));
    expect(time.now).toBeLessThanOrEqual(6);
  }
});

test("ddmin of 1,000 deltas with 3 needed takes at most 14 rounds with 64 workers", async () => {
  for (const needed of [
    [1, 2, 3],
    [0, 500, 999],
    [17, 404, 871],
    [333, 334, 998],
  ]) {
    const { best, time } = await drive(lookAhead(64), {
      search: ddmin(DeltaSet.range(0, 1000)),
      predicate: needs(...needed),
    });
    expect([...best!]).toEqual(needed);
    expect(time.now).toBeLessThanOrEqual(14);
  }
});

test("a worker gets a new trial as soon as it is free: one slow test does not hold up the others", async () => {
  const search = ddmin(DeltaSet.range(0, 200));
  const slow = (set: DeltaSet) => (set.has(0) ? 1 : 40);
  const alone = await drive(sequential, { search, predicate: needs(0, 7, 90), duration: slow });
  const eight = await drive(lookAhead(8), { search, predicate: needs(0, 7, 90), duration: slow });
  expect(eight.time.now).toBeLessThan(alone.time.now / 2);
});

test("trials that have become moot are aborted, and none is left running at the end", async () => {
  const { time } = await drive(lookAhead(8), {
    search: isolateFromNothing(DeltaSet.range(0, 1e6)),
    predicate: needs(777_777),
    duration: (set) => 1 + (set.size % 90),
  });
  expect(time.aborted).toBeGreaterThan(0);
  expect(time.running).toBe(0);
});

test("a trial ahead that cannot be run is run again if it is needed, and otherwise does not matter", async () => {
  const search = ddmin(DeltaSet.range(0, 64));
  const predicate = needs(5, 40);
  const asked: string[] = [];
  const alone = await drive(sequential, {
    search,
    predicate,
    more: { onStep: ({ question }) => asked.push(question.key) },
  });
  let steps = 0;
  const ahead: string[] = [];
  const trial = async (set: DeltaSet) => {
    if (set.key === asked[steps]) return { outcome: predicate(set) };
    ahead.push(set.key);
    throw new Error("no worker");
  };
  const { end } = await drive(lookAhead(8), { search, predicate, more: { trial, onStep: () => steps++ } });
  expect(bestOf(end)).toEqual(bestOf(alone.end));
  expect(ahead.some((key) => asked.includes(key))).toBe(true);
  expect(new Set(ahead).size).toBe(ahead.length);
});

test("trials that are needed less probably than demanded are not started, and the steps stay the same", async () => {
  const search = isolateFromNothing(DeltaSet.range(0, 1e6));
  const predicate = needs(777_777);
  const duration = uneven(3);
  const eager = await drive(lookAhead(8), { search, predicate, duration });
  const thrifty = await drive(lookAhead(8, { minProbability: 0.2 }), { search, predicate, duration });
  expect(thrifty.transcript).toEqual(eager.transcript);
  expect(thrifty.time.started).toBeLessThan(eager.time.started);
});

test("for 1,000 workers, not every result is planned for, and the steps stay the same", async () => {
  let plans = 0;
  const all = DeltaSet.range(0, 500);
  const one = (i: number) => DeltaSet.range(i, i + 1);
  const announced = () => {
    plans++;
    return Array.from({ length: 499 }, (_, i) => one(i + 1));
  };
  const from = (i: number): DeltaSearch<DeltaSet> =>
    i === 500 ? done(all) : ask(one(i), all, () => from(i + 1), i === 0 ? announced : undefined);
  // The first question is answered last, and each of the others at a time of its own.
  const duration = (set: DeltaSet) => (set.has(0) ? 1000 : 1 + [...set][0]!);
  const { transcript } = await drive(lookAhead(1000), { search: from(0), predicate: () => "pass", duration });
  expect(transcript).toHaveLength(500);
  expect(plans).toBeLessThan(50);
});

test("a search that announces its questions needs fewer rounds: wide tests all parts at once", async () => {
  const needed = Array.from({ length: 100 }, (_, i) => 97 * i + 13);
  const rounds = async (search: (all: DeltaSet) => DeltaSearch) =>
    (await drive(lookAhead(64), { search: search(DeltaSet.range(0, 10_000)), predicate: needs(...needed) })).time.now;
  expect(await rounds(wide(64))).toBeLessThan((await rounds(auto)) / 2);
});

describe.each([["sequential", sequential] as const, ["look-ahead", lookAhead(4)] as const])("%s", (_, driver) => {
  const search = ddmin(DeltaSet.range(0, 100));
  const predicate = needs(3, 50, 99);

  test("stops before the first question that exceeds the budget, with the best answer so far", async () => {
    let steps = 0;
    const { end, best } = await drive(driver, {
      search,
      predicate,
      more: { onStep: () => steps++, mayContinue: () => steps < 10 },
    });
    expect(steps).toBe(10);
    expect(asking(end)).toBe(true);
    expect(predicate(best!)).toBe("fail");
    expect(best!.size).toBeLessThan(100);
  });

  test("stops when aborted from outside, and waits until running trials are gone", async () => {
    const stop = new AbortController();
    let steps = 0;
    const { end } = await drive(driver, {
      search,
      predicate,
      more: { stop: stop.signal, onStep: () => ++steps === 5 && stop.abort() },
    });
    expect(asking(end)).toBe(true);
    expect(steps).toBe(5);
  });

  test("passes on the error of a trial that could not be run", async () => {
    const broken = { trial: async () => Promise.reject(new Error("disk full")) };
    await expect(drive(driver, { search, predicate, more: broken })).rejects.toThrow("disk full");
  });

  test("asks each question once", async () => {
    const asked: string[] = [];
    const trial = async (set: DeltaSet) => {
      asked.push(set.key);
      return { outcome: predicate(set) };
    };
    await drive(driver, { search: isolateFromNothing(DeltaSet.range(0, 64)), predicate, more: { trial } as never });
    expect(new Set(asked).size).toBe(asked.length);
  });
});
