import type { Outcome } from "../../core/outcome.ts";
import { UserError } from "../../core/user-error.ts";
import {
  type Failure,
  howItEnded,
  type Judgement,
  judge,
  learnFailure,
  outcomeWithoutFailure,
  printedMessage,
} from "../../trial/failure.ts";
import type { Executed, World } from "../../trial/laboratory.ts";
import type { Observation } from "../../trial/observation.ts";
import type { Execution } from "../../trial/process/execution.ts";
import { combineOutcomes, repeatsFor } from "../../trial/repeat.ts";
import type { EndsEvent } from "../record/events.ts";
import type { Run } from "../run.ts";
import { checkEndsHold } from "./check-ends-hold.ts";
import { lastOutput, noFailureMessage, placeHint } from "./end-messages.ts";

/** The two worlds between which the cause is sought, with their names for messages. */
export interface Ends {
  readonly failing: End;
  readonly other: End;
  /** Each end is run only once at first, because the result will be run again. */
  readonly runOnce?: boolean;
  /** Advice where an end is flaky; undefined: try `culprit schedule`. */
  readonly flakyAdvice?: string;
}

export interface End {
  readonly world: World;
  readonly name: string;
  /** How it is run a second time; undefined: in the same way. */
  readonly again?: World;
  /** The same where no earlier test can have left anything: run if the second run differs from the first. */
  readonly fresh?: World;
}

/** The failing end does not fail, or not every time: there is nothing to explain yet. */
export class NotReproduced extends UserError {
  constructor(message: string) {
    super(message, 1);
  }
}

/** The failing end does not fail at all. */
export class DoesNotFail extends NotReproduced {
  /** How the test came out: it passed, or could not be judged. */
  readonly seen: { readonly outcome: Outcome; readonly ended: string };

  constructor(message: string, execution: Execution) {
    super(message);
    this.seen = { outcome: outcomeWithoutFailure(execution), ended: howItEnded(execution) };
  }
}

/** An end comes out differently where an earlier test has run. */
export class LeftoversMatter extends Error {
  override readonly name = "LeftoversMatter";
}

/** Milliseconds for the first runs, from which the time limit for the others is learned. */
export const firstTimeLimit = 60_000;
/** Milliseconds of the shortest limit that is learned. */
const minTimeLimit = 2_000;
/** How often an end is run to find out how often it fails. */
const flakySample = 10;
const autoSample = 20;
/** After this many runs of an end, all but the second as expected, it is not chance but what was left by another test. */
const enoughFresh = 4;

export interface SettleOptions {
  /** Whether the ends are run again although they are known. */
  readonly anew?: boolean;
  /** How many executions there were before any was for the ends. */
  readonly before?: number;
}

/** Runs both ends, learns from them what the failure is and how long a test may take, and checks that they are not flaky. */
export async function settleEnds(run: Run, ends: Ends, options: SettleOptions = {}): Promise<EndsEvent> {
  const { anew = false, before = run.counts.run } = options;
  if (run.ends && !anew) {
    await checkEndsHold(run, ends, run.ends);
    return run.ends;
  }
  const startedOther = run.conditions.jobs > 1 ? runEnd(run, ends.other.world, { mustStart: false }) : undefined;
  startedOther?.catch(() => {}); // If the failing end does not fail, nobody waits for the other one.
  const { failure, rate, executed } = await runFailingEnd(run, ends.failing);
  const repeat = run.conditions.repeat === "auto" ? repeatsFor(rate) : run.conditions.repeat;
  const other = await runOtherEnd(run, ends.other.world, { failure, repeat, startedOther });
  // A person who is asked the same again at once answers the same.
  const isOnce = ends.runOnce || run.conditions.ask;
  if (repeat === 1 && run.conditions.repeat !== "auto" && !isOnce) {
    const again = (["failing", "other"] as const).map((end) => () => {
      return checkNotFlaky(run, ends, { end, failure, expected: end === "failing" ? "fail" : other.outcome });
    });
    await runBoth(run, again);
  }
  const slowest = failure.hang ? other.milliseconds : Math.max(executed.execution.milliseconds, other.milliseconds);
  const timeLimit = run.conditions.timeout ?? Math.ceil(Math.max(minTimeLimit, 10 * slowest));
  const printed = printedMessage(executed.execution, failure, executed.candidate);
  run.recordEnds({
    failing: endObservation(ends.failing.world, "fail", [executed.execution]),
    other: {
      ...endObservation(ends.other.world, other.outcome, other.executions),
      ...other.shown,
    },
    failure,
    ...(printed === undefined ? {} : { printed }),
    timeLimit,
    repeat,
    executions: run.counts.run - before,
  });
  saveOutput(run, "failing.txt", executed.execution);
  saveOutput(run, "other.txt", other.executions.at(-1)!);
  return run.ends!;
}

interface Reproduced {
  readonly failure: Failure;
  /** The share of its runs in which the failing end failed. */
  readonly rate: number;
  readonly executed: Executed;
}

/** Runs the failing end until it fails, as often as tests are repeated; for `--repeat auto`, a sample of runs. */
async function runFailingEnd(run: Run, { world, name }: End): Promise<Reproduced> {
  const { repeat, failure: mode } = run.conditions;
  const runs = repeat === "auto" ? autoSample : repeat;
  let first: Executed | undefined;
  let learned: Reproduced | undefined;
  let failed = 0;
  for (let i = 0; i < runs && (repeat === "auto" || !learned); i++) {
    const executed = await runEnd(run, world);
    first ??= executed;
    const failure = learned?.failure ?? learnFailure(mode, executed.execution, executed.candidate);
    if (!failure || (learned && judge(executed.execution, failure, executed.candidate).outcome !== "fail")) continue;
    failed++;
    learned ??= { failure, rate: 1, executed };
  }
  if (!learned) {
    const { execution } = first!;
    const message = noFailureMessage({ name, execution, runs, mode: mode.mode }) + placeHint(run);
    throw new DoesNotFail(message, execution);
  }
  return { ...learned, rate: failed / runs };
}

/** Both at once, if more than one test may run at a time; of two errors, the first one counts. */
async function runBoth(run: Run, checks: readonly (() => Promise<void>)[]): Promise<void> {
  if (run.conditions.jobs === 1) for (const check of checks) await check();
  else
    for (const end of await Promise.allSettled(checks.map((check) => check())))
      if (end.status === "rejected") throw end.reason;
}

interface OtherEndRuns extends Pick<EndsEvent, "failure" | "repeat"> {
  /** The first of the runs, if it was started together with the failing end. */
  readonly startedOther: Promise<Executed> | undefined;
}

async function runOtherEnd(run: Run, world: World, { failure, repeat, startedOther }: OtherEndRuns) {
  const executions: Execution[] = [];
  const judgements: Judgement[] = [];
  while (executions.length < repeat && judgements.at(-1)?.outcome !== "fail") {
    const first = executions.length === 0 ? startedOther : undefined;
    const { execution, candidate } = await (first ?? runEnd(run, world, { mustStart: false }));
    executions.push(execution);
    judgements.push(judge(execution, failure, candidate));
  }
  const milliseconds = Math.max(...executions.map((each) => each.milliseconds));
  const outcome = combineOutcomes(judgements.map((each) => each.outcome));
  const { kind, outputLine, question } = judgements.findLast((each) => each.outcome === outcome) ?? {};
  const shown = {
    ...(kind === undefined ? {} : { kind }),
    ...(outputLine === undefined ? {} : { outputLine }),
    ...(question === undefined ? {} : { question }),
  };
  return { outcome, executions, milliseconds, shown };
}

interface ExpectedEnd {
  readonly end: "failing" | "other";
  readonly failure: Failure;
  readonly expected: Outcome;
}

/** A second run of an end must come out the same; if not, a few more show how often it fails. */
async function checkNotFlaky(run: Run, ends: Ends, { end, failure, expected }: ExpectedEnd): Promise<void> {
  const { world, name, again = world, fresh = world } = ends[end];
  const runAgain = async (how: World) => {
    const { execution, candidate } = await runEnd(run, how, { mustStart: false });
    return judge(execution, failure, candidate).outcome;
  };
  const second = await runAgain(again);
  if (second === expected) return;
  const outcomes = [expected, second];
  while (outcomes.length < flakySample) {
    outcomes.push(await runAgain(fresh));
    if (fresh !== world && outcomes.length === enoughFresh && outcomes.slice(2).every((each) => each === expected))
      throw new LeftoversMatter();
  }
  const failed = outcomes.filter((each) => each === "fail").length;
  throw new NotReproduced(
    [
      `The test is flaky on ${name}: it failed ${failed} of ${flakySample} runs (${outcomes.join(", ")}).`,
      "Try --repeat auto, which runs each test often enough to see a failure that comes and goes.",
      ...(ends.flakyAdvice === "" ? [] : [ends.flakyAdvice ?? scheduleHint]),
    ].join("\n"),
  );
}

const scheduleHint =
  "culprit schedule -- TEST looks for the reason: which thread switch, or which order of events, makes it fail.";

async function runEnd(run: Run, world: World, { mustStart = true } = {}): Promise<Executed> {
  const executed = await run.execute(world, run.conditions.timeout ?? firstTimeLimit);
  const { exit, output } = executed.execution;
  if (mustStart && (exit === 126 || exit === 127)) {
    throw new UserError(
      `The test could not be run: it ended with exit ${exit}, which shells use for a command that is ` +
        `${exit === 127 ? "not found" : "not executable"}.${lastOutput(output.stderr || output.stdout)}${placeHint(run)}`,
    );
  }
  return executed;
}

function endObservation(world: World, outcome: Observation["outcome"], executions: readonly Execution[]): Observation {
  return {
    outcome,
    content: world.content,
    ended: howItEnded(executions.at(-1)!),
    milliseconds: Math.round(executions.reduce((sum, each) => sum + each.milliseconds, 0)),
    runs: executions.length,
  };
}

function saveOutput(run: Run, name: string, { output }: Execution): void {
  run.record.keep(
    name,
    output.dropped > 0
      ? `${output.stdout}${output.stderr}\n[${output.dropped} bytes dropped]`
      : output.stdout + output.stderr,
  );
}
