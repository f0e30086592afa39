import { existsSync } from "node:fs";
import { basename, dirname, extname, join, resolve } from "node:path";
import type { Words } from "../../application/words.ts";
import { UserError } from "../../core/user-error.ts";
import { checkWritableFile } from "../../world/files/writable-path.ts";

/** Where `--keep-good` writes; absolute. */
export interface GoodPaths {
  readonly lockfile: string;
  /** The same for a branch: with what the manifest must have for it. */
  readonly patch: string;
}

/** The project's lockfile, and what the test is. */
interface OwnLockfile {
  /** The folder of the lockfile. */
  readonly folder: string;
  readonly name: string;
  readonly test: readonly string[];
  readonly cwd: string;
}

/** Where the user wants the good lockfile or, beside the project's own, where there is none yet; undefined: it is not wanted. */
export function readGoodPaths(words: Words, { folder, name, test, cwd }: OwnLockfile): GoodPaths | undefined {
  const output = words.value("output");
  if (!words.has("keep-good") && !words.has("markdown")) {
    if (output === undefined) return undefined;
    throw new UserError("--output is for the lockfile that --keep-good writes: give both.");
  }
  const paths = output === undefined ? freeGoodPaths(folder, name) : pathsAt(resolve(cwd, output));
  checkWritableFile(paths.lockfile, "--output", { inputs: [join(folder, name)], test, cwd });
  return paths;
}

/** The first names that do not exist yet: package-lock.good.json and package-lock.good.patch beside package-lock.json. */
export function freeGoodPaths(folder: string, lockfile: string): GoodPaths {
  const end = extname(lockfile);
  const stem = join(folder, `${basename(lockfile, end)}.good`);
  return firstFree((number) => ({ lockfile: `${stem}${number}${end}`, patch: `${stem}${number}.patch` }));
}

/** The user may overwrite the lockfile, but has not named the patch. */
function pathsAt(lockfile: string): GoodPaths {
  const stem = join(dirname(lockfile), basename(lockfile, extname(lockfile)));
  const { patch } = firstFree((number) => ({ patch: `${stem}${number}.patch` }), [lockfile]);
  return { lockfile, patch };
}

function firstFree<P extends object>(pathsWith: (number: string) => P, taken: readonly string[] = []): P {
  for (let number = 1; ; number++) {
    const paths = pathsWith(number === 1 ? "" : `-${number}`);
    if (!Object.values(paths).some((path) => taken.includes(path) || existsSync(path))) return paths;
  }
}
