import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Judged } from "../../../../src/causes/state/driver/judge.ts";
import { temporaryFolder } from "../../../temporary-folder.ts";

const judge = join(import.meta.dirname, "../../../../dist/src/causes/state/driver/judge.js");
const folder = temporaryFolder("state");

function judged(asked: Judged) {
  const file = join(folder, "judge.json");
  writeFileSync(file, JSON.stringify(asked));
  const { status, stderr } = spawnSync(process.execPath, [judge, file], { encoding: "utf8" });
  return { status, stderr };
}

test("a test decides by what it is given", () => {
  const wants = (status: string) => ["sh", "-c", `grep -q hello && [ "$CULPRIT_STATUS" = "${status}" ]`];
  const driver = ["sh", "-c", "echo hello; exit 3"];
  expect(judged({ driver, test: wants("exit 3") })).toEqual({ status: 0, stderr: "" });
  expect(judged({ driver, test: wants("exit 0") })).toEqual({ status: 1, stderr: "" });
});

test("what cannot be judged does not look like the failure", () => {
  const { status, stderr } = judged({ driver: [join(folder, "missing")], test: [] });
  expect(status).toBe(125);
  expect(stderr).toMatch(/^culprit: the run could not be judged: .*ENOENT/);
});

test("a test that does not end in time tells nothing, and that is said", () => {
  const { status, stderr } = judged({ driver: ["echo"], test: ["sleep", "100"], timeLimit: 2000 });
  expect(status).toBe(125);
  expect(stderr).toBe(
    "culprit: the test failed to end in time (2 s for the program and the test): --timeout gives it more\n",
  );
});
