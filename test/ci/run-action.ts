import type { ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";
import { environment, program } from "../cli/culprit.ts";
import { runScript } from "./run-script.ts";

interface Step {
  readonly name: string;
  readonly run?: string;
  readonly uses?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly "working-directory"?: string;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

const action: Action = parse(readFileSync(new URL("../../action.yml", import.meta.url), "utf8"));

/** What a runner of GitHub sets for a pull request. */
export interface Job {
  readonly folder: string;
  /** The address of the API: the only thing that is not as on GitHub. */
  readonly api: string;
  readonly inputs: Readonly<Record<string, string>>;
  readonly env?: NodeJS.ProcessEnv;
  readonly onStart?: (child: ChildProcess) => void;
}

export interface JobEnd {
  readonly code: number | null;
  readonly log: string;
  readonly summary: string;
  readonly outputs: Readonly<Record<string, string>>;
}

export const token = "ghs_0123456789abcdefghijklmnopqrstuvwxyzAB";

/**
 * Runs the steps of the action that have a `run`, in order and unmodified, with bash as a runner does. Steps of GitHub's own (cache,
 * upload-artifact) are left out: what they carry from one job to the next is still in the folder.
 */
export async function runAction(job: Job): Promise<JobEnd> {
  const place = mkdtempSync(join(tmpdir(), "culprit-job-"));
  const files = {
    event: join(place, "event.json"),
    summary: join(place, "summary.md"),
    outputs: join(place, "outputs"),
  };
  writeFileSync(files.event, JSON.stringify({ pull_request: { number: 7, base: { sha: "0".repeat(40) } } }));
  for (const file of [files.summary, files.outputs]) writeFileSync(file, "");
  let log = "";
  let code: number | null = 0;
  for (const step of action.runs.steps) {
    if (step.run === undefined || code !== 0) continue;
    const end = await runScript(step.run, {
      cwd: join(job.folder, filled(step["working-directory"] ?? ".", job)),
      env: { ...environment(), ...githubVariables(job, files), ...job.env, ...stepVariables(step, job) },
      onStart: step.env && job.onStart,
    });
    log += end.log;
    code = end.code;
  }
  const end = { code, log, summary: readFileSync(files.summary, "utf8"), outputs: readOutputs(files.outputs) };
  rmSync(place, { recursive: true });
  return end;
}

function githubVariables({ api }: Job, files: { event: string; summary: string; outputs: string }): NodeJS.ProcessEnv {
  return {
    CI: "true",
    GITHUB_ACTIONS: "true",
    GITHUB_API_URL: api,
    GITHUB_REPOSITORY: "ada/shop",
    GITHUB_WORKFLOW: "Tests",
    GITHUB_WORKFLOW_REF: "ada/shop/.github/workflows/test.yml@refs/pull/7/merge",
    GITHUB_JOB: "unit",
    GITHUB_EVENT_PATH: files.event,
    GITHUB_HEAD_REF: "pull-request",
    GITHUB_BASE_REF: "main",
    GITHUB_REF_NAME: "7/merge",
    GITHUB_STEP_SUMMARY: files.summary,
    GITHUB_OUTPUT: files.outputs,
  };
}

function stepVariables({ env = {} }: Step, job: Job): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, filled(value, job)]));
}

/** The expressions of a step, as the runner evaluates them. */
function filled(text: string, { inputs }: Job): string {
  const known = { culprit: `${process.execPath} ${program}`, ...inputs };
  return text.replace(/\$\{\{ (\S+) \}\}/g, (_, name: string) => {
    if (name === "github.token") return token;
    const input = name.replace(/^inputs\./, "") as keyof typeof known;
    return known[input] ?? filled(action.inputs[input]!.default!, { inputs } as Job);
  });
}

function readOutputs(file: string): Record<string, string> {
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  return Object.fromEntries(lines.map((line) => line.split(/=(.*)/s)));
}
