import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Launch } from "../../../../runtimes/protocol/launch.ts";
import { notCarriedOut } from "../../../../runtimes/protocol/run-end.ts";
import type { DriverPlan } from "../../../../runtimes/protocol/state.ts";
import { copyOrCommand } from "../../../../runtimes/templates/launch.ts";
import { watchableCommand } from "../../../suites/test-runner.ts";
import type { TestCommand } from "../../../trial/command/test-command.ts";
import type { Experiment } from "../../../trial/experiment.ts";
import type { World } from "../../../trial/laboratory.ts";
import type { Execution } from "../../../trial/process/execution.ts";
import { Templates } from "../../../trial/templates.ts";
import { contentHash } from "../../../world/files/content-hash.ts";
import { isJudgedByErrors, type StateRequest } from "../request.ts";
import type { Ending } from "./ending.ts";
import { type Criterion, endingOf, judgeRun, unresolved, type Verdict } from "./judge.ts";
import { launchOf } from "./launch.ts";
import { outputMatchDetails } from "./output-match.ts";
import { outputToJudge, type PrintedOptions, placeMark } from "./printed-output.ts";
import type { ProgramPlan } from "./program-plan.ts";

/** Judge a run by a criterion, or only learn its ending. */
export type Judging = Criterion & PrintedOptions & { readonly learn?: (ending: Ending) => void };

/** What all plans of a search have in common. */
export type CommonPlan = Pick<
  StateRequest,
  "cwd" | "language" | "maxValues" | "arrays" | "test" | "pass" | "fail" | "byErrors"
>;

/** A program that is run by a plan, as a test that is judged. */
export function planWorld(
  { request, templates }: Planner,
  { cwd: folderOfRun, environment, ...plan }: ProgramPlan,
  criterion: Judging,
): World {
  const { cwd, language, maxValues, arrays } = request;
  const hints = arrays.length > 0 ? { hints: arrays } : {};
  const judging: Judging = isJudgedByErrors(request) ? { ...criterion, byErrors: true } : criterion;
  const mark = isMarked(judging) ? { mark: placeMark } : {};
  const command = watchableCommand(plan.command, cwd);
  const whole: DriverPlan = { root: cwd, maxValues, ...hints, ...mark, ...plan, command };
  return {
    content: contentHash(JSON.stringify([language, whole, judging], withoutAddresses)),
    details: ({ output }) => (judging.byErrors ? undefined : outputMatchDetails(output.stdout, judging)),
    make: (folder) => {
      const [planFile, outputFile] = [join(folder, "plan.json"), join(folder, "output")];
      const launch = launchOf(language, planFile, whole);
      const started: StartedAt = {
        cwd: folderOfRun ?? cwd,
        environment: { CULPRIT_CWD: cwd, ...environment, ...launch.environment },
        stdin: plan.stdin,
      };
      writeFileSync(planFile, JSON.stringify(launch.plan));
      return {
        argv:
          templates && stopsAtPlace(plan) ? copyWords(launch, templates, { planFile, command, started }) : launch.argv,
        ...started,
        stdoutCopy: outputFile,
        judge: judgeBy({ launch, judging, outputFile }),
        candidate: [],
      };
    },
  };
}

/** Who asks for runs by plans. */
interface Planner {
  readonly request: CommonPlan;
  readonly templates?: Templates;
}

/** Runs that are only looked at as a whole are few. */
function stopsAtPlace({ place, moments }: DriverPlan): boolean {
  return (place ?? moments) !== undefined;
}

/** Where and with what a run is started. */
type StartedAt = Pick<TestCommand, "cwd" | "environment" | "stdin">;

interface CopiedRun {
  readonly planFile: string;
  /** With `env`, if it starts so. */
  readonly command: readonly string[];
  readonly started: StartedAt;
}

/** The words that start a run as a copy of a template, if there can be one. */
function copyWords(
  { argv, template }: Launch,
  templates: Templates,
  { planFile, command, started }: CopiedRun,
): readonly string[] {
  if (!template || !Templates.arePossible) return argv;
  const name = JSON.stringify([command, started]);
  const socket = templates.socketFor(name, (path) => {
    const { environment, ...words } = template(path);
    return { ...words, ...started, environment: { ...started.environment, ...environment } };
  });
  return copyOrCommand(socket, planFile, argv);
}

/** Addresses differ from run to run, and nothing depends on them. */
function withoutAddresses(key: string, value: unknown): unknown {
  return key === "address" ? undefined : value;
}

interface JudgedBy {
  readonly launch: Launch;
  readonly judging: Judging;
  readonly outputFile: string;
}

/** The program's execution becomes that of a test: its exit status is the judgement. */
function judgeBy({ launch, judging, outputFile }: JudgedBy): NonNullable<Experiment["judge"]> {
  return async (ended, afterwards) => {
    const end = launch.end(ended);
    if (!existsSync(outputFile)) return asTest(ended, cannotJudge("the output of the program is too long to keep"));
    const output = readOutput(outputFile, judging);
    const execution = isMarked(judging) ? { ...ended, output: { ...ended.output, stdout: output.toString() } } : ended;
    if ("message" in end) return asTest(execution, cannotJudge(end.message));
    if ("exit" in end && end.exit === notCarriedOut) return asTest(execution, { exit: unresolved });
    const status = "exit" in end ? `exit ${end.exit}` : end.signal;
    const run = { status, output, stderr: ended.output.stderr, outputFile };
    if (!judging.learn) return asTest(execution, await judgeRun(run, judging, afterwards));
    judging.learn(endingOf(run, judging));
    return asTest(execution, { exit: 0 });
  };
}

/** Whether the output has a mark in it, at the place. */
function isMarked({ splice, printedFile }: Judging): boolean {
  return splice !== undefined || printedFile !== undefined;
}

/** The output that is judged, which is also what the file holds from then on. */
function readOutput(file: string, judging: Judging): Buffer {
  const output = readFileSync(file);
  if (!isMarked(judging)) return output;
  const judged = outputToJudge(output, judging);
  writeFileSync(file, judged);
  return judged;
}

function cannotJudge(message: string): Verdict {
  return { exit: unresolved, stderr: `culprit: ${message}\n` };
}

function asTest(execution: Execution, { exit, stderr = "", milliseconds = 0 }: Verdict): Execution {
  const { output } = execution;
  return {
    ...execution,
    exit,
    signal: undefined,
    milliseconds: execution.milliseconds + milliseconds,
    output: { ...output, stderr: output.stderr + stderr },
  };
}
