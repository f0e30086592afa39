import { existsSync, readFileSync } from "node:fs";
import type { Launch } from "../protocol/launch.ts";
import type { ProcessEnd, RunEnd } from "../protocol/run-end.ts";
import type { DriverPlan } from "../protocol/state.ts";
import { writePlanAnswer } from "./plan-answer.ts";

interface Driver {
  /** The language, for people. */
  readonly language: string;
  /** How to start it; the file is for how the run ended (`RunEnd`). */
  readonly argv: (endingFile: string) => readonly string[];
}

/** A driver of its own beside the program. It leaves a file beside the plan. */
export function launchDriver({ language, argv }: Driver, planFile: string, plan: DriverPlan): Launch {
  const endingFile = `${planFile}.ending`;
  return {
    plan,
    argv: [process.execPath, ...argv(endingFile)],
    environment: {},
    end: (ended) => runEndFrom(endingFile, plan, ended, language),
  };
}

/** Answers for a driver that was killed. */
function runEndFrom(endingFile: string, plan: DriverPlan, { exit, signal }: ProcessEnd, language: string): RunEnd {
  if (existsSync(endingFile)) return JSON.parse(readFileSync(endingFile, "utf8"));
  const reason = `the driver for ${language} ended with ${signal ?? exit}`;
  writePlanAnswer(plan.answer, { failed: true, why: "other", reason });
  return { message: reason };
}
