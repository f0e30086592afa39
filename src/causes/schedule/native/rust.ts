import { execFile } from "node:child_process";
import { chmod, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { commandLine } from "../../../core/command-line.ts";
import type { YieldLevel } from "./flags.ts";

const run = promisify(execFile);

/** What each level asks of rustc. The stable one knows basic blocks only, unless it is told to do what it can, by a variable. */
const instrumentation: Readonly<Record<YieldLevel, readonly string[]>> = {
  sync: [],
  branch: [
    "passes=sancov-module",
    ...["level=3", "trace-pc"].map((word) => `llvm-args=-sanitizer-coverage-${word}`),
  ].map((word) => `-C${word}`),
  access: ["-Zsanitizer=thread", "-Zexternal-clangrt", "-Cunsafe-allow-abi-mismatch=sanitizer"],
};

/**
 * Puts a script for rustc into `folder`; returns the variables by which cargo uses it. Cargo is told the flags, too: by those it
 * knows that what it has built before is another program.
 */
export async function prepareRust(
  rustc: string,
  { folder, level, library }: { folder: string; level: YieldLevel; library: string },
  env: NodeJS.ProcessEnv,
): Promise<Record<string, string>> {
  const able = level === "access" && !(await canInstrumentAccesses(rustc, folder, env)) ? "branch" : level;
  const link = [library, `-Wl,-rpath,${dirname(library)}`].map((word) => `-Clink-arg=${word}`);
  const flags = ["-g", ...instrumentation[able], ...link];
  const wrapper = join(folder, "rustc");
  await writeFile(wrapper, script(rustc, flags));
  await chmod(wrapper, 0o755);
  return { RUSTC: wrapper, RUSTFLAGS: [env.RUSTFLAGS, ...flags].filter(Boolean).join(" ") };
}

async function canInstrumentAccesses(rustc: string, folder: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  const source = join(folder, "probe.rs");
  await writeFile(source, "pub fn nothing() {}\n");
  const words = ["--crate-type=lib", "--emit=metadata", "--out-dir", folder, ...instrumentation.access, source];
  return run(rustc, words, { env: { ...env, RUSTC_BOOTSTRAP: "1" } }).then(
    () => true,
    () => false,
  );
}

/** Under cargo the flags are there already. */
function script(rustc: string, flags: readonly string[]): string {
  return `#!/bin/sh
# Made by culprit schedule build: ${rustc} with yield points.
source=
for word do
  case $word in
    -Zsanitizer=*) export RUSTC_BOOTSTRAP=1 ;;
    *.rs | -) source=yes ;;
  esac
done
[ "$source" ] && [ -z "$CARGO" ] || exec ${commandLine([rustc])} "$@"
RUSTC_BOOTSTRAP=1 exec ${commandLine([rustc])} "$@" ${commandLine(flags)}
`;
}
