import { spawn } from "node:child_process";
import { join } from "node:path";
import type { Words } from "../application/words.ts";
import { libraryFolder } from "../causes/schedule/control/runtimes.ts";
import { writeCompilerWrappers } from "../causes/schedule/native/compiler-wrappers.ts";
import { compileRuntimeLibrary } from "../causes/schedule/native/runtime-library.ts";
import { reasonOf } from "../core/reason.ts";
import { UserError } from "../core/user-error.ts";

/** Runs a build with compilers that put a yield point before every access to memory. */
export async function build(words: Words): Promise<number> {
  const [program, ...rest] = words.test ?? [];
  if (program === undefined)
    throw new UserError("Name the command that builds the program: culprit schedule build -- make");
  const folder = libraryFolder();
  const { library } = await compileRuntimeLibrary(folder);
  const environment = await writeCompilerWrappers({ folder: join(folder, "compilers"), level: "access", library });
  const child = spawn(program, rest, { stdio: "inherit", env: { ...process.env, ...environment } });
  return new Promise((done, fail) => {
    child.on("error", (error) => fail(new UserError(`Cannot run ${program}: ${reasonOf(error)}.`)));
    child.on("close", (status) => done(status ?? 1));
  });
}
