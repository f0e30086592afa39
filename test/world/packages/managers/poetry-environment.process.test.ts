import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { poetrysEnvironment } from "../../../../src/world/packages/managers/python/poetry-environment.ts";
import { temporaryFolder } from "../../../temporary-folder.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

/** A poetry that answers one question. */
function writePoetry(folder: string, answer: string): void {
  const program = join(folder, "poetry");
  writeFileSync(program, `#!/bin/sh\n[ "$*" = "env info --path" ] || exit 2\n${answer}\n`);
  chmodSync(program, 0o755);
  vi.stubEnv("PATH", `${folder}:${process.env.PATH}`);
  vi.stubEnv("VIRTUAL_ENV", "");
}

test("the environment that Poetry keeps for a project is the user's", () => {
  writePoetry(temporaryFolder("poetry"), "echo /environments/app-Ab3-py3.11");
  expect(poetrysEnvironment(temporaryFolder("project"))).toBe("/environments/app-Ab3-py3.11");
});

test("where Poetry keeps none, there is none; one in the project comes first", () => {
  writePoetry(temporaryFolder("poetry"), "exit 1");
  expect(poetrysEnvironment(temporaryFolder("project"))).toBeUndefined();
  const project = temporaryFolder("project");
  mkdirSync(join(project, ".venv"));
  writeFileSync(join(project, ".venv/pyvenv.cfg"), "");
  expect(poetrysEnvironment(project)).toBe(join(project, ".venv"));
});
