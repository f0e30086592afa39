import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { JudgeInput } from "../../../../src/causes/state/driver/judge.ts";
import { temporaryFolder } from "../../../temporary-folder.ts";

const program = join(import.meta.dirname, "../../../../dist/src/causes/state/driver/judge.js");
const folder = temporaryFolder("state");

function judge(input: JudgeInput) {
  const file = join(folder, "judge.json");
  writeFileSync(file, JSON.stringify(input));
  const { status, stderr } = spawnSync(process.execPath, [program, file], { encoding: "utf8" });
  return { status, stderr };
}

test("a test decides by the output and the status", () => {
  const wants = (status: string) => ["sh", "-c", `grep -q hello && [ "$CULPRIT_STATUS" = "${status}" ]`];
  const driver = ["sh", "-c", "echo hello; exit 3"];
  expect(judge({ driver, test: wants("exit 3") })).toEqual({ status: 0, stderr: "" });
  expect(judge({ driver, test: wants("exit 0") })).toEqual({ status: 1, stderr: "" });
});

test("what cannot be judged does not look like the failure", () => {
  const { status, stderr } = judge({ driver: [join(folder, "missing")], test: [] });
  expect(status).toBe(125);
  expect(stderr).toMatch(/^culprit: the run could not be judged: .*ENOENT/);
});

test("a test that does not finish in time is unresolved, with a message", () => {
  const { status, stderr } = judge({ driver: ["echo"], test: ["sleep", "100"], timeLimit: 2000 });
  expect(status).toBe(125);
  expect(stderr).toBe(
    "culprit: the test failed to finish in time (2 s for the program and the test together); use --timeout to give it more\n",
  );
});
