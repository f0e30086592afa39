import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { UserError } from "../../../core/user-error.ts";

const run = promisify(execFile);

/** The runtime as it can be preloaded. */
interface Shim {
  readonly library: string;
}

/** The name has to contain culprit-schedule: by that the runtime finds itself in LD_PRELOAD. */
export const libraryName = "libculprit-schedule.so";

/** What is called most often, to be linked into programs beside the library. */
export const objectName = "culprit-accesses.o";

const flags = ["-std=gnu11", "-O2", "-fPIC", "-fexceptions", "-fvisibility=hidden", "-pthread"];
const hidden = '-DEXPORT=__attribute__((visibility("hidden")))';

/**
 * Compiles the runtime with the user's compiler into a folder of its own below `folder`, unless it is there already: the
 * folder is named after what is compiled, by what and how.
 */
export async function compileShim(folder: string, env: NodeJS.ProcessEnv = process.env): Promise<Shim> {
  if (process.platform !== "linux") throw new UserError("Threads of native programs can be controlled on Linux only.");
  if (/[\s:]/.test(folder)) throw new UserError(`LD_PRELOAD takes no path with a space or a colon: ${folder}`);
  const { command: compiler, version } = await findCompiler(env);
  const sources = await readSources();
  const hash = createHash("sha256")
    .update(JSON.stringify([sources.map(([, text]) => text), compiler, version, flags]))
    .digest("hex");
  const library = join(folder, hash.slice(0, 16), libraryName);
  if (!existsSync(library)) await compile(compiler, sources, library);
  return { library };
}

/** What to set for the program: where the plan is and where the log goes, and the runtime before everything else. */
export function shimEnvironment(
  { library, plan, log }: { readonly library: string; readonly plan: string; readonly log: string },
  env: NodeJS.ProcessEnv = process.env,
): Record<string, string> {
  return {
    LD_PRELOAD: env.LD_PRELOAD ? `${library}:${env.LD_PRELOAD}` : library,
    CULPRIT_PLAN: plan,
    CULPRIT_LOG: log,
  };
}

/** $CC as it is, with its words; else the first of cc, gcc and clang. */
async function findCompiler(env: NodeJS.ProcessEnv): Promise<{ command: string[]; version: string }> {
  const given = env.CC?.trim();
  for (const command of given ? [given.split(/\s+/)] : [["cc"], ["gcc"], ["clang"]]) {
    const version = await versionOf(command, env);
    if (version !== undefined) return { command, version };
  }
  const missing = given ? `The C compiler of $CC, ${given}, does not run` : "There is no C compiler (cc, gcc, clang)";
  throw new UserError(`${missing}, and the runtime for threads has to be compiled once: apt-get install gcc libc6-dev`);
}

async function versionOf([program, ...words]: string[], env: NodeJS.ProcessEnv): Promise<string | undefined> {
  try {
    return (await run(program!, [...words, "--version"], { env })).stdout;
  } catch {
    return undefined;
  }
}

async function readSources(): Promise<[name: string, text: string][]> {
  const folder = fileURLToPath(new URL("../../../../runtimes/schedule-native", import.meta.url));
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.[ch]$/.test(name)).sort();
  return Promise.all(
    names.map(
      async (name): Promise<[string, string]> => [join(folder, name), await readFile(join(folder, name), "utf8")],
    ),
  );
}

/** Into a folder aside first: another culprit may do the same at this moment, and one that is killed leaves no half library. */
async function compile(compiler: string[], sources: [name: string, text: string][], library: string): Promise<void> {
  await mkdir(dirname(library), { recursive: true });
  const aside = await mkdtemp(join(dirname(library), "making-"));
  try {
    const [program, ...words] = compiler;
    const files = sources.map(([name]) => name).filter((name) => name.endsWith(".c"));
    const [object, made] = [join(aside, objectName), join(aside, libraryName)];
    const accesses = files.filter((name) => name.endsWith("/accesses.c"));
    await run(program!, [...words, ...flags, hidden, "-c", "-o", object, ...accesses]);
    await run(program!, [...words, ...flags, "-shared", `-Wl,-soname,${libraryName}`, "-o", made, ...files, "-ldl"]);
    await rename(object, join(dirname(library), objectName));
    await rename(made, library);
  } catch (error) {
    const said = String((error as { stderr?: string }).stderr ?? error);
    const first = said.split("\n").find((line) => line.includes("error")) ?? said.split("\n")[0];
    throw new UserError(
      `${compiler.join(" ")} cannot compile the runtime for threads (glibc's headers are needed: apt-get install gcc libc6-dev): ${first}`,
    );
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}
