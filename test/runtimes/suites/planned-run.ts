import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { LeakPlan, LeakReport, SuitePlan, TestName } from "../../../runtimes/protocol/suite.ts";
import { readSuiteReport, type SuiteReport } from "../../../src/suites/suite-report.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
/** The environment is that of the built package: its files are what runs inside a test runner. */
const { suiteEnvironment } = await import(join(root, "dist/runtimes/suites/launch.js"));

/** A program of node_modules, as words that start it. */
export const installed = (path: string): readonly string[] => [process.execPath, join(root, "node_modules", path)];

/** A project in a temporary folder. */
export class Project {
  readonly path = temporaryFolder("suite");

  constructor(files: Readonly<Record<string, string>>) {
    for (const [name, content] of Object.entries(files)) this.write(name, content);
  }

  write(name: string, content: string): void {
    mkdirSync(dirname(join(this.path, name)), { recursive: true });
    writeFileSync(join(this.path, name), content);
  }

  /** `FILE > GROUP > NAME`, with `#2` at the end for the second test of that name. */
  test(text: string): TestName {
    const [file = "", ...names] = text.split(" > ");
    const [, last = "", nth] = /^(.*?)(?:#(\d+))?$/s.exec(names.at(-1) ?? "")!;
    const all = names.length === 0 ? [] : names.with(-1, last);
    return { file: join(this.path, file), names: all, ...(nth === undefined ? {} : { nth: Number(nth) }) };
  }

  /** Runs a command whose test runners follow a plan. Tests of the report are texts as above, with their outcomes. */
  run(words: readonly string[], plan: PlanText = {}, variables: Readonly<Record<string, string>> = {}): PlannedRun {
    const folder = temporaryFolder("suite-plan");
    const [planFile, report] = [join(folder, "plan.json"), join(folder, "report.jsonl")];
    const { tests, leftOut, leak, ...rest } = plan;
    const leakReport = join(folder, "leak.json");
    const whole: SuitePlan = {
      ...rest,
      report,
      ...(leak ? { leak: { ...leak, report: leakReport, root: this.path } } : {}),
      ...(tests ? { tests: tests.map((text) => this.test(text)) } : {}),
      ...(leftOut ? { leftOut: leftOut.map((file) => join(this.path, file)) } : {}),
    };
    writeFileSync(planFile, JSON.stringify(whole));
    const before = { ...process.env, ...variables };
    const env = { ...before, ...suiteEnvironment(planFile, before) };
    const { status, stdout, stderr } = spawnSync(words[0]!, words.slice(1), { cwd: this.path, env, encoding: "utf8" });
    const seen = readSuiteReport(report);
    const found = existsSync(leakReport) ? { leak: JSON.parse(readFileSync(leakReport, "utf8")) } : {};
    const shown = seen.tests.map((each) => this.#shown(each));
    return { status, output: stdout + stderr, report: seen, tests: shown, ...found };
  }

  /** `FILE:LINE`. */
  lines(report: LeakReport | undefined): string[] | undefined {
    return report?.lines?.map(({ file, line }) => `${file.replace(`${this.path}/`, "")}:${line}`);
  }

  #shown({ test: { file, names, nth }, outcome }: SuiteReport["tests"][number]): string {
    const id = [file.replace(`${this.path}/`, ""), ...names].join(" > ");
    return `${id}${nth === undefined ? "" : `#${nth}`}: ${outcome}`;
  }
}

interface PlanText extends Pick<SuitePlan, "parallel" | "seed"> {
  readonly tests?: readonly string[];
  readonly leftOut?: readonly string[];
  readonly leak?: Omit<LeakPlan, "report" | "root">;
}

interface PlannedRun {
  readonly status: number | null;
  readonly output: string;
  readonly report: SuiteReport;
  readonly tests: readonly string[];
  readonly leak?: LeakReport;
}
