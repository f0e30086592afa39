import { UserError } from "../../core/user-error.ts";
import { NotReproduced, settleEnds } from "../../run/ends/ends.ts";
import { requirePassing } from "../../run/ends/passing-end.ts";
import type { EndsEvent } from "../../run/record/events.ts";
import { languageDoubts } from "./command/language.ts";
import { type Ending, isSameEnding } from "./driver/ending.ts";
import { planWorld } from "./driver/plan-world.ts";
import { learnEnding, type PlanResult } from "./driver/run-plan.ts";
import { isJudgedByErrors, programOf, type WhichRun } from "./request.ts";
import type { NewStateRun, StateRun } from "./state-run.ts";

/** Runs both commands once, and learns how they end. Without a test, the endings must differ and be the same each time. */
export async function learnEndings(start: NewStateRun): Promise<StateRun> {
  const { test } = start.request;
  const learnBoth = () =>
    Promise.all([
      learnEnding(start, programOf(start.request, "pass")),
      learnEnding(start, programOf(start.request, "fail")),
    ]);
  const [passing, failing] = await learnBoth();
  if (!passing.value) throw notRunnable(start, "pass", passing);
  if (!failing.value && !failing.timedOut) throw notRunnable(start, "fail", failing);
  let sameEndings: string | undefined;
  if (test.length === 0 && failing.value) {
    if (isSameEnding(passing.value, failing.value)) sameEndings = sameEndingText(start, failing);
    else await requireSteady(start, [passing.value, failing.value], await learnBoth());
  }
  return {
    ...start,
    ...(sameEndings === undefined ? {} : { sameEndings }),
    criterion: { test, pass: passing.value, ...(failing.value ? { fail: failing.value } : {}) },
    stderr: { pass: passing.stderr, fail: failing.stderr },
  };
}

/** Judges both runs: the failing one must fail and the passing one pass. */
export async function settleRuns(stateRun: StateRun): Promise<EndsEvent> {
  const { run, request, criterion, sameEndings } = stateRun;
  if (sameEndings !== undefined) throw new NotReproduced(sameEndings);
  const worldOf = (which: WhichRun) => planWorld(stateRun, programOf(request, which), criterion);
  const worlds = {
    failing: { world: worldOf("fail"), name: "the failing run" },
    other: { world: worldOf("pass"), name: "the passing run" },
  };
  const ends = await settleEnds(run, worlds);
  const advice = "Use --pass for a command that passes and --fail for one that fails.";
  return requirePassing(ends, worlds, { fail: advice, unresolved: advice });
}

function notRunnable({ request }: NewStateRun, which: WhichRun, result: PlanResult<Ending>): UserError {
  if (result.timedOut)
    return new NotReproduced("The passing run does not finish in time; use --timeout to give it more.");
  const { answer, stderr } = result;
  const reason = answer && "failed" in answer ? answer.reason : stderr.trim().replace(/^culprit: /, "");
  const doubts = languageDoubts(request[which], request.cwd, request.language);
  return new UserError([`The program could not be run: ${reason}`, ...doubts].join("\n"));
}

const addTest = "Add a test after --, which gets the output of a run on standard input.";
const addTestOrExpected = "Add a test after --, or --expect with a file that has what the failing run should print.";

function sameEndingText({ request }: NewStateRun, { value, stderr }: PlanResult<Ending>): string {
  const lastLine = stderr.trim().split("\n").at(-1);
  const same = isJudgedByErrors(request) ? "report the same kinds of errors" : "print the same";
  return [
    `Both runs end with ${value!.status} and ${same}, so nothing tells the failing run from the passing one.`,
    ...(lastLine ? [`The last line that the failing run wrote to standard error is "${lastLine}".`] : []),
    request.expected.length > 0 ? addTest : addTestOrExpected,
  ].join(" ");
}

/** The index of a run that ended otherwise than before; -1: none did. */
function firstChanged(before: readonly Ending[], again: readonly PlanResult<Ending>[]): number {
  return again.findIndex(({ value }, i) => !value || !isSameEnding(value, before[i]));
}

/** Whether both runs end the same twice, one at a time, and not like each other. */
async function isSteadyAlone(start: NewStateRun): Promise<boolean> {
  const learnInTurn = async () => [
    await learnEnding(start, programOf(start.request, "pass")),
    await learnEnding(start, programOf(start.request, "fail")),
  ];
  const [pass, fail] = (await learnInTurn()).map(({ value }) => value);
  if (!pass || !fail || isSameEnding(pass, fail)) return false;
  return firstChanged([pass, fail], await learnInTurn()) === -1;
}

async function requireSteady(
  start: NewStateRun,
  before: readonly Ending[],
  again: readonly PlanResult<Ending>[],
): Promise<void> {
  const { request, run } = start;
  const changed = firstChanged(before, again);
  if (changed === -1) return;
  if (run.conditions.jobs > 1 && (await isSteadyAlone(start)))
    throw new NotReproduced(
      "The runs end otherwise when several of them run at the same time, as if they shared a file. Add --jobs 1.",
    );
  const name = changed === 0 ? "passing" : "failing";
  const what = isJudgedByErrors(request) ? "exit status or kinds of errors vary" : "exit status or output varies";
  throw new NotReproduced(
    `The ${name} run's ${what} between runs, so it cannot be used to tell pass from fail. ${addTest} ` +
      "If the failure comes and goes by chance, culprit schedule finds what decides.",
  );
}
