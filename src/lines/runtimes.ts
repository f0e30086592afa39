import { basename } from "node:path";
import {
  pythonBatchEnvironment,
  pythonLinesEnvironment,
  readPythonReport,
} from "../../runtimes/lines-python/launch.ts";
import type { LinesPlan, LinesReport } from "../../runtimes/protocol/lines.ts";
import { interpreterOf, splitEnv } from "../trial/command/program-file.ts";

/** How the programs of one language are run with a line changed. */
export interface LinesRuntime {
  /** The variables to start a run with, which follows the plan in a file. Undefined: the runtime runs whole batches. */
  readonly environment: (plan: LinesPlan, planFile: string) => Record<string, string> | undefined;
  /** The variables to start a command with that then makes all runs of a batch. Undefined: each is started by itself. */
  readonly batchEnvironment?: (batchFile: string) => Record<string, string>;
  readonly readReport: (plan: LinesPlan) => LinesReport;
  /** Maximum number of changes to try; runs of some languages take longer than those of others. */
  readonly maxChanges: number;
}

/** Undefined: lines of this program cannot be changed. */
export function linesRuntimeFor(language: string, command: readonly string[], cwd: string): LinesRuntime | undefined {
  if (language !== "python") return undefined;
  const python = {
    environment: (_: LinesPlan, planFile: string) => pythonLinesEnvironment(planFile),
    readReport: ({ report }: LinesPlan) => readPythonReport(report),
    maxChanges: 1000,
  };
  return isStartedDirectly(command, cwd)
    ? { ...python, environment: () => undefined, batchEnvironment: pythonBatchEnvironment }
    : python;
}

/** The first process of the command is Python itself. */
function isStartedDirectly(words: readonly string[], cwd: string): boolean {
  const [program = ""] = splitEnv(words).command;
  return [basename(program), interpreterOf(program, cwd) ?? ""].some((name) => /^python[\d.]*$/.test(name));
}
