import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { nodeLinesEnvironment } from "../../../runtimes/lines-node/launch.ts";
import type { LinesPlan, LinesReport } from "../../../runtimes/protocol/lines.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { execute, type Ran } from "../execute.ts";

const preload = join(import.meta.dirname, "../../../dist/cjs/runtimes/lines-node/preload.js");

/** A folder with the files of a program. */
export function makeProgram(files: Readonly<Record<string, string>>): string {
  const root = temporaryFolder("lines");
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return root;
}

export interface LinesRun extends Ran {
  /** Of all processes that wrote one. */
  readonly reports: readonly LinesReport[];
}

/** Runs a command in a program's folder by a plan. */
export async function runLines(root: string, command: readonly string[], plan: Partial<LinesPlan>, environment = {}) {
  const folder = temporaryFolder("lines");
  const report = join(folder, "report");
  const planFile = join(folder, "plan.json");
  writeFileSync(planFile, JSON.stringify({ root, report, ...plan }));
  const variables = { ...environment, ...nodeLinesEnvironment(planFile, environment, preload) };
  const ran = await execute(command, { cwd: root, environment: variables, timeout: 60_000 });
  const names = readdirSync(folder).includes("report") ? readdirSync(report) : [];
  const reports: LinesReport[] = names.map((name) => JSON.parse(readFileSync(join(report, name), "utf8")));
  return { ...ran, reports } satisfies LinesRun;
}

/** The lines of a file in a traced run, and the site with a text. */
export function tracedFile(run: LinesRun, file: string) {
  return {
    lines: run.reports.flatMap(({ lines }) => lines?.[file] ?? []),
    site: (text: string) => {
      const sites = run.reports.flatMap((report) => report.sites ?? []);
      const found = sites.find((site) => site.file === file && site.text === text);
      if (!found) throw new Error(`no site ${text} in ${JSON.stringify(sites.map((site) => site.text))}`);
      return found;
    },
  };
}
