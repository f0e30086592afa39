import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { DriverPlan } from "../../../../runtimes/protocol/state.ts";
import { pythonCommand } from "../../../../runtimes/state-python/launch.ts";
import { splitEnv } from "../../../trial/command/program-file.ts";
import type { World } from "../../../trial/laboratory.ts";
import { contentHash } from "../../../world/files/content-hash.ts";
import { watchableCommand } from "../command/test-runner.ts";
import { isJudgedByErrors, type StateLanguage, type StateRequest } from "../request.ts";
import type { Criterion, JudgeInput } from "./judge.ts";
import { outputMatchDetails } from "./output-match.ts";

/** Judge a run by a criterion, or only write its ending to a file. */
export type Judging = Criterion & Pick<JudgeInput, "endingFile">;

/** A program that is run by a plan, as a test that is judged. */
export function planWorld(request: StateRequest, plan: DriverPlan, criterion: Judging): World {
  const { cwd, language, maxValues, arrays, conditions } = request;
  const hints = arrays.length > 0 ? { hints: arrays } : {};
  const timeLimit = conditions.timeout === undefined ? {} : { timeLimit: conditions.timeout };
  const whole: DriverPlan = { root: cwd, maxValues, ...hints, ...plan, command: watchableCommand(plan.command) };
  const judging: Judging = isJudgedByErrors(request) ? { ...criterion, byErrors: true } : criterion;
  return {
    content: contentHash(JSON.stringify([language, whole, judging], withoutAddresses)),
    details: ({ output }) => (judging.byErrors ? undefined : outputMatchDetails(output.stdout, judging)),
    make: (folder) => {
      const [planFile, judgeFile] = [join(folder, "plan.json"), join(folder, "judge.json")];
      const { env, plan: inner } = withoutEnv(language, whole);
      const driver = [...env, ...driverCommand(language, inner, planFile)];
      writeFileSync(planFile, JSON.stringify(inner));
      writeFileSync(judgeFile, JSON.stringify({ ...judging, driver, ...timeLimit } satisfies JudgeInput));
      return {
        argv: [process.execPath, fileAt("./judge.js"), judgeFile],
        cwd,
        environment: { CULPRIT_CWD: cwd },
        stdin: plan.stdin,
        candidate: [],
      };
    },
  };
}

/** Addresses differ from run to run, and nothing depends on them. */
function withoutAddresses(key: string, value: unknown): unknown {
  return key === "address" ? undefined : value;
}

/** gdb starts the program itself, so gdb must run in the environment that `env` would set up. */
function withoutEnv(language: StateLanguage, plan: DriverPlan): { env: readonly string[]; plan: DriverPlan } {
  if (language !== "gdb") return { env: [], plan };
  const { env, command } = splitEnv(plan.command);
  return { env, plan: { ...plan, command } };
}

function driverCommand(
  language: StateLanguage,
  { capture, moments, command }: DriverPlan,
  planFile: string,
): readonly string[] {
  // Python needs no driver process beside it, unless the plan writes something.
  if (language === "python" && !capture && !moments)
    return ["env", "CULPRIT_STATE_PARENT=whoever", ...pythonCommand(planFile, command)];
  return [process.execPath, fileAt(`../../../../runtimes/state-${language}/driver.js`), planFile];
}

function fileAt(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}
