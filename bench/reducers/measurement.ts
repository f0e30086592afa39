import { rmSync } from "node:fs";
import { join } from "node:path";
import { runCommands } from "./commands.ts";
import { readCount, type Step } from "./counter.ts";
import type { Input, Material } from "./input.ts";
import { endLeftovers } from "./leftovers.ts";
import type { Job, Tool } from "./tool.ts";
import { holds, makeWorkFolder, sizeOf, type WorkFolder, wholeSize } from "./work-folder.ts";

/** What a tool did to an input. */
export interface Measurement {
  readonly tests: number;
  readonly seconds: number;
  readonly bytes: number;
  readonly steps: readonly Step[];
  /** How it ended where not well: stopped by the limit, an exit status, a result that is not interesting. */
  readonly flaw?: string | undefined;
}

export interface Setting {
  readonly counter: string;
  readonly jobs: number;
  readonly program: string;
  readonly limitSeconds: number;
}

/** Runs a tool on an input in a new folder, all its tests counted. */
export async function measure(tool: Tool, input: Input, material: Material, setting: Setting): Promise<Measurement> {
  const folder = makeWorkFolder(material);
  const env = { COUNT_LOG: folder.log, COUNT_TEST: folder.test, COUNT_NAME: input.candidate };
  const interrupted = () => process.exit(130);
  const clear = () => {
    endLeftovers(`COUNT_LOG=${folder.log}`);
    rmSync(folder.path, { recursive: true, force: true });
  };
  process.once("SIGINT", interrupted).once("SIGTERM", interrupted).once("exit", clear);
  try {
    const job = jobIn(folder, input, material, setting);
    const began = Date.now();
    const until = began + setting.limitSeconds * 1000;
    const end = await runCommands(tool.commands(job), { cwd: folder.job, env, until });
    const seconds = (Date.now() - began) / 1000;
    const { tests, steps } = readCount(folder.log, wholeSize(material), began);
    const result = end === "CUT" ? undefined : resultOf(tool, folder, input);
    const flaw = end ?? (result === undefined ? "WRONG" : undefined);
    return { tests, seconds, steps, flaw, bytes: result ?? steps.at(-1)?.bytes ?? wholeSize(material) };
  } finally {
    process.off("SIGINT", interrupted).off("SIGTERM", interrupted).off("exit", clear);
    clear();
  }
}

function jobIn(folder: WorkFolder, input: Input, { files }: Material, { counter, jobs, program }: Setting): Job {
  const names = Object.keys(files);
  return { folder: folder.job, out: folder.out, input, files: names, test: counter, jobs, program };
}

/** The size of what the tool left, if that is interesting. */
function resultOf(tool: Tool, folder: WorkFolder, { candidate }: Input): number | undefined {
  const at = tool.inPlace ? folder.job : folder.out;
  // First the size: the test may leave files behind.
  const bytes = sizeOf(join(at, candidate));
  return bytes !== undefined && holds(folder.test, at) ? bytes : undefined;
}
