import { execFileSync } from "node:child_process";
import { linkSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import type { RunnerStarted, SuitePlan } from "../../protocol/suite.ts";

/** The `go test` or `cargo test` that started this process. */
export function parentCommand(): Pick<RunnerStarted, "argv" | "cwd" | "process"> {
  const parent = process.ppid;
  return { argv: commandLineOf(parent), cwd: folderOf(parent), process: parent };
}

function commandLineOf(id: number): readonly string[] {
  try {
    return readFileSync(`/proc/${id}/cmdline`, "utf8").split("\0").slice(0, -1);
  } catch {
    return execFileSync("ps", ["-o", "args=", "-p", String(id)], { encoding: "utf8" })
      .trim()
      .split(" ");
  }
}

function folderOf(id: number): string {
  try {
    return readlinkSync(`/proc/${id}/cwd`);
  } catch {
    return process.cwd();
  }
}

/**
 * One command starts many test programs, some at the same time. The first of them to call this makes a value, which all others get.
 */
export function sharedValue(
  { report }: SuitePlan,
  make: () => string,
): { readonly value: string; readonly isFirst: boolean } {
  const file = `${report}.${process.ppid}`;
  const own = `${file}.${process.pid}`;
  writeFileSync(own, make());
  try {
    linkSync(own, file);
    return { value: readFileSync(file, "utf8"), isFirst: true };
  } catch {
    return { value: readFileSync(file, "utf8"), isFirst: false };
  } finally {
    rmSync(own);
  }
}
