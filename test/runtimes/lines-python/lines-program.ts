import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  pythonBatchEnvironment,
  pythonLinesEnvironment,
  readPythonReports,
} from "../../../runtimes/lines-python/launch.ts";
import type { LinesPlan, LinesReport, RunEnd, Site } from "../../../runtimes/protocol/lines.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { execute } from "../execute.ts";

export interface ProgramEnd {
  readonly status: string;
  readonly output: string;
  readonly report: LinesReport;
}

/** A Python program in a folder of its own. */
export class LinesProgram {
  readonly folder = temporaryFolder("lines-python");
  readonly #command: readonly string[];

  constructor(files: Readonly<Record<string, string>>, command: readonly string[] = ["python3", "main.py"]) {
    this.#command = command;
    for (const [name, text] of Object.entries(files)) writeFileSync(join(this.folder, name), text);
  }

  /** Runs it once for each plan, as forks of one process. */
  async runBatch(
    plans: readonly Partial<LinesPlan>[],
    more: { readonly cpuLimit?: number; readonly stdin?: string; readonly preload?: readonly string[] } = {},
  ) {
    const batch = temporaryFolder("lines-batch");
    const runs = plans.map((plan, i) => ({
      plan: this.#plan(plan, join(batch, `${i}`)),
      output: join(batch, `${i}.out`),
      temporary: batch,
    }));
    const results = join(batch, "results");
    writeFileSync(join(batch, "batch.json"), JSON.stringify({ runs, timeLimit: 60_000, results, ...more }));
    await this.#execute(pythonBatchEnvironment(join(batch, "batch.json")));
    const ends = readFileSync(results, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as RunEnd);
    return ends.map(({ run, status }): ProgramEnd => {
      const { plan, output } = runs[run]!;
      return { status, output: readFileSync(output, "utf8"), report: readPythonReports(plan.report)[0]! };
    });
  }

  /** Runs it once by itself. */
  async runAlone(plan: Partial<LinesPlan>): Promise<ProgramEnd> {
    const folder = temporaryFolder("lines-plan");
    const whole = this.#plan(plan, join(folder, "report"));
    writeFileSync(join(folder, "plan.json"), JSON.stringify(whole));
    const { code, output } = await this.#execute(pythonLinesEnvironment(join(folder, "plan.json")));
    return { status: `exit ${code}`, output, report: readPythonReports(whole.report)[0]! };
  }

  async sites(): Promise<readonly Site[]> {
    return (await this.runBatch([{ trace: true }]))[0]!.report.sites!;
  }

  #plan(plan: Partial<LinesPlan>, report: string): LinesPlan {
    mkdirSync(report, { recursive: true });
    return { root: this.folder, report, ...plan };
  }

  #execute(environment: Record<string, string>) {
    return execute(this.#command, { cwd: this.folder, environment, timeout: 120_000 });
  }
}

/** The site with a text, and one of its changes. */
export function changeOf(sites: readonly Site[], text: string, change: string) {
  const found = sites.find((each) => each.text === text && each.changes.some(({ id }) => id === change));
  if (!found)
    throw new Error(
      `no ${change} of ${text} in ${JSON.stringify(sites.map((each) => [each.text, each.changes.map(({ id }) => id)]))}`,
    );
  return { site: found.id, change };
}
