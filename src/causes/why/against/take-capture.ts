import { relative } from "node:path";
import { maskSecrets } from "../../../core/mask-secrets.ts";
import type { Run } from "../../../run/run.ts";
import { projectRoot } from "../../../suites/project-root.ts";
import { howItEnded } from "../../../trial/failure.ts";
import { Repository } from "../../../world/git/repository.ts";
import { chooseFailing } from "../failing-test.ts";
import { type FirstRun, runOnce } from "../first-run.ts";
import { GreenMemory } from "../green/green-memory.ts";
import type { WhyRequest } from "../request.ts";
import { recordEnvironment } from "../surroundings/environment-record.ts";
import { describeMachine } from "../surroundings/machine.ts";
import { toolVersions } from "../surroundings/tool-versions.ts";
import { type Capture, type CapturedFiles, captureFormat } from "./capture.ts";

export interface CaptureOptions {
  /** All files are in it, not only what the last commit lacks. */
  readonly isWhole: boolean;
}

/** Runs a test here, and describes how it came out and what may have decided that. */
export async function takeCapture(run: Run, request: WhyRequest, { isWhole }: CaptureOptions): Promise<Capture> {
  const { cwd, test: argv } = request;
  const root = projectRoot(cwd);
  const memory = new GreenMemory(cwd, argv);
  const date = new Date().toISOString();
  const tree = memory.takeTree();
  const first = await runOnce(run, { argv, cwd, root }, 1);
  return {
    format: captureFormat,
    date,
    test: maskSecrets(argv, process.env),
    outcome: first.fails ? "fail" : "pass",
    ended: howItEnded(first.execution),
    ...(first.fails ? { failing: failingOf(run, first, root) } : {}),
    machine: describeMachine(cwd),
    tools: await toolVersions(),
    environment: recordEnvironment(process.env),
    ...(tree === undefined ? {} : { files: filesOf(memory, tree, isWhole ? undefined : headOf(cwd)) }),
  };
}

function failingOf(run: Run, first: FirstRun, root: string): NonNullable<Capture["failing"]> {
  const { failure, test, id } = chooseFailing(run, first);
  return {
    failure,
    whole: chooseFailing(run, { ...first, tests: [] }).failure,
    ...(test ? { test: { ...test, file: relative(root, test.file) } } : {}),
    ...(id === undefined ? {} : { id }),
  };
}

function headOf(cwd: string): string | undefined {
  return Repository.containing(cwd)?.resolveCommit("HEAD");
}

function filesOf(memory: GreenMemory, tree: string, base: string | undefined): CapturedFiles {
  const pack = memory.store.pack(tree, base).toString("base64");
  return { tree, ...(base === undefined ? {} : { base }), pack };
}
