import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { RunRecord } from "../../src/run/record/record.ts";
import type { RunRequest } from "../../src/run/request.ts";
import { resumeRun } from "../../src/web/server/control.ts";
import { temporaryFolder } from "../temporary-folder.ts";

/** Ends at once, and leaves a process that holds its stderr open. */
const program = `
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
const left = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], {
  detached: true,
  stdio: ["ignore", "ignore", "inherit"],
});
left.unref();
writeFileSync("left.pid", String(left.pid));
console.error("The disk is full.");
process.exitCode = 1;
`;

test("a resumed run has ended when its process has, whatever that has started and left", async () => {
  const cwd = temporaryFolder("control");
  const request = { cwd, test: ["t"], conditions: {} } as unknown as RunRequest;
  const record = RunRecord.create(cwd, { kind: "input", version: "1", request });
  const path = join(cwd, "program.mjs");
  writeFileSync(path, program);
  const problems: string[] = [];
  try {
    await resumeRun(record, {}, path, (problem) => problems.push(problem));
    expect(problems).toEqual(["The disk is full."]);
  } finally {
    process.kill(Number(readFileSync(join(cwd, "left.pid"), "utf8")));
  }
});
