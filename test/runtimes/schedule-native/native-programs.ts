import { execFile, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { inject } from "vitest";
import { nativeLogText } from "../../../runtimes/protocol/native-log.ts";
import { buildFlags, type YieldLevel } from "../../../src/causes/schedule/native/build-flags.ts";
import {
  compileRuntimeLibrary,
  runtimeLibraryEnvironment,
} from "../../../src/causes/schedule/native/runtime-library.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const run = promisify(execFile);

/** The folder with the sources of the programs. */
export const sources = join(import.meta.dirname, "../../worlds/programs/schedule/native");

/** How a run under the runtime ended; `log` is empty if the program was not controlled. */
export interface NativeRun {
  readonly exit: number | string;
  readonly log: string;
  readonly stdout: string;
  readonly stderr: string;
}

interface BuildOptions {
  readonly level?: YieldLevel;
  readonly compiler?: string;
  readonly optimise?: string;
}

/** Builds programs once for all test files of a run, and runs them under plans in a folder of this test file. */
class NativePrograms {
  readonly folder = temporaryFolder("native");
  readonly library: string;
  readonly #shared: string;

  constructor(shared: string, library: string) {
    this.#shared = shared;
    this.library = library;
  }

  /** The path of the program. Tests must not change it. */
  async build(
    source: string,
    { level = "access", compiler = "gcc", optimise = "-O1" }: BuildOptions = {},
  ): Promise<string> {
    const flags = buildFlags(level, this.library, compiler.startsWith("clang") ? "clang" : "gcc");
    const compile = [optimise, "-pthread", ...flags.compile];
    const link = ["-pthread", ...(level === "sync" ? [] : flags.link)];
    const text = readFileSync(join(sources, source), "utf8");
    const key = createHash("sha256")
      .update(JSON.stringify([source, text, compiler, compile, link]))
      .digest("hex");
    const name = `${basename(source).replace(/\W/g, "-")}-${key.slice(0, 16)}`;
    const program = join(this.#shared, "programs", name);
    if (existsSync(program)) return program;
    // Compiled aside: another test file may be building the same program, or running it already.
    const aside = join(this.folder, name);
    await run(compiler, [...compile, "-c", "-o", `${aside}.o`, join(sources, source)]);
    await run(compiler, ["-o", aside, `${aside}.o`, ...link]);
    mkdirSync(dirname(program), { recursive: true });
    try {
      linkSync(aside, program);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    return program;
  }

  /** Runs a program under a plan. */
  execute(program: string, plan: readonly string[], args: readonly string[] = []): NativeRun {
    const { env, log } = this.prepare(plan);
    const { status, signal, stdout, stderr } = spawnSync(program, args, { env, encoding: "utf8", timeout: 300_000 });
    return { exit: status ?? signal!, log: existsSync(log) ? nativeLogText(readFileSync(log)) : "", stdout, stderr };
  }

  /** The environment that makes a program follow a plan, and the path of the log that it will write. */
  prepare(plan: readonly string[]): { readonly env: NodeJS.ProcessEnv; readonly log: string } {
    const [planPath, log] = [join(this.folder, "plan"), join(this.folder, "log")];
    rmSync(log, { force: true });
    writeFileSync(planPath, plan.map((line) => `${line}\n`).join(""));
    // To print a backtrace Rust reads /proc/self/maps, which is not the same under every plan.
    const plain = { ...process.env, RUST_BACKTRACE: "0" };
    return { env: { ...plain, ...runtimeLibraryEnvironment({ library: this.library, plan: planPath, log }) }, log };
  }

  /** The first run that does not exit with 0, under plans that between them fail on most races. */
  findFailure(program: string, words: readonly string[] = []): NativeRun {
    for (const policy of policies(40)) {
      const run = this.execute(program, [policy, "limit 100000"], words);
      if (run.exit !== 0) return run;
    }
    throw new Error(`no schedule fails: ${program}`);
  }

  /** Environment of a culprit process that finds the compiled runtime in its cache, which is below `folder`. */
  cacheIn(folder: string): Record<string, string> {
    const compiled = dirname(this.library);
    const cache = join(folder, "cache");
    cpSync(compiled, join(cache, "culprit", basename(compiled)), { recursive: true });
    return { XDG_CACHE_HOME: cache };
  }
}

/** For the top of a test file: compiles the runtime if no other test file has done so yet. */
export async function nativePrograms(): Promise<NativePrograms> {
  const shared = inject("sharedFolder");
  const { library } = await compileRuntimeLibrary(join(shared, "runtime"));
  return new NativePrograms(shared, library);
}

/** What happened, as a plan that makes it happen again. */
export function segmentsOf(log: string): string[] {
  return [...log.matchAll(/^run (\S+) (\d+) /gm)].map(([, lane, count]) => `segment ${lane} ${count}`);
}

/** Four policies for each seed. */
export function* policies(seeds: number): Generator<string> {
  for (let seed = 1; seed <= seeds; seed++) {
    yield `policy uniform ${seed} 3`;
    yield `policy uniform ${seed} 30`;
    yield `policy pct ${seed} 3 100`;
    yield `policy biased ${seed} 30`;
  }
}

/** The number of the line that is marked with a comment. */
export function lineMarked(source: string, mark: string): number {
  const lines = readFileSync(join(sources, source), "utf8").split("\n");
  return lines.findIndex((line) => line.includes(`// ${mark}`)) + 1;
}
