import { expect, test } from "vitest";
import type { RunEvent } from "../../../src/run/record/events.ts";
import { journalTotals } from "../../../src/run/record/journal-totals.ts";

const session: RunEvent = { event: "session", started: "" };
const observation = { outcome: "pass" as const, content: "", ended: "", milliseconds: 1 };
const trial = (at: number, runs: number): RunEvent => ({
  event: "trial",
  stage: "lines",
  step: 1,
  ...observation,
  runs,
  at,
});
const moot = (at: number): RunEvent => ({ event: "moot", stage: "lines", at });

test("a new run has taken nothing yet", () => {
  expect(journalTotals([])).toEqual({ seconds: 0, executions: 0 });
});

test("sessions add up, each to its last event; repeated and aborted tests count as executions", () => {
  expect(journalTotals([session, trial(1, 3), moot(2), session, session, trial(0.5, 1)])).toEqual({
    seconds: 2.5,
    executions: 5,
  });
});
