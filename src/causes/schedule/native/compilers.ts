import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { CompilerFamily } from "./build-flags.ts";

const run = promisify(execFile);

/** A compiler on the PATH. */
export interface Compiler {
  readonly name: string;
  readonly path: string;
  /** What it says about itself. */
  readonly version: string;
  readonly family: CompilerFamily;
}

const compilerName = /^(?:[\w.]+-linux-gnu-)?(?:cc|c\+\+|c99|c11|gcc|g\+\+|clang|clang\+\+)(?:-[\d.]+)?$/;

/** Of those with the same name, the first wins. */
export async function findCompilers(folders: readonly string[]): Promise<Compiler[]> {
  const found = new Map<string, string>();
  for (const folder of folders) {
    const names = existsSync(folder) ? await readdir(folder).catch(() => []) : [];
    for (const name of names) if (compilerName.test(name) && !found.has(name)) found.set(name, join(folder, name));
  }
  return Promise.all([...found].map(async ([name, path]) => ({ name, path, ...(await describe(path)) })));
}

async function describe(compiler: string): Promise<Pick<Compiler, "version" | "family">> {
  const version = await versionOf(compiler);
  return { version, family: /clang/i.test(version) ? "clang" : "gcc" };
}

/** Empty if it does not say. */
export async function versionOf(compiler: string): Promise<string> {
  const { stdout } = await run(compiler, ["--version"]).catch(() => ({ stdout: "" }));
  return stdout;
}
