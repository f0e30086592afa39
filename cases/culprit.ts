import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CauseEntry } from "../src/core/finding.ts";
import type { AnyFinding } from "../test/any-finding.ts";
import type { History, HistoryFinding } from "../test/worlds/histories.ts";
import { commandsOf } from "./races.ts";
import { root } from "./root.ts";
import type { Stateful } from "./states.ts";
import type { Workshop } from "./workshop.ts";

/** What the command found, and the files it wrote. */
export interface Found {
  readonly finding: AnyFinding;
  readonly failing: Buffer;
  /** Of a pair. */
  readonly passing?: Buffer;
}

/** The built command: what users run. */
const program = join(root, "dist", "src", "cli", "main.js");

/** Runs `culprit input` in the workshop, as a user would, with two tests at a time. */
export async function culpritInput(
  workshop: Workshop,
  argv: readonly string[],
  test: readonly string[],
): Promise<Found> {
  const output = await runCulprit(workshop, ["input", ...argv, "--jobs", "2", "--json", "--quiet", "--", ...test]);
  const finding: AnyFinding = JSON.parse(output);
  const { failing, passing } = finding.files;
  if (failing === undefined) throw new Error(`culprit ${argv.join(" ")}: ${finding.verdict}. ${finding.reason ?? ""}`);
  return {
    finding,
    failing: readFileSync(failing),
    ...(passing === undefined ? {} : { passing: readFileSync(passing) }),
  };
}

/** Runs `culprit args` likewise. */
export async function culpritArgs(
  workshop: Workshop,
  argv: readonly string[],
  { test, args }: { readonly test: readonly string[]; readonly args: readonly string[] },
): Promise<AnyFinding> {
  const words = ["args", ...argv, "--jobs", "2", "--json", "--quiet", "--", ...test, ":::", ...args];
  return JSON.parse(await runCulprit(workshop, words));
}

/** Runs `culprit changes` likewise. */
export async function culpritChanges(
  workshop: Workshop,
  argv: readonly string[],
  test: readonly string[],
): Promise<AnyFinding> {
  const words = ["changes", ...argv, "--jobs", "2", "--json", "--quiet", "--", ...test];
  return JSON.parse(await runCulprit(workshop, words));
}

/** Runs `culprit history` in a repository, likewise. */
export async function culpritHistory({ stopped }: Workshop, { folder, build, test }: History): Promise<HistoryFinding> {
  const building = build === undefined ? [] : ["--build", build];
  const words = ["history", ...building, "--jobs", "2", "--json", "--quiet", "--", ...test];
  return JSON.parse(await runCulprit({ path: folder, stopped }, words));
}

/** Runs `culprit schedule` on a program in a folder, built first if it has to be. */
export async function culpritSchedule(
  { stopped }: Workshop,
  path: string,
  { file, options }: { readonly file: string; readonly options: readonly string[] },
): Promise<AnyFinding> {
  const place = { path, stopped };
  const { build, test } = commandsOf(file);
  if (build) await runCulprit(place, ["schedule", "build", "--", ...build]);
  return JSON.parse(
    await runCulprit(place, ["schedule", ...options, "--jobs", "2", "--json", "--quiet", "--", ...test]),
  );
}

/** Runs `culprit schedule` on a program that uses a package, whose lines are told as if they were the program's own. */
export async function culpritPackage(
  { stopped }: Workshop,
  path: string,
  { file, package: name, schedules }: { readonly file: string; readonly package: string; readonly schedules: number },
): Promise<AnyFinding> {
  const words = ["--packages", name, "--jobs", "2", "--explore", String(schedules), "--json", "--quiet"];
  return JSON.parse(await runCulprit({ path, stopped, ends: [0, 1] }, ["schedule", ...words, "--", "node", file]));
}

/** Runs `culprit state` on a program in a folder; without places it chooses them. */
export async function culpritState(
  { stopped }: Workshop,
  path: string,
  { pass, fail, test, at }: Pick<Stateful, "pass" | "fail" | "test"> & { readonly at?: string },
): Promise<AnyFinding> {
  const places = at === undefined ? [] : ["--at", at];
  const words = ["--pass", pass.join(" "), "--fail", fail.join(" "), ...places];
  const argv = ["state", ...words, "--jobs", "2", "--json", "--quiet", "--", "sh", "-c", test];
  return JSON.parse(await runCulprit({ path, stopped, ends: [0, 1] }, argv));
}

interface Place {
  readonly path: string;
  readonly stopped: AbortSignal;
  /** With these the command has something to say; 1 is that no cause was found. */
  readonly ends?: readonly number[];
}

function runCulprit({ path, stopped, ends = [0] }: Place, argv: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [program, ...argv], { cwd: path, signal: stopped });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text) => (stderr += text));
  return new Promise((resolve, reject) => {
    // Stopping it is an error to Node; here it counts as ended only when it has cleaned up.
    child.on("error", () => {});
    child.on("close", (code) => {
      if (code !== null && ends.includes(code)) resolve(stdout);
      else reject(new Error(`culprit ${argv.join(" ")} ended with ${code}: ${stderr}`));
    });
  });
}

/** The bytes of a cause. */
export function bytesOf(cause: readonly CauseEntry[]): Buffer {
  return Buffer.concat(
    cause.map(({ text, base64, new: now }) => Buffer.from(text ?? base64 ?? now ?? "", base64 ? "base64" : "utf8")),
  );
}
