import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { constants as system } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { UserError } from "../../core/user-error.ts";
import type { TestCommand } from "../command/test-command.ts";
import { removeFolder } from "../fresh-folder.ts";
import type { Execution } from "../process/execution.ts";
import { perlEnvironment } from "../process/perl-environment.ts";
import { startError } from "../process/start-error.ts";
import { temporaryPlace } from "../temporary-place.ts";
import { mountsBelow } from "./mounts.ts";
import { blankReport } from "./sandbox-report.ts";

/**
 * A folder as a test sees it: the lower one, with what is in the upper one over it. What the test writes goes to the upper
 * one; nothing is ever written to the lower one. All paths are absolute.
 */
export interface Overlay {
  readonly lower: string;
  readonly upper: string;
  /** An empty folder for the system, beside the upper one. */
  readonly work: string;
  /** Where the test sees it. */
  readonly at: string;
  /** Folders in which nothing of the lower one is seen. */
  readonly emptied: readonly string[];
  /** Files and folders of the lower one that the test does not see. */
  readonly hidden: readonly string[];
}

/** An overlay that shows a folder in its own place, with nothing changed yet. `layer` gets what a test writes. */
export function overlayOf(folder: string, layer: string): Overlay {
  const [upper, work] = [join(layer, "upper"), join(layer, "work")];
  for (const each of [upper, work]) mkdirSync(each, { recursive: true });
  return { lower: folder, upper, work, at: folder, emptied: [], hidden: [] };
}

/** Files for one command in overlays. */
export interface OverlayFiles {
  readonly plan: string;
  readonly report: string;
}

/** Runs a command that sees these overlays; the result is as if it had run without them. */
export async function runInOverlays(
  command: TestCommand,
  overlays: readonly Overlay[],
  { plan, report }: OverlayFiles,
  execute: (each: TestCommand) => Promise<Execution>,
): Promise<Execution> {
  const execution = await execute(inOverlays(command, overlays, { plan, report }));
  const [, step, number] = /^(\w+) (\d+) ?\n/.exec(readFileSync(report, "latin1")) ?? [];
  if (step === undefined || execution.timedOut) return execution;
  if (step === "exec" || step === "cwd") throw startError(command, { step, errno: Number(number) });
  if (isFull.test(codeOf(Number(number)))) throw fullDisk(codeOf(Number(number)), overlays[0]!.upper);
  const reason = failedStep(step, Number(number));
  throw new UserError(`Cannot show the test its tree by an overlay: ${reason}. ${advice}`, 1);
}

/** Not every command that uses overlays has the option. */
const advice = "culprit changes and culprit history need no overlay with --copy.";

function inOverlays(command: TestCommand, overlays: readonly Overlay[], { plan, report }: OverlayFiles): TestCommand {
  const { argv, environment, cwd } = command;
  const { changes, forTests } = perlEnvironment({ ...process.env, ...environment });
  const list = (names: readonly string[]) => [String(names.length), ...names];
  const fields = overlays.flatMap(({ lower, upper, work, at, emptied, hidden }) => {
    return [lower, upper, work, at, ...list(emptied), ...list(hidden)];
  });
  writeFileSync(plan, [cwd, ...list(forTests), ...fields, ""].join("\0"));
  writeFileSync(report, blankReport);
  const calls = systemCalls[process.arch]!.map(String);
  return {
    ...command,
    // Until the overlay is there, the folder may be missing.
    cwd: "/",
    argv: ["perl", program, plan, report, ...calls, ...argv],
    environment: { ...environment, ...changes },
  };
}

const program = fileURLToPath(new URL("./overlays.pl", import.meta.url));

/** The numbers of unshare, mount, setxattr and prctl on Linux. */
const systemCalls: Partial<Record<string, readonly number[]>> = { x64: [272, 165, 188, 157], arm64: [97, 40, 5, 167] };

const obstacles = new Map<string, string | undefined>();

/** Why no overlay can be mounted over a folder; undefined: one can. */
export function overlayObstacle(folder: string): string | undefined {
  if (!obstacles.has(folder)) obstacles.set(folder, tryOverlay(folder));
  return obstacles.get(folder);
}

/** Time limit for the attempt, in milliseconds. */
const attemptTimeLimit = 20_000;

function tryOverlay(folder: string): string | undefined {
  if (process.platform !== "linux") return "only Linux has overlays";
  if (!systemCalls[process.arch]) return `the processor is ${process.arch}`;
  if (folder === "/") return "the folder is /";
  if (`${temporaryPlace()}/`.startsWith(`${folder}/`)) return "it contains the folder for temporary files";
  const [mount] = mountsBelow(folder);
  if (mount !== undefined) return `${mount} in it is a mount of its own`;
  const place = mkdtempSync(join(temporaryPlace(), "culprit-overlay-"));
  try {
    const files = { plan: join(place, "plan"), report: join(place, "report") };
    const overlay = { ...overlayOf(folder, place), emptied: [".culprit"] };
    const command = { argv: ["true"], cwd: folder, environment: {}, stdin: undefined, timeLimit: undefined };
    const { argv, cwd, environment } = inOverlays(command, [overlay], files);
    const [first, ...words] = argv as [string, ...string[]];
    const env = { ...process.env, ...environment };
    const { status, error } = spawnSync(first, words, { cwd, env, timeout: attemptTimeLimit, stdio: "ignore" });
    if (status === 0) return undefined;
    const [, step = "", number] = /^(\w+) (\d+)/.exec(readFileSync(files.report, "latin1")) ?? [];
    return error?.message ?? failedStep(step, Number(number));
  } finally {
    removeFolder(place);
  }
}

function failedStep(step: string, number: number): string {
  return `${step} failed (${codeOf(number)})`;
}

function codeOf(number: number): string {
  return Object.entries(system.errno).find(([, each]) => each === number)?.[0] ?? `error ${number}`;
}

const isFull = /^(?:ENOSPC|EDQUOT)$/;

/** The error that the system would have given us, had we written ourselves: the run can be resumed. */
function fullDisk(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: no space left on device, write`), { code, syscall: "write", path });
}
