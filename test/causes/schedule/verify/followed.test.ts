import { describe, expect, test } from "vitest";
import { parseLog } from "../../../../runtimes/protocol/schedule-log.ts";
import { parseSchedule, scheduleText } from "../../../../runtimes/protocol/schedule-plan.ts";
import type { Lanes } from "../../../../src/causes/schedule/request.ts";
import { unfollowedParts } from "../../../../src/causes/schedule/verify/followed.ts";

/** What a run did not follow of a schedule, as text; the run is written as a schedule, too. */
function unfollowed(schedule: string, run: string, lanes: Lanes): string[] {
  const runs = parseSchedule(run)!.map(({ lane, count }) => `lane ${lane} x\nrun ${lane} ${count} x\n`);
  const parts = unfollowedParts(parseSchedule(schedule)!, parseLog(runs.join("")), lanes);
  return parts.map(({ segment, why }) => `${scheduleText([segment])} ${why}`);
}

describe("threads", () => {
  test("a schedule that is the run was followed", () => {
    expect(unfollowed("1@4 1.1@3 1.2@9 1.1@9", "1@4 1.1@3 1.2@9 1.1@9", "threads")).toEqual([]);
  });

  test("turns that lead to the next segment are no part of the schedule", () => {
    expect(unfollowed("1.1@3 1.2@9", "1@2 1.1@3 1@3 1.2@9 1.1@12", "threads")).toEqual([]);
  });

  test("after the last segment its lane may go on", () => {
    expect(unfollowed("1.1@3 1.2@5", "1@2 1.1@3 1.2@9 1.1@12", "threads")).toEqual([]);
  });

  test("two segments of one lane can be in one turn", () => {
    expect(unfollowed("1.1@3 1.1@5", "1@2 1.1@9", "threads")).toEqual([]);
  });

  test("a lane that had to wait before the switch did not follow it", () => {
    expect(unfollowed("1.1@7 1.2@3", "1@2 1.1@5 1.2@3 1.1@12", "threads")).toEqual([
      "1.1@7 could not be reached: 1.1 has to wait",
    ]);
  });

  test("a lane that is further already did not follow it", () => {
    expect(unfollowed("1.1@7 1.2@3 1.1@5", "1@2 1.1@7 1.2@3 1.1@12", "threads")).toEqual(["1.1@5 was passed before"]);
  });

  test("a lane that ends earlier now is named with its last step", () => {
    expect(unfollowed("1.1@30 1.2@4", "1@2 1.1@6 1.2@4 1@9", "threads")).toEqual([
      "1.1@30 no longer exists (1.1 takes only 6 steps)",
    ]);
  });

  test("what comes after a lane that there is not is not followed either", () => {
    expect(unfollowed("1.3@2 1.1@4", "1@9 1.1@6", "threads")).toEqual([
      "1.3@2 no longer exists",
      "1.1@4 could not be reached",
    ]);
  });
});

describe("events", () => {
  test("an order that the run has was followed, with others in between", () => {
    expect(unfollowed("0.1 0.3 0.2", "0.1 0.1.1 0.3 0.2 0.4", "events")).toEqual([]);
  });

  test("events that are gone or came too late are named", () => {
    expect(unfollowed("0.1 0.5 0.3 0.2", "0.1 0.2 0.3", "events")).toEqual([
      "0.5 no longer exists",
      "0.3 could not run before the events that follow it",
    ]);
  });
});
