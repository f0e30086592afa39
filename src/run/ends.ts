import type { Outcome } from "../core/outcome.ts";
import { UserError } from "../core/user-error.ts";
import type { Execution } from "../trial/execution.ts";
import { type Failure, howItEnded, type Judgement, judge, learnFailure } from "../trial/failure.ts";
import type { Executed, World } from "../trial/laboratory.ts";
import type { Observation } from "../trial/observation.ts";
import { combineOutcomes, repeatsFor } from "../trial/repeat.ts";
import type { EndsEvent } from "./events.ts";
import type { Run } from "./run.ts";

/** The two worlds between which the cause is sought, with the names people know them by. */
export interface Ends {
  readonly failing: End;
  readonly other: End;
  /** What to try where an end is flaky; undefined: `culprit schedule`. */
  readonly flakyAdvice?: string;
}

interface End {
  readonly world: World;
  readonly name: string;
}

/** The failing end does not show the failure, or not every time: there is nothing to explain yet. */
export class NotReproduced extends UserError {
  constructor(message: string) {
    super(message, 1);
  }
}

/** First runs have nothing to derive a limit from. */
const firstTimeLimit = 60_000;
const leastTimeLimit = 2_000;
/** How often an end is run to find out how often it fails. */
const sample = 10;
const sampleForAuto = 20;

/** Runs both ends, learns from them what the failure is and how long a test may take, and sees that they are steady. */
export async function settleEnds(run: Run, ends: Ends): Promise<EndsEvent> {
  if (run.ends) return run.ends;
  const before = run.counts.run;
  const { failure, rate, executed } = await reproduce(run, ends.failing);
  const repeat = run.conditions.repeat === "auto" ? repeatsFor(rate) : run.conditions.repeat;
  const other = await repeatedly(run, ends.other.world, failure, repeat);
  if (repeat === 1 && run.conditions.repeat !== "auto") {
    await checkSteady(run, ends, { end: "failing", failure, expected: "fail" });
    await checkSteady(run, ends, { end: "other", failure, expected: other.outcome });
  }
  const slowest = failure.hang ? other.milliseconds : Math.max(executed.execution.milliseconds, other.milliseconds);
  const timeLimit = run.conditions.timeout ?? Math.ceil(Math.max(leastTimeLimit, 10 * slowest));
  run.settleEnds({
    failing: observation(ends.failing.world, "fail", [executed.execution]),
    other: {
      ...observation(ends.other.world, other.outcome, other.executions),
      ...other.shown,
    },
    failure,
    timeLimit,
    repeat,
    executions: run.counts.run - before,
  });
  keepOutput(run, "failing.txt", executed.execution);
  keepOutput(run, "other.txt", other.executions.at(-1)!);
  return run.ends!;
}

interface Reproduced {
  readonly failure: Failure;
  /** In how many of its runs the failing end failed. */
  readonly rate: number;
  readonly executed: Executed;
}

/** Runs the failing end until it fails, as often as tests are repeated. */
async function reproduce(run: Run, { world, name }: End): Promise<Reproduced> {
  const { repeat, failure: mode } = run.conditions;
  const runs = repeat === "auto" ? sampleForAuto : repeat;
  let first: Executed | undefined;
  let learned: Reproduced | undefined;
  let failed = 0;
  for (let i = 0; i < runs && (repeat === "auto" || !learned); i++) {
    const executed = await firstRun(run, world);
    first ??= executed;
    const failure = learned?.failure ?? learnFailure(mode, executed.execution, executed.candidate);
    if (!failure || (learned && judge(executed.execution, failure, executed.candidate).outcome !== "fail")) continue;
    failed++;
    learned ??= { failure, rate: 1, executed };
  }
  if (!learned) {
    throw new NotReproduced(noFailure(name, first!.execution, runs, mode.mode) + inSandbox(run));
  }
  return { ...learned, rate: failed / runs };
}

async function repeatedly(run: Run, world: World, failure: Failure, times: number) {
  const executions: Execution[] = [];
  const judgements: Judgement[] = [];
  while (executions.length < times && judgements.at(-1)?.outcome !== "fail") {
    const { execution, candidate } = await firstRun(run, world, { mustStart: false });
    executions.push(execution);
    judgements.push(judge(execution, failure, candidate));
  }
  const milliseconds = Math.max(...executions.map((each) => each.milliseconds));
  const outcome = combineOutcomes(judgements.map((each) => each.outcome));
  const { kind, outputLine } = judgements.findLast((each) => each.outcome === outcome) ?? {};
  const shown = { ...(kind === undefined ? {} : { kind }), ...(outputLine === undefined ? {} : { outputLine }) };
  return { outcome, executions, milliseconds, shown };
}

interface Steadiness {
  readonly end: "failing" | "other";
  readonly failure: Failure;
  readonly expected: Outcome;
}

/** A second run of an end must come out the same; if not, a few more show how often it fails. */
async function checkSteady(run: Run, ends: Ends, { end, failure, expected }: Steadiness): Promise<void> {
  const { world, name } = ends[end];
  const outcome = async () => {
    const { execution, candidate } = await firstRun(run, world, { mustStart: false });
    return judge(execution, failure, candidate).outcome;
  };
  const second = await outcome();
  if (second === expected) return;
  const outcomes = [expected, second];
  while (outcomes.length < sample) outcomes.push(await outcome());
  const failed = outcomes.filter((each) => each === "fail").length;
  throw new NotReproduced(
    [
      `The test is flaky on ${name}: it failed ${failed} of ${sample} runs (${outcomes.join(", ")}).`,
      "Try --repeat auto, which runs each test often enough to see a failure that comes and goes.",
      ...(ends.flakyAdvice === "" ? [] : [ends.flakyAdvice ?? askSchedule]),
    ].join("\n"),
  );
}

const askSchedule =
  "culprit schedule -- TEST looks for the reason: which thread switch, or which order of events, makes it fail.";

async function firstRun(run: Run, world: World, { mustStart = true } = {}): Promise<Executed> {
  const executed = await run.execute(world, run.conditions.timeout ?? firstTimeLimit);
  const { exit, output } = executed.execution;
  if (mustStart && (exit === 126 || exit === 127)) {
    throw new UserError(
      `The test could not be run: it ended with exit ${exit}, which shells use for a command that is ` +
        `${exit === 127 ? "not found" : "not executable"}.${lastOutput(output.stderr || output.stdout)}${inSandbox(run)}`,
    );
  }
  return executed;
}

function noFailure(name: string, execution: Execution, runs: number, mode: string): string {
  const ended = howItEnded(execution);
  if (execution.unbuilt)
    return `${name} does not build (${ended}).${lastOutput(execution.output.stderr || execution.output.stdout)}`;
  const often = runs > 1 ? `, as in each of ${runs} runs` : "";
  const why: Record<string, string> = {
    interesting: `The test does not find ${name} interesting: it ended with ${ended}${often}, and only exit 0 means interesting.`,
    match: `The output of the test on ${name} does not match the pattern of --failure (it ended with ${ended}${often}).`,
  };
  const plain =
    execution.exit === 125
      ? `The test cannot judge ${name}: it ended with exit 125${often}.`
      : `The test passes on ${name} (${ended}${often}), so there is no failure to explain.`;
  const next =
    mode === "interesting" || mode === "match"
      ? ""
      : "\nA test should exit 0 when all is well, and with another status when not; --interesting reverses that,\n" +
        "--failure match:REGEX goes by the output, and --repeat auto finds a failure that comes and goes.";
  return `${why[mode] ?? plain}${lastOutput(execution.output.stderr || execution.output.stdout)}${next}`;
}

/** What may be the reason where a test behaves differently in the sandbox. */
export function inSandbox({ conditions }: Run): string {
  return conditions.sandbox
    ? "\nIt ran in the sandbox, where a test can write only to its own folder and to $TMPDIR and has no network: if it needs " +
        "more,\ntry without --sandbox."
    : "";
}

/** The last lines of an output, to be shown in a message. */
export function lastOutput(text: string): string {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length === 0) return " It printed nothing.";
  const message = lines.filter((line) => !isStackLine.test(line));
  const last = (message.length > 0 ? message : lines).slice(-5);
  return ` It printed:\n${last.map((line) => `  │ ${line.slice(0, 200)}`).join("\n")}`;
}

/** Node's stacks are long, and the message is above or below them. */
const isStackLine = /^\s+at .|^Node\.js v\d/;

function observation(world: World, outcome: Observation["outcome"], executions: readonly Execution[]): Observation {
  return {
    outcome,
    content: world.content,
    ended: howItEnded(executions.at(-1)!),
    milliseconds: Math.round(executions.reduce((sum, each) => sum + each.milliseconds, 0)),
    runs: executions.length,
  };
}

function keepOutput(run: Run, name: string, { output }: Execution): void {
  run.record.keep(
    name,
    output.dropped > 0
      ? `${output.stdout}${output.stderr}\n[${output.dropped} bytes dropped]`
      : output.stdout + output.stderr,
  );
}
