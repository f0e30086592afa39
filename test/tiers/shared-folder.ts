import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** A folder for what is compiled once and used by several test files of one run. */
    sharedFolder: string;
  }
}

/** Every project calls this, and all of them get the same folder. */
export default function setUp(project: TestProject): () => void {
  process.env.CULPRIT_TESTS_SHARED ??= mkdtempSync(join(tmpdir(), "culprit-tests-shared-"));
  const folder = process.env.CULPRIT_TESTS_SHARED;
  project.provide("sharedFolder", folder);
  putPythonFirst();
  return () => rmSync(folder, { recursive: true, force: true });
}

/** A version manager's `python3` is a script that looks for the interpreter each time, which takes longer than most tests do. */
function putPythonFirst(): void {
  const { status, stdout } = spawnSync(
    "sh",
    ["-c", "command -v python3 && python3 -c 'import sys; print(sys.executable)'"],
    {
      encoding: "utf8",
    },
  );
  const [found, interpreter] = stdout.split("\n").map(dirname);
  if (status === 0 && interpreter !== found) process.env.PATH = [interpreter, process.env.PATH].join(delimiter);
}
