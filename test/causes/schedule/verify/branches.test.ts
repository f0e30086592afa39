import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Choice } from "../../../../runtimes/protocol/schedule-choices.ts";
import { type Schedule, scheduleText } from "../../../../runtimes/protocol/schedule-plan.ts";
import type { Lanes } from "../../../../src/causes/schedule/request.ts";
import { branchesOff, isOnBranch, scheduleInto } from "../../../../src/causes/schedule/verify/branches.ts";
import { Frontier } from "../../../../src/causes/schedule/verify/frontier.ts";
import { type Action, advance, copyOf, nameOf, readyThreads, runToy, start, type ToyProgram } from "./toy-machine.ts";

interface SomeRun {
  readonly turns: Schedule;
  readonly choices: readonly Choice[];
}

/** All runs that the enumeration makes, as text. */
function enumerate(execute: (schedule: Schedule) => SomeRun, bound: number, lanes: Lanes, jobs = 1): string[] {
  const frontier = new Frontier(bound);
  const seen: string[] = [];
  for (let batch = frontier.take(jobs); batch.length > 0; batch = frontier.take(jobs)) {
    for (const branch of batch) {
      const { turns, choices } = execute(scheduleInto(branch));
      expect(isOnBranch(branch, turns)).toBe(true);
      seen.push(scheduleText(turns));
      frontier.add(branchesOff(branch, turns, choices, lanes));
      frontier.settle(branch);
    }
  }
  expect(frontier.size).toBe(0);
  return seen;
}

/** The same by going through all states of the machine. */
function allSchedules(program: ToyProgram, bound: number): string[] {
  const found: string[] = [];
  const visit = (state: ReturnType<typeof start>, turns: Schedule, preemptions: number) => {
    const { current, steps } = state;
    const ready = readyThreads(program, state);
    const here = { lane: nameOf(current), count: steps[current]! };
    if (ready.length === 0) found.push(scheduleText([...turns, here]));
    for (const thread of ready) {
      const cost = thread !== current && ready.includes(current) ? 1 : 0;
      if (preemptions + cost > bound) continue;
      const next = copyOf(state);
      advance(program, next, thread);
      visit(next, thread === current ? turns : [...turns, here], preemptions + cost);
    }
  };
  const first = start(program);
  advance(program, first, 0);
  visit(first, [], 0);
  return found;
}

const anyAction: fc.Arbitrary<Action> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ does: "step" } as const) },
  { weight: 1, arbitrary: fc.constant({ does: "yield" } as const) },
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom("lock" as const, "unlock" as const), mutex: fc.nat(1) }) },
);

/** The main thread creates the others one by one, and joins some of them. */
const anyProgram: fc.Arbitrary<ToyProgram> = fc
  .tuple(
    fc.array(fc.array(anyAction, { maxLength: 4 }), { minLength: 1, maxLength: 2 }),
    fc.array(anyAction, { maxLength: 2 }),
    fc.boolean(),
  )
  .map(([threads, own, joins]) => {
    const create = threads.map((_, i): Action => ({ does: "create", thread: i + 1 }));
    const join = joins ? threads.map((_, i): Action => ({ does: "join", thread: i + 1 })) : [];
    return [[...create, ...own, ...join], ...threads];
  });

describe("threads", () => {
  test("every schedule within the bound is run exactly once", () => {
    fc.assert(
      fc.property(anyProgram, fc.nat(2), fc.constantFrom(1, 3), (program, bound, jobs) => {
        const seen = enumerate((schedule) => runToy(program, schedule), bound, "threads", jobs);
        expect(seen.toSorted()).toEqual(allSchedules(program, bound).toSorted());
      }),
      { numRuns: 150 },
    );
  });

  test("two threads of n steps have as many schedules as there are ways to interleave them", () => {
    const thread: Action[] = [{ does: "step" }, { does: "step" }];
    const program: ToyProgram = [[{ does: "create", thread: 1 }], thread];
    // The main thread ends when it has created the other: it can be preempted once, at the end of its creation, in between.
    const seen = enumerate((schedule) => runToy(program, schedule), 9, "threads");
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.toSorted()).toEqual(allSchedules(program, 9).toSorted());
  });

  test("a deadlock that needs one preemption is found with one, and not without", () => {
    const takes = (...mutexes: number[]): Action[] => mutexes.map((mutex) => ({ does: "lock", mutex }));
    const gives: Action[] = [0, 1].map((mutex) => ({ does: "unlock", mutex }));
    const program: ToyProgram = [
      [
        { does: "create", thread: 1 },
        { does: "create", thread: 2 },
      ],
      [...takes(0, 1), ...gives],
      [...takes(1, 0), ...gives],
    ];
    const deadlocks = (bound: number) => {
      let found = 0;
      const execute = (schedule: Schedule) => {
        const run = runToy(program, schedule);
        if (run.isDeadlock) found++;
        return run;
      };
      enumerate(execute, bound, "threads");
      return found;
    };
    expect(deadlocks(0)).toBe(0);
    expect(deadlocks(1)).toBeGreaterThan(0);
  });
});

describe("events", () => {
  /** Events that wait in a queue; each may create others when it runs. */
  function runQueue(children: Readonly<Record<string, readonly string[]>>, schedule: Schedule): SomeRun {
    const waiting = ["a", "b", "c"];
    const turns: { lane: string; count: number }[] = [];
    const choices: Choice[] = [];
    while (waiting.length > 0) {
      const planned = schedule.find(({ lane }) => waiting.includes(lane))?.lane;
      const lane = planned ?? waiting[0]!;
      if (waiting.length > 1) choices.push({ lane, count: 1, ready: [...waiting] });
      waiting.splice(waiting.indexOf(lane), 1);
      waiting.push(...(children[lane] ?? []));
      turns.push({ lane, count: 1 });
    }
    return { turns, choices };
  }

  test("three events have one default order, three with at most one deviation more, and six in all", () => {
    const orders = (bound: number) => enumerate((schedule) => runQueue({}, schedule), bound, "events");
    expect(orders(0)).toEqual(["a b c"]);
    expect(orders(1).toSorted()).toEqual(["a b c", "a c b", "b a c", "c a b"]);
    expect(orders(5).toSorted()).toEqual(["a b c", "a c b", "b a c", "b c a", "c a b", "c b a"]);
  });

  test("no order is run twice", () => {
    const children = { a: ["d", "e"], c: ["f"] };
    for (const bound of [0, 1, 2, 3]) {
      const seen = enumerate((schedule) => runQueue(children, schedule), bound, "events");
      expect(new Set(seen).size).toBe(seen.length);
    }
  });
});
