import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Words } from "../../application/words.ts";
import { libraryFolder } from "../../causes/schedule/control/runtimes.ts";
import { writeCompilerWrappers } from "../../causes/schedule/native/compiler-wrappers.ts";
import { compileRuntimeLibrary } from "../../causes/schedule/native/runtime-library.ts";
import { builtVariable } from "../../causes/schedule/native/wrapper-script.ts";
import { reasonOf } from "../../core/reason.ts";
import { UserError } from "../../core/user-error.ts";

/** Runs a build with compilers that put a yield point before every access to memory. */
export async function build(words: Words): Promise<number> {
  const [program, ...rest] = words.test ?? [];
  if (program === undefined)
    throw new UserError("Name the command that builds the program: culprit schedule build -- make");
  const folder = libraryFolder();
  const { library } = await compileRuntimeLibrary(folder);
  const wrappers = await writeCompilerWrappers({ folder: join(folder, "compilers"), level: "access", library });
  const notes = mkdtempSync(join(tmpdir(), "culprit-build-"));
  const built = join(notes, "built");
  try {
    const status = await runBuild([program, ...rest], { ...process.env, ...wrappers, [builtVariable]: built });
    if (status === 0 && !existsSync(built)) process.stderr.write(`culprit: ${nothingBuilt}\n`);
    return status;
  } finally {
    rmSync(notes, { recursive: true, force: true });
  }
}

const nothingBuilt =
  "The build called no compiler that culprit knows, so nothing got yield points. Clean up first, as with make clean, or use $CC and $CXX.";

function runBuild([program, ...words]: readonly [string, ...string[]], env: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn(program, words, { stdio: "inherit", env });
  return new Promise((done, fail) => {
    child.on("error", (error) => fail(new UserError(`Cannot run ${program}: ${reasonOf(error)}.`)));
    child.on("close", (status) => done(status ?? 1));
  });
}
