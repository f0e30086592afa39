import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, rm, symlink } from "node:fs/promises";
import { delimiter, join, resolve } from "node:path";
import { promisify } from "node:util";
import { type BuildFlags, buildFlags, type CompilerFamily, type YieldLevel } from "./build-flags.ts";
import { writeRustWrapper } from "./rust-wrapper.ts";
import { quoteWords, writeScript } from "./wrapper-script.ts";

const run = promisify(execFile);

/**
 * Writes a script into `folder` for each compiler on the PATH. It adds the instrumentation when compiling, and links our
 * runtime instead of the sanitizer's. Returns the variables for the build.
 */
export async function writeCompilerWrappers(
  { folder, level, library }: { folder: string; level: YieldLevel; library: string },
  env: NodeJS.ProcessEnv = process.env,
): Promise<Record<string, string>> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const folders = (env.PATH ?? "").split(delimiter).filter((each) => resolve(each) !== folder);
  const compilers = await findCompilers(folders);
  await Promise.all(
    [...compilers].map(async ([name, path]) => {
      const flags = buildFlags(level, library, await readFamily(path));
      await writeScript(join(folder, name), compilerScript(path, flags, folder));
    }),
  );
  // When gcc compiles and links in one go, it looks for these two as the runtime of -fsanitize=thread.
  await symlink(library, join(folder, "libtsan.so"));
  const real = compilers.get("gcc") ?? compilers.get("cc");
  if (real) await compileEmptyObject(real, join(folder, "libtsan_preinit.o"));
  const chosen = { CC: env.CC ?? "cc", CXX: env.CXX ?? "c++" };
  const [rustc] = folders.map((each) => join(each, "rustc")).filter(existsSync);
  const rust = rustc === undefined ? {} : await writeRustWrapper(rustc, { folder, level, library }, env);
  return { PATH: `${folder}${delimiter}${env.PATH ?? ""}`, ...throughWrappers(chosen, compilers, folder), ...rust };
}

/** $CC may be a path, which would bypass the scripts, and may have options. */
function throughWrappers(chosen: Record<string, string>, compilers: ReadonlyMap<string, string>, folder: string) {
  const throughWrapper = ([variable, command]: [string, string]) => {
    const [program = "", ...words] = command.split(/\s+/);
    const name = program.slice(program.lastIndexOf("/") + 1);
    return [variable, compilers.has(name) ? [join(folder, name), ...words].join(" ") : command] as const;
  };
  return Object.fromEntries(Object.entries(chosen).map(throughWrapper));
}

const compilerName = /^(?:[\w.]+-linux-gnu-)?(?:cc|c\+\+|c99|c11|gcc|g\+\+|clang|clang\+\+)(?:-[\d.]+)?$/;

/** Paths of compilers by name; the first on the PATH wins. */
async function findCompilers(folders: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const folder of folders) {
    const names = existsSync(folder) ? await readdir(folder).catch(() => []) : [];
    for (const name of names) if (compilerName.test(name) && !found.has(name)) found.set(name, join(folder, name));
  }
  return found;
}

async function readFamily(compiler: string): Promise<CompilerFamily> {
  const version = await run(compiler, ["--version"]).catch(() => ({ stdout: "" }));
  return /clang/i.test(version.stdout) ? "clang" : "gcc";
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
if [ "$links" ]; then
  exec ${quoteWords([compiler])} "$@" ${quoteWords([...compile, `-B${folder}`, `-L${folder}`, ...link])}
fi
exec ${quoteWords([compiler])} "$@" ${quoteWords(compile)}
`;
}
