import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdir, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { delimiter, dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { objectName } from "./compile.ts";
import { prepareRust } from "./rust.ts";

const run = promisify(execFile);

/** How fine the yield points are: calls of pthread functions, basic blocks, or accesses to memory as well. */
export type YieldLevel = "sync" | "branch" | "access";

/** gcc's and clang's words for it. clang's driver would link a runtime of its own, so its compiler proper is told alone. */
const instrumentation = {
  gcc: { sync: [], branch: ["-fsanitize-coverage=trace-pc"], access: ["-fsanitize=thread"] },
  clang: {
    sync: [],
    branch: ["-Xclang", "-fsanitize-coverage-type=3", "-Xclang", "-fsanitize-coverage-trace-pc"],
    access: ["-Xclang", "-fsanitize=thread"],
  },
} as const satisfies Record<string, Record<YieldLevel, readonly string[]>>;

type Family = keyof typeof instrumentation;

/** For those who build by hand: what to add when compiling, and when linking. */
export function buildFlags(level: YieldLevel, library: string, family: Family = "gcc") {
  return {
    compile: ["-g", "-fno-plt", ...instrumentation[family][level]],
    // By way of the linker: a word like -x c before it would have an object taken for a source.
    link: [join(dirname(library), objectName), library, `-rpath,${dirname(library)}`].map((word) => `-Wl,${word}`),
  };
}

/**
 * Puts a script into `folder` for every compiler on the PATH, which adds the instrumentation when it compiles and the
 * runtime instead of the sanitizer's when it links. Returns the variables for the build.
 */
export async function prepareBuild(
  { folder, level, library }: { folder: string; level: YieldLevel; library: string },
  env: NodeJS.ProcessEnv = process.env,
): Promise<Record<string, string>> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const folders = (env.PATH ?? "").split(delimiter).filter((each) => resolve(each) !== folder);
  const compilers = await compilersOn(folders);
  await Promise.all(
    [...compilers].map(async ([name, path]) => {
      const wrapper = join(folder, name);
      await writeFile(wrapper, script(path, buildFlags(level, library, await familyOf(path)), folder));
      await chmod(wrapper, 0o755);
    }),
  );
  // gcc takes these two for the runtime of -fsanitize=thread where it compiles and links in one go.
  await symlink(library, join(folder, "libtsan.so"));
  const real = compilers.get("gcc") ?? compilers.get("cc");
  if (real) await emptyObject(real, join(folder, "libtsan_preinit.o"));
  const chosen = { CC: env.CC ?? "cc", CXX: env.CXX ?? "c++" };
  const [rustc] = folders.map((each) => join(each, "rustc")).filter(existsSync);
  const rust = rustc === undefined ? {} : await prepareRust(rustc, { folder, level, library }, env);
  return { PATH: `${folder}${delimiter}${env.PATH ?? ""}`, ...wrapped(chosen, compilers, folder), ...rust };
}

/** $CC may be a path, which would go past the scripts, or have words of its own. */
function wrapped(chosen: Record<string, string>, compilers: ReadonlyMap<string, string>, folder: string) {
  const through = ([name, value]: [string, string]) => {
    const [program = "", ...words] = value.split(/\s+/);
    const base = program.slice(program.lastIndexOf("/") + 1);
    return [name, compilers.has(base) ? [join(folder, base), ...words].join(" ") : value] as const;
  };
  return Object.fromEntries(Object.entries(chosen).map(through));
}

const compilerName = /^(?:[\w.]+-linux-gnu-)?(?:cc|c\+\+|c99|c11|gcc|g\+\+|clang|clang\+\+)(?:-[\d.]+)?$/;

/** By name, the first on the PATH. */
async function compilersOn(folders: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const folder of folders) {
    const names = existsSync(folder) ? await readdir(folder).catch(() => []) : [];
    for (const name of names) if (compilerName.test(name) && !found.has(name)) found.set(name, join(folder, name));
  }
  return found;
}

async function familyOf(path: string): Promise<Family> {
  const said = await run(path, ["--version"]).catch(() => ({ stdout: "" }));
  return /clang/i.test(said.stdout) ? "clang" : "gcc";
}

async function emptyObject(compiler: string, path: string): Promise<void> {
  const compiling = run(compiler, ["-x", "c", "-c", "-o", path, "/dev/null"]);
  await compiling.catch(() => undefined);
}

/** Static programs and those with another sanitizer cannot be controlled: what asks for that is left out. */
function script(compiler: string, { compile, link }: ReturnType<typeof buildFlags>, folder: string): string {
  return `#!/bin/sh
# Made by culprit schedule build: ${compiler} with yield points.
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
[ "$files" ] || exec ${quote(compiler)} "$@"
if [ "$links" ]; then
  exec ${quote(compiler)} "$@" ${[...compile, `-B${folder}`, `-L${folder}`, ...link].map(quote).join(" ")}
fi
exec ${quote(compiler)} "$@" ${compile.map(quote).join(" ")}
`;
}

function quote(word: string): string {
  return /^[\w./=,+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
