import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";

const version = "poetry==2.5.1";
const folder = join(inject("sharedFolder"), "poetry");
const program = join(folder, "bin/poetry");
if (!existsSync(program)) install();

/** Why there is no Poetry; undefined: there is. */
export const noPoetry = existsSync(program) ? undefined : `pip cannot install ${version} here`;

/** Variables with which programs find this Poetry, which adds its words to the file `calls`. */
export function poetryVariables(calls: string): Record<string, string> {
  const path = join(folder, "only");
  const script = join(path, "poetry");
  mkdirSync(path, { recursive: true });
  writeFileSync(script, `#!/bin/sh\necho "$@" >> "$POETRY_CALLS"\nexec ${program} "$@"\n`);
  chmodSync(script, 0o755);
  return { PATH: `${path}:${process.env.PATH}`, POETRY_CALLS: calls, POETRY_CACHE_DIR: join(folder, "cache") };
}

/** Runs Poetry in a folder, with environments and a cache of the tests' own; returns what it prints. */
export function poetry(cwd: string, ...words: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, [...words, "--no-interaction"], {
    ...{ cwd, encoding: "utf8" },
    env: { ...process.env, POETRY_VIRTUALENVS_IN_PROJECT: "true", POETRY_CACHE_DIR: join(folder, "cache") },
  });
  if (status !== 0) throw new Error(`poetry ${words.join(" ")}: ${stdout}${stderr}`);
  return stdout;
}

/** Into an environment of its own, which cannot be moved once it is made. */
function install(): void {
  const limits = { stdio: "ignore", timeout: 240_000 } as const;
  spawnSync("python3", ["-m", "venv", folder], limits);
  const words = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary=:all:", version];
  const { status } = spawnSync(join(folder, "bin/python"), words, limits);
  if (status !== 0) rmSync(folder, { recursive: true, force: true });
}
