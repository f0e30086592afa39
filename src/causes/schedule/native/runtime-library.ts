import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { UserError } from "../../../core/user-error.ts";

const run = promisify(execFile);

/** The runtime for native threads, compiled so that it can be preloaded. */
interface RuntimeLibrary {
  readonly library: string;
}

/** The name has to contain `culprit-schedule`, by which the runtime finds itself in LD_PRELOAD. */
const libraryName = "libculprit-schedule.so";

/** The most frequently called functions, to be linked into programs beside the library. */
export const accessesName = "culprit-accesses.o";
const accessesSource = "memory-accesses/accesses.c";

const flags = ["-std=gnu11", "-O2", "-fPIC", "-fexceptions", "-fvisibility=hidden", "-pthread"];
const hideExports = '-DEXPORT=__attribute__((visibility("hidden")))';

const sourceFolder = fileURLToPath(new URL("../../../../runtimes/schedule-native", import.meta.url));

/**
 * Compiles the runtime with the user's compiler into a subfolder of `folder`, unless it is there already. The subfolder is
 * named after the sources, the compiler and the flags.
 */
export async function compileRuntimeLibrary(
  folder: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<RuntimeLibrary> {
  if (process.platform !== "linux") throw new UserError("Threads of native programs can be controlled on Linux only.");
  if (/[\s:]/.test(folder)) throw new UserError(`LD_PRELOAD cannot hold a path with a space or a colon: ${folder}`);
  const { command: compiler, version } = await findCompiler(env);
  const sources = await readSources();
  const hash = createHash("sha256")
    .update(JSON.stringify([sources, compiler, version, flags]))
    .digest("hex");
  const library = join(folder, hash.slice(0, 16), libraryName);
  if (!existsSync(library)) await compile(compiler, sources, library);
  return { library };
}

/** The variables that put a program under control: the runtime to preload, the plan to follow, the log to write. */
export function runtimeLibraryEnvironment(
  { library, plan, log }: { readonly library: string; readonly plan: string; readonly log: string },
  env: NodeJS.ProcessEnv = process.env,
): Record<string, string> {
  return {
    LD_PRELOAD: env.LD_PRELOAD ? `${library}:${env.LD_PRELOAD}` : library,
    CULPRIT_PLAN: plan,
    CULPRIT_LOG: log,
  };
}

/** $CC with its options, or else the first of cc, gcc and clang. */
async function findCompiler(env: NodeJS.ProcessEnv): Promise<{ command: string[]; version: string }> {
  const chosen = env.CC?.trim();
  for (const command of chosen ? [chosen.split(/\s+/)] : [["cc"], ["gcc"], ["clang"]]) {
    const version = await readVersion(command, env);
    if (version !== undefined) return { command, version };
  }
  const problem = chosen ? `The C compiler in $CC, ${chosen}, does not run` : "There is no C compiler (cc, gcc, clang)";
  throw new UserError(
    `${problem}. The runtime for native threads has to be compiled once: apt-get install gcc libc6-dev`,
  );
}

async function readVersion([program, ...words]: string[], env: NodeJS.ProcessEnv): Promise<string | undefined> {
  try {
    return (await run(program!, [...words, "--version"], { env })).stdout;
  } catch {
    return undefined;
  }
}

/** A source file: its path below the source folder, and its text. */
type Source = readonly [path: string, text: string];

async function readSources(): Promise<Source[]> {
  const files = await readdir(sourceFolder, { recursive: true });
  const paths = files.filter((path) => /\.[ch]$/.test(path)).sort();
  return Promise.all(paths.map(async (path) => [path, await readFile(join(sourceFolder, path), "utf8")] as const));
}

/** Compiles aside and renames: another culprit may be doing the same, and one that is killed must not leave half a library. */
async function compile(compiler: string[], sources: readonly Source[], library: string): Promise<void> {
  const folder = dirname(library);
  await mkdir(folder, { recursive: true });
  const aside = await mkdtemp(join(folder, "compiling-"));
  try {
    const [program, ...words] = compiler;
    const files = sources.flatMap(([path]) => (path.endsWith(".c") ? [join(sourceFolder, path)] : []));
    const [accesses, whole] = [join(aside, accessesName), join(aside, libraryName)];
    await run(program!, [...words, ...flags, hideExports, "-c", "-o", accesses, join(sourceFolder, accessesSource)]);
    await run(program!, [...words, ...flags, "-shared", `-Wl,-soname,${libraryName}`, "-o", whole, ...files, "-ldl"]);
    await rename(accesses, join(folder, accessesName));
    await rename(whole, library);
  } catch (error) {
    throw new UserError(
      `${compiler.join(" ")} cannot compile the runtime for native threads (it needs glibc's headers: apt-get install gcc libc6-dev): ${firstError(error)}`,
    );
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

function firstError(error: unknown): string {
  const lines = String((error as { stderr?: string }).stderr ?? error).split("\n");
  return lines.find((line) => line.includes("error")) ?? lines[0]!;
}
