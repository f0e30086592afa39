import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const paths = ["lines.c", "runs.c", "signals.c", "table.h"].map((name) => join(import.meta.dirname, name));
const sources = paths.filter((path) => path.endsWith(".c"));
const flags = ["-shared", "-fPIC", "-O2", "-fvisibility=hidden"];

/** The compiled library, or why there is none. It is compiled when it is first needed, and again when its source has changed. */
export async function linesLibrary(): Promise<{ readonly library: string } | { readonly reason: string }> {
  const texts = await Promise.all(paths.map((path) => readFile(path)));
  const hash = createHash("sha256")
    .update(JSON.stringify([texts.map(String), flags]))
    .digest("hex");
  const folder = await cacheFolder();
  const library = join(folder, `lines-${hash.slice(0, 16)}.so`);
  return existsSync(library) ? { library } : compile(folder, library);
}

/** Compiles aside and renames: another process may be doing the same, and one that is killed must not leave half a library. */
async function compile(folder: string, library: string): Promise<{ library: string } | { reason: string }> {
  const aside = await mkdtemp(join(folder, "compiling-"));
  try {
    for (const compiler of ["cc", "gcc", "clang"]) {
      const own = join(aside, "lines.so");
      const isDone = await run(compiler, [...flags, "-o", own, ...sources, "-ldl"]).then(
        () => true,
        () => false,
      );
      if (!isDone) continue;
      await rename(own, library);
      return { library };
    }
    return { reason: "cannot be changed without a C compiler: apt-get install gcc libc6-dev" };
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

let ownFolder: Promise<string> | undefined;

/** The user's cache; where that cannot be written or named in LD_PRELOAD, a folder of this process. */
async function cacheFolder(): Promise<string> {
  const folder = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "culprit");
  const isThere = await mkdir(folder, { recursive: true }).then(
    () => true,
    () => false,
  );
  if (isThere && !/[\s:]/.test(folder)) return folder;
  ownFolder ??= mkdtemp(join(tmpdir(), "culprit-lines-"));
  return ownFolder;
}
