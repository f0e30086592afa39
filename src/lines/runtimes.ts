import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type NativeProgram,
  nativeBatchEnvironment,
  nativeLinesEnvironment,
  prepareNative,
  readNativeReport,
  startsDirectly,
} from "../../runtimes/lines-native/launch.ts";
import { nodeLinesEnvironment } from "../../runtimes/lines-node/launch.ts";
import {
  pythonBatchEnvironment,
  pythonLinesEnvironment,
  readPythonReports,
} from "../../runtimes/lines-python/launch.ts";
import type { LinesPlan, LinesReport } from "../../runtimes/protocol/lines.ts";
import { splitEnv } from "../trial/command/program-file.ts";
import type { ProgramLanguage } from "../trial/command/program-language.ts";
import { startsPython } from "../trial/command/starts-python.ts";
import { mergeReports } from "./merge-reports.ts";

/** How the programs of one language are run with a line changed. */
export interface LinesRuntime {
  /** The variables to start a run with, which follows the plan in a file. Undefined: the runtime runs whole batches. */
  readonly environment: (plan: LinesPlan, planFile: string) => Awaitable<Record<string, string> | undefined>;
  /** The variables to start a command with that then makes all runs of a batch. Undefined: each is started by itself. */
  readonly batchEnvironment?: (batchFile: string) => Record<string, string>;
  readonly readReport: (plan: LinesPlan) => Awaitable<LinesReport>;
  /** Maximum number of changes to try; runs of some languages take longer than those of others. */
  readonly maxChanges: number;
}

type Awaitable<T> = T | Promise<T>;

/** Why the lines of a program cannot be changed; a sentence continues so that begins with the program. */
export interface NotChangeable {
  readonly reason: string;
}

export async function linesRuntimeFor(
  language: ProgramLanguage,
  command: readonly string[],
  cwd: string,
): Promise<LinesRuntime | NotChangeable> {
  if (language === "node") return node;
  if (language === "python") return startsPython(command, cwd) ? forkingPython : python;
  if (language === "go") return { reason: "is written in Go, and code is not changed in Go programs" };
  if (language === "java") return { reason: "is written in Java, and code is not changed in Java programs" };
  const native = await prepareNative(splitEnv(command).command[0] ?? "", cwd, cwd);
  if ("reason" in native) return native;
  return startsDirectly(native, command, cwd) ? forkingNative(native) : nativeRuntime(native);
}

function nativeRuntime(native: NativeProgram): LinesRuntime {
  return {
    environment: (plan, planFile) => nativeLinesEnvironment(native, plan, { planFile }),
    readReport: async (plan) => {
      const report = await readNativeReport(native, plan);
      return !report || "reason" in report ? {} : report;
    },
    maxChanges: 1000,
  };
}

function forkingNative(native: NativeProgram): LinesRuntime {
  return {
    ...nativeRuntime(native),
    environment: () => undefined,
    batchEnvironment: (batchFile) => nativeBatchEnvironment(native, batchFile),
  };
}

const node: LinesRuntime = {
  environment: (_, planFile) => nodeLinesEnvironment(planFile, process.env),
  readReport: ({ report }) => mergeReports(readJsonFiles(report)),
  maxChanges: 200,
};

const python: LinesRuntime = {
  environment: (_, planFile) => pythonLinesEnvironment(planFile),
  readReport: ({ report }) => mergeReports(readPythonReports(report)),
  maxChanges: 200,
};

const forkingPython: LinesRuntime = {
  ...python,
  environment: () => undefined,
  batchEnvironment: (batchFile) => pythonBatchEnvironment(batchFile),
  maxChanges: 1000,
};

/** A process that was killed while it wrote may have left half a file. */
function readJsonFiles(folder: string): LinesReport[] {
  const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return names.flatMap((name) => {
    try {
      return [JSON.parse(readFileSync(join(folder, name), "utf8")) as LinesReport];
    } catch {
      return [];
    }
  });
}
