import { readFileSync } from "node:fs";
import { reasonOf } from "../../../core/reason.ts";
import { UserError } from "../../../core/user-error.ts";
import type { Failure } from "../../../trial/failure.ts";
import type { EnvironmentRecord } from "../surroundings/environment-record.ts";
import type { Machine } from "../surroundings/machine.ts";
import type { ToolVersions } from "../surroundings/tool-versions.ts";

/** How a test came out on a machine, and all that may have decided it. */
export interface Capture {
  readonly format: typeof captureFormat;
  readonly date: string;
  readonly test: readonly string[];
  readonly outcome: "pass" | "fail";
  readonly ended: string;
  /** If it fails. */
  readonly failing?: {
    readonly failure: Failure;
    /** The test of a suite, its file relative to the project's folder. */
    readonly test?: { readonly file: string; readonly names: readonly string[] };
    readonly id?: string;
    /** What the command as a whole fails with. */
    readonly whole: Failure;
  };
  readonly machine: Machine;
  readonly tools: ToolVersions;
  readonly environment: EnvironmentRecord;
  readonly files?: CapturedFiles;
}

/** The files of a project, except ignored ones. */
export interface CapturedFiles {
  readonly tree: string;
  /** The commit that they are based on: what it has is not in the pack. */
  readonly base?: string;
  /** The contents that are not there, as git packs them, in base 64. */
  readonly pack: string;
}

export const captureFormat = "culprit-capture-1";

export function readCapture(path: string): Capture {
  let read: unknown;
  try {
    read = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new UserError(`Cannot read ${path} as a file of culprit capture: ${reasonOf(error)}.`);
  }
  const capture = Object(read) as Omit<Partial<Capture>, "format"> & { readonly format?: unknown };
  const { format } = capture;
  if (format === captureFormat && isWhole(capture)) return capture as Capture;
  if (format === captureFormat) throw new UserError(`${path} lacks parts of a capture: capture it again.`);
  throw new UserError(
    typeof format === "string" && format.startsWith("culprit-capture-")
      ? `${path} was written by another version of culprit (${format}): capture it again.`
      : `${path} is no file of culprit capture. To make one on the other machine: culprit capture -- TEST`,
  );
}

/** Whether all parts are there that every capture has. */
function isWhole({ date, outcome, failing, machine, tools, environment }: Omit<Partial<Capture>, "format">): boolean {
  const isOutcome = outcome === "pass" || (outcome === "fail" && failing?.whole !== undefined);
  const hasDate = !Number.isNaN(Date.parse(date ?? ""));
  return isOutcome && hasDate && !!machine?.limits && !!tools && !!environment?.values && !!environment.hashes;
}
