import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SuitePlan } from "../../runtimes/protocol/suite.ts";
import { suiteEnvironment } from "../../runtimes/suites/launch.ts";
import { overlayObstacle, overlayOf } from "../trial/isolation/overlays.ts";
import type { Experiment, World } from "../trial/laboratory.ts";
import type { Execution } from "../trial/process/execution.ts";
import { readSuiteReport, type SuiteReport } from "./suite-report.ts";

/** A command that runs tests, and the folder that these may write to. */
export interface SuiteCommand {
  readonly argv: readonly string[];
  readonly cwd: string;
  /** Contains `cwd`. What tests write there is seen by the tests of the same run, and by no others. */
  readonly root: string;
}

export interface SuiteExperiment {
  /** Equal for experiments that no test can tell apart. */
  readonly content: string;
  readonly plan: Omit<SuitePlan, "report">;
  /** What the run amounts to; undefined: what the command's own end does. */
  readonly judge?: (execution: Execution, report: SuiteReport) => Execution;
  /** Receives what was seen, also of a run that was ended before it was done. */
  readonly onReport?: (report: SuiteReport) => void;
}

/** A run of a command whose test runners follow a plan. */
export function suiteWorld(command: SuiteCommand, experiment: SuiteExperiment): World {
  const { content, plan, judge, onReport } = experiment;
  const reportIn = (folder: string) => join(folder, "report.jsonl");
  const world = layeredWorld(command, {
    content,
    make: (folder) => {
      const planFile = join(folder, "plan.json");
      const report = reportIn(folder);
      writeFileSync(planFile, JSON.stringify({ ...plan, report } satisfies SuitePlan));
      return {
        environment: suiteEnvironment(planFile),
        ...(judge ? { judge: async (execution) => judge(execution, readSuiteReport(report)) } : {}),
      };
    },
  });
  return { ...world, cleanUp: ({ folder }) => onReport?.(readSuiteReport(reportIn(folder))) };
}

export interface LayeredExperiment {
  readonly content: string;
  /** What is not as usual, given an empty folder. */
  readonly make: (folder: string) => Partial<Experiment>;
}

/** A command in the user's folder that sees what it writes there, while no other command does. Where that cannot be, it is written there. */
export function layeredWorld({ argv, cwd, root }: SuiteCommand, { content, make }: LayeredExperiment): World {
  const isLayered = overlayObstacle(root) === undefined;
  return {
    content,
    make: (folder) => {
      const { environment, ...rest } = make(folder);
      return {
        argv,
        cwd,
        stdin: undefined,
        candidate: [],
        overlays: isLayered ? [{ ...overlayOf(root, join(folder, "layer")), emptied: [".culprit"] }] : [],
        ...rest,
        environment: { ...environment, CULPRIT_CWD: cwd },
      };
    },
  };
}
