import { describe, expect, test } from "vitest";
import { parseLog } from "../../../../runtimes/protocol/schedule-log.ts";
import { parseSchedule } from "../../../../runtimes/protocol/schedule-plan.ts";
import {
  interruptionAt,
  interruptionsIn,
  type SwitchedRun,
} from "../../../../src/causes/schedule/isolate/interruption.ts";

function switchedRun(needed: string, ...entries: string[]): SwitchedRun {
  const schedule = parseSchedule(needed)!;
  return { needed: schedule, schedule, log: parseLog(`${entries.join("\n")}\n`) };
}

describe("a switch", () => {
  test("interrupts a lane that continues later, while others run", () => {
    const run = switchedRun("1.1@3", "run 1 4 a", "run 1.1 3 b", "run 1.2 9 c", "run 1.1 9 d");
    expect(interruptionAt(run, 0, { from: 2, to: 3 })).toMatchObject({
      lane: "1.1",
      range: { from: 2, to: 3 },
      otherTurns: [{ lane: "1.2", from: 0, to: 9 }],
      continuesTo: 9,
    });
  });

  test("interrupts no lane that has nothing left to do", () => {
    expect(interruptionAt(switchedRun("1.1@3", "run 1.1 3 a", "run 1.2 9 b"), 0, undefined)).toBeUndefined();
  });

  test("interrupts a lane that the crash of another one cuts off", () => {
    const cut = (where: string) => switchedRun("1@3 1.1@4", `run 1 3 ${where}`, "run 1.1 4 b", "end signal SIGSEGV");
    expect(interruptionAt(cut("a"), 0, undefined)).toMatchObject({ lane: "1", otherTurns: [{ lane: "1.1", to: 4 }] });
    expect(interruptionAt(cut("a!ends"), 0, undefined)).toBeUndefined();
    expect(interruptionAt(cut("a"), 1, undefined)).toBeUndefined();
  });

  test("of a lane that waits for ever leaves the turns of the lane that holds what it waits for", () => {
    const entries = ["run 1.1 3 a", "run 1 4 b", "run 1.2 5 c", "run 1.2 7 d"];
    const waits = (holder: string) => switchedRun("1.1@3 1@4", ...entries, `wait 1.1 mutex 1 ${holder} e`);
    const lanes = (run: SwitchedRun) => interruptionAt(run, 0, undefined)!.otherTurns.map(({ lane }) => lane);
    expect(lanes(waits("1.2"))).toEqual(["1.2", "1.2"]);
    // Nobody holds it: then those that the schedule names.
    expect(lanes(waits("-"))).toEqual(["1"]);
    expect(interruptionAt(waits("1.2"), 0, undefined)!.continuesTo).toBeUndefined();
  });

  test("that can be moved the least comes first", () => {
    const run = switchedRun("1.1@3 1.2@5", "run 1.1 3 a", "run 1.2 5 b", "run 1.1 9 c", "run 1.2 10 d");
    const ranges = [
      { from: 1, to: 8 },
      { from: 5, to: 5 },
    ];
    expect(interruptionsIn(run, ranges).map(({ index }) => index)).toEqual([1, 0]);
  });
});
