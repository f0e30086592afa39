import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { suiteEnvironment } from "../../../runtimes/suites/launch.ts";
import { restoreEnvironment } from "../../../runtimes/suites/node/environment.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

test("a runner takes back what was added to variables, and keeps what launchers added to them meanwhile", () => {
  const before = { NODE_OPTIONS: "--no-warnings", PYTHONPATH: "/a:/b", GOENV: "off" };
  const variables: Record<string, string | undefined> = { ...before, ...suiteEnvironment("/plan.json", before) };
  expect(variables.NODE_OPTIONS).toMatch(/^--no-warnings --require=/);
  expect(variables.PYTHONPATH).toMatch(/suites\/python:\/a:\/b$/);
  variables.NODE_OPTIONS = `--a ${variables.NODE_OPTIONS} --b`;
  restoreEnvironment(variables);
  expect(variables).toEqual({ ...before, NODE_OPTIONS: "--a --no-warnings --b", CULPRIT_SUITE: "/plan.json" });
});

test("flags that `go env -w` has kept still count", () => {
  const file = join(temporaryFolder("go-env"), "env");
  writeFileSync(file, "GOTOOLCHAIN=local\nGOFLAGS=-buildvcs=false\n");
  expect(suiteEnvironment("/plan.json", { GOENV: file }).GOFLAGS).toMatch(/^-buildvcs=false -exec=\S+ -count=1$/);
  expect(suiteEnvironment("/plan.json", { GOENV: file, GOFLAGS: "-v" }).GOFLAGS).toMatch(/^-v -exec=/);
  const variables = suiteEnvironment("/plan.json", { GOENV: file });
  restoreEnvironment(variables);
  expect(variables.GOFLAGS).toBe(undefined);
});
