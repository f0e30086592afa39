import type { Story, TestCounts } from "../../../core/finding.ts";
import type { Refusal } from "../../../run/ends/reproduce.ts";
import { storyOf } from "../../../run/story.ts";
import type { ControlledProgram } from "../control/controlled-program.ts";
import type { ScheduleFinding } from "../finding.ts";
import type { Sample } from "./others.ts";
import type { Spent, VerificationState } from "./state.ts";
import type { OtherSchedules, Verification, VerifiedOutcome } from "./verification.ts";

/** What was tried, and what came of it; also of a run that was stopped. */
export function verificationStory(
  program: ControlledProgram,
  state: VerificationState,
  refusal: Refusal,
): Story<ScheduleFinding> {
  const { run, request, runtime } = program;
  const { uncontrolled = [], failing } = state;
  return storyOf<ScheduleFinding>(run, request, {
    conclusion: { ...refusal, minimal: false, assumptions: [] },
    details: {
      goal: "simplify",
      search: request.verify!.exhaustive === undefined ? "explore" : "exhaustive",
      deltas: { total: 0, cause: 0 },
      by: runtime.lanes === "events" ? "swaps" : "switches",
      verification: verificationOf(program, state, refusal),
      files: failing ? { failing: failing.file } : {},
      notes: uncontrolled.length > 0 ? [`Not controlled: ${uncontrolled.join(", ")}.`] : [],
    },
  });
}

/** The story with what earlier sessions took. */
export function withSpent(story: Story<ScheduleFinding>, spent: Spent | undefined): Story<ScheduleFinding> {
  if (!spent) return story;
  const { tests, seconds } = story.finding;
  const sums = Object.entries(tests).map(([name, own]) => [name, own + (spent.tests[name as keyof TestCounts] ?? 0)]);
  const total = { tests: Object.fromEntries(sums) as unknown as TestCounts, seconds: seconds + spent.seconds };
  return { ...story, finding: { ...story.finding, ...total } };
}

function verificationOf({ request }: ControlledProgram, state: VerificationState, refusal: Refusal): Verification {
  const { replay, sample, exhaustive, switches = "" } = state;
  return {
    of: request.verify!.name,
    outcome: outcomeOf(state, refusal),
    ...(replay ? { replay: replay.replayed } : {}),
    ...(sample ? { others: othersOf(sample, request.explore) } : {}),
    ...(exhaustive ? { exhaustive } : {}),
    ...(state.failing ? { failing: withoutFile(state.failing) } : {}),
    switches,
  };
}

function withoutFile({ file, ...failing }: NonNullable<VerificationState["failing"]>) {
  return failing;
}

function othersOf({ tried, unresolved, seen }: Sample, wanted: number): OtherSchedules {
  return { wanted, tried, different: seen.length - 1, unresolved };
}

function outcomeOf(state: VerificationState, { verdict, reason }: Refusal): VerifiedOutcome {
  const { failing, replay, sample, exhaustive } = state;
  if (failing) return "fails";
  const isOver = verdict === "not-reproduced" && reason === undefined && replay?.replayed.outcome === "passes";
  const isWhole = exhaustive ? exhaustive.complete && exhaustive.unresolved === 0 : sample?.unresolved === 0;
  return isOver && isWhole ? "passes" : "unknown";
}
