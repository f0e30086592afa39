import { describe, expect, test } from "vitest";
import {
  countSteps,
  firstDifference,
  firstUnfollowedSegment,
  parseLog,
  scheduleOf,
} from "../../../runtimes/protocol/schedule-log.ts";
import { parseSchedule, planText, scheduleText } from "../../../runtimes/protocol/schedule-plan.ts";
import { type LaneWait, waitEntry, waitText } from "../../../runtimes/protocol/schedule-wait.ts";

const log =
  "lane 1 app+0x10\nlane 1.1 app+0x20\nrun 1 12 app+0x30\nrun 1.1 7 lib so+0x4\nrun 1 20 app+0x50\nunc fork\nwait 1 mutex 1 1.1 app+0x60\nend deadlock\nrun 1.1 9";

describe("a log", () => {
  test("is read as it was written, but for a line that was not finished", () => {
    const realised = parseLog(log);
    expect([...realised.lanes]).toEqual([
      ["1", "app+0x10"],
      ["1.1", "app+0x20"],
    ]);
    expect(realised.runs).toEqual([
      { lane: "1", count: 12, where: "app+0x30" },
      { lane: "1.1", count: 7, where: "lib so+0x4" },
      { lane: "1", count: 20, where: "app+0x50" },
    ]);
    expect(realised).toMatchObject({
      uncontrolled: ["fork"],
      waits: [{ lane: "1", kind: "mutex", object: "1", holder: "1.1", where: "app+0x60" }],
      end: "deadlock",
    });
    expect(countSteps(realised)).toBe(27);
  });

  test("has places in folders with a blank in their name", () => {
    const { waits } = parseLog("wait 1.2 mutex 2 1.1 /home/my work/app+0x60\n");
    expect(waits).toEqual([
      { lane: "1.2", kind: "mutex", object: "2", holder: "1.1", where: "/home/my work/app+0x60" },
    ]);
  });

  test.each<[wait: Omit<LaneWait, "lane" | "where">, entry: string, text: string]>([
    [{ kind: "mutex", object: "1", holder: "1.2" }, "mutex 1 1.2", "waits for mutex 1 (held by 1.2)"],
    [{ kind: "mutex", object: "1", holder: "ended" }, "mutex 1 ended", "waits for mutex 1 (held by a lane that ended)"],
    [{ kind: "join", object: "1.2" }, "join 1.2 -", "waits for the end of 1.2"],
    [{ kind: "message" }, "message - -", "waits for a message"],
    [{ kind: "running" }, "running - -", "was still running"],
  ])("has a wait %o as data, which is shown as a sentence", (fields, entry, text) => {
    const wait: LaneWait = { lane: "1.1", ...fields, where: "app.js:5:6" };
    expect(waitEntry(wait)).toBe(`wait 1.1 ${entry} app.js:5:6`);
    expect(parseLog(`${waitEntry(wait)}\n`).waits).toEqual([wait]);
    expect(waitText(wait)).toBe(`1.1 ${text}`);
  });

  test("that differs from another one says where", () => {
    const [a, b] = [parseLog("run 1 5 x\nrun 2 3 y\n"), parseLog("run 1 5 x\nrun 2 4 z\n")];
    expect(firstDifference(a, a)).toBeUndefined();
    expect(firstDifference(a, b)).toMatchObject({ number: 2, a: { where: "y" }, b: { where: "z" } });
    expect(firstDifference(a, parseLog("run 1 5 x\n"))).toEqual({ number: 2, a: { lane: "2", count: 3, where: "y" } });
  });
});

describe("a run", () => {
  test("follows a schedule, or parts from it", () => {
    const realised = parseLog(log);
    const followed = (text: string) => firstUnfollowedSegment(parseSchedule(text)!, realised);
    expect(followed("")).toBeUndefined();
    expect(followed("1@12 1@20")).toBeUndefined();
    expect(followed("1@12 1.1@7 1@20")).toBeUndefined();
    expect(followed("1@12 1.1@8 1@20")).toEqual({ lane: "1.1", count: 8 });
    expect(followed("1@20 1.1@7")).toEqual({ lane: "1.1", count: 7 });
  });
});

describe("a schedule", () => {
  test("has a short text that means the same", () => {
    const schedule = scheduleOf(parseLog(log));
    expect(scheduleText(schedule)).toBe("1@12 1.1@7 1@20");
    expect(parseSchedule("1@12 1.1@7\n 1@20\n")).toEqual(schedule);
    expect(parseSchedule("0.1x2 0.1")).toEqual([
      { lane: "0.1x2", count: 1 },
      { lane: "0.1", count: 1 },
    ]);
    expect(parseSchedule("~1k3z.2x3.1")).toEqual([{ lane: "~1k3z.2x3.1", count: 1 }]);
    for (const wrong of ["~", "1@", "@3", "1@x", "a@1"]) expect(parseSchedule(wrong)).toBeUndefined();
  });

  test("goes to the program as a plan", () => {
    const plan = {
      schedule: [{ lane: "1", count: 3 }],
      policy: { name: "pct", seed: 4, depth: 2, steps: 90 },
      limit: 10,
    } as const;
    expect(planText(plan)).toBe("policy pct 4 2 90\nlimit 10\nsegment 1 3\n");
  });
});
