import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { delimiter, join, resolve, sep } from "node:path";
import { promisify } from "node:util";
import { type BuildFlags, buildFlags, type YieldLevel } from "./build-flags.ts";
import { type Compiler, findCompilers, versionOf } from "./compilers.ts";
import { rustFlags, rustVariables, rustWrapperScript } from "./rust-wrapper.ts";
import { noteBuilt, quoteWords, writeScript } from "./wrapper-script.ts";

const run = promisify(execFile);

interface WrapperOptions {
  /** The folder for all sets of wrappers. */
  readonly folder: string;
  readonly level: YieldLevel;
  readonly library: string;
}

/** What a set of wrappers is made for. */
interface Toolchain {
  readonly compilers: readonly Compiler[];
  readonly rustc: string | undefined;
}

/**
 * Writes a script for each compiler on the PATH, unless it is there already. It adds the instrumentation when compiling, and links our
 * runtime instead of the sanitizer's. Returns the variables for the build. Builds may run at the same time, with other compilers: a
 * set of wrappers is named after all that it depends on, and never changes.
 */
export async function writeCompilerWrappers(
  { folder: root, level, library }: WrapperOptions,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Record<string, string>> {
  const folders = (env.PATH ?? "")
    .split(delimiter)
    .filter((each) => !`${resolve(each)}${sep}`.startsWith(`${root}${sep}`));
  const [rustc] = folders.map((each) => join(each, "rustc")).filter(existsSync);
  const toolchain = { compilers: await findCompilers(folders), rustc };
  const folder = join(root, (await identityOf(toolchain, { level, library })).slice(0, 16));
  if (!existsSync(folder)) await writeSet({ folder, level, library }, toolchain, env);
  return {
    PATH: `${folder}${delimiter}${env.PATH ?? ""}`,
    ...throughWrappers({ CC: env.CC ?? "cc", CXX: env.CXX ?? "c++" }, toolchain.compilers, folder),
    ...(rustc === undefined ? {} : rustVariables(folder, await readRustFlags(folder), env)),
  };
}

/** With the scripts, which differ between versions of culprit. */
async function identityOf(
  { compilers, rustc }: Toolchain,
  { level, library }: Pick<WrapperOptions, "level" | "library">,
): Promise<string> {
  const scripts = compilers.map(({ path, family }) => compilerScript(path, buildFlags(level, library, family), ""));
  const rust = rustc && [rustWrapperScript(rustc, []), await versionOf(rustc)];
  return createHash("sha256")
    .update(JSON.stringify([compilers, scripts, rust, level, library]))
    .digest("hex");
}

/** The flags for rustc, as JSON. */
const rustFile = "rust-flags.json";

async function readRustFlags(folder: string): Promise<string[]> {
  return JSON.parse(await readFile(join(folder, rustFile), "utf8"));
}

/** Writes aside and renames: another build may be doing the same, and one that is killed must not leave half a set. */
async function writeSet(
  { folder, level, library }: WrapperOptions,
  { compilers, rustc }: Toolchain,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const root = resolve(folder, "..");
  await mkdir(root, { recursive: true });
  const aside = await mkdtemp(join(root, "writing-"));
  try {
    for (const { name, path, family } of compilers)
      await writeScript(join(aside, name), compilerScript(path, buildFlags(level, library, family), folder));
    // When gcc compiles and links in one go, it looks for these two as the runtime of -fsanitize=thread.
    await symlink(library, join(aside, "libtsan.so"));
    const real = compilers.find(({ name }) => name === "gcc") ?? compilers.find(({ name }) => name === "cc");
    if (real) await compileEmptyObject(real.path, join(aside, "libtsan_preinit.o"));
    if (rustc !== undefined) {
      const flags = await rustFlags(rustc, { folder: aside, level, library }, env);
      await writeScript(join(aside, "rustc"), rustWrapperScript(rustc, flags));
      await writeFile(join(aside, rustFile), JSON.stringify(flags));
    }
    await rename(aside, folder);
  } catch (error) {
    await rm(aside, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

/** $CC may be a path, which would bypass the scripts, and may have options. */
function throughWrappers(chosen: Record<string, string>, compilers: readonly Compiler[], folder: string) {
  const names = new Set(compilers.map(({ name }) => name));
  const throughWrapper = ([variable, command]: [string, string]) => {
    const [program = "", ...words] = command.split(/\s+/);
    const name = program.slice(program.lastIndexOf("/") + 1);
    return [variable, names.has(name) ? [join(folder, name), ...words].join(" ") : command] as const;
  };
  return Object.fromEntries(Object.entries(chosen).map(throughWrapper));
}

async function compileEmptyObject(compiler: string, path: string): Promise<void> {
  const compiling = run(compiler, ["-x", "c", "-c", "-o", path, "/dev/null"]);
  await compiling.catch(() => undefined);
}

/** Static programs, and those with another sanitizer, cannot be controlled: the options for that are dropped. */
function compilerScript(compiler: string, { compile, link }: BuildFlags, folder: string): string {
  return `#!/bin/sh
# Written by culprit schedule build: ${compiler} with yield points.
links=yes
files=
for word do
  shift
  case $word in
    -static | -static-pie | -fsanitize=*thread* | -fsanitize=*address* | -fsanitize=*leak* | -fsanitize=*memory*) continue ;;
    -c | -S | -E | -M | -MM | -fsyntax-only | --version | --help | -print-* | -dump*) links= ;;
    -r | -Wl,-r) links= ;;
    -) files=yes ;;
    -*) ;;
    *) files=yes ;;
  esac
  set -- "$@" "$word"
done
[ "$files" ] || exec ${quoteWords([compiler])} "$@"
${noteBuilt}
if [ "$links" ]; then
  exec ${quoteWords([compiler])} "$@" ${quoteWords([...compile, `-B${folder}`, `-L${folder}`, ...link])}
fi
exec ${quoteWords([compiler])} "$@" ${quoteWords(compile)}
`;
}
