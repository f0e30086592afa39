import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { buildFlags, type YieldLevel } from "../../../src/causes/schedule/native/build-flags.ts";
import {
  compileRuntimeLibrary,
  runtimeLibraryEnvironment,
} from "../../../src/causes/schedule/native/runtime-library.ts";

const run = promisify(execFile);
const sources = join(import.meta.dirname, "../../worlds/programs/schedule");

/** What a run under the runtime came to; `log` is empty if the program was not controlled. */
export interface Run {
  readonly exit: number | string;
  readonly log: string;
  readonly stdout: string;
  readonly stderr: string;
}

/** A folder with the runtime in it, in which programs can be built and run under plans. */
export async function nativeWorkshop() {
  const folder = mkdtempSync(join(tmpdir(), "culprit-native-"));
  const { library } = await compileRuntimeLibrary(join(folder, "runtime"));

  const build = async (
    source: string,
    { level = "access" as YieldLevel, compiler = "gcc", optimise = "-O1" } = {},
  ): Promise<string> => {
    const family = compiler.startsWith("clang") ? "clang" : "gcc";
    const flags = buildFlags(level, library, family);
    const program = join(folder, `${basename(source).replace(/\W/g, "-")}-${level}-${family}${optimise}`);
    await run(compiler, [optimise, "-pthread", ...flags.compile, "-c", "-o", `${program}.o`, join(sources, source)]);
    await run(compiler, ["-pthread", "-o", program, `${program}.o`, ...(level === "sync" ? [] : flags.link)]);
    return program;
  };

  const execute = (program: string, plan: readonly string[], args: readonly string[] = []): Run => {
    const [planned, log] = [join(folder, "plan"), join(folder, "log")];
    rmSync(log, { force: true });
    writeFileSync(planned, plan.map((line) => `${line}\n`).join(""));
    const env = { ...process.env, ...runtimeLibraryEnvironment({ library, plan: planned, log }) };
    const { status, signal, stdout, stderr } = spawnSync(program, args, { env, encoding: "utf8", timeout: 90_000 });
    return { exit: status ?? signal!, log: readLog(log), stdout, stderr };
  };

  return { folder, library, build, execute, close: () => rmSync(folder, { recursive: true, force: true }) };
}

/** What happened, as a plan that asks for it again. */
export function segmentsOf(log: string): string[] {
  return [...log.matchAll(/^run (\S+) (\d+) /gm)].map(([, lane, count]) => `segment ${lane} ${count}`);
}

/** Plans that between them fail on most races. */
export function* portfolio(seeds: number): Generator<string> {
  for (let seed = 1; seed <= seeds; seed++) {
    yield `policy uniform ${seed} 3`;
    yield `policy uniform ${seed} 30`;
    yield `policy pct ${seed} 3 100`;
    yield `policy biased ${seed} 30`;
  }
}

function readLog(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
