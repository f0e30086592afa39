import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { YieldLevel } from "./build-flags.ts";
import { noteBuilt, quoteWords } from "./wrapper-script.ts";

const run = promisify(execFile);

/** Flags for rustc. A stable rustc accepts those for `access` only with RUSTC_BOOTSTRAP set. */
const instrumentation: Readonly<Record<YieldLevel, readonly string[]>> = {
  sync: [],
  branch: [
    "passes=sancov-module",
    ...["level=3", "trace-pc"].map((word) => `llvm-args=-sanitizer-coverage-${word}`),
  ].map((word) => `-C${word}`),
  access: ["-Zsanitizer=thread", "-Zexternal-clangrt", "-Cunsafe-allow-abi-mismatch=sanitizer"],
};

/** The flags with which rustc puts yield points into a program. */
export async function rustFlags(
  rustc: string,
  { folder, level, library }: { readonly folder: string; readonly level: YieldLevel; readonly library: string },
  env: NodeJS.ProcessEnv,
): Promise<string[]> {
  const possible = level === "access" && !(await canInstrumentAccesses(rustc, folder, env)) ? "branch" : level;
  const link = [library, `-Wl,-rpath,${dirname(library)}`].map((word) => `-Clink-arg=${word}`);
  return ["-g", ...instrumentation[possible], ...link];
}

/**
 * The variables that make cargo use the script for rustc in a folder. Cargo gets the flags as well: it compares them to tell that what
 * it built before has to be built again.
 */
export function rustVariables(
  folder: string,
  flags: readonly string[],
  { RUSTFLAGS }: NodeJS.ProcessEnv,
): Record<string, string> {
  return { RUSTC: join(folder, "rustc"), RUSTFLAGS: [RUSTFLAGS, ...flags].filter(Boolean).join(" ") };
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

/** Does not add the flags under cargo, which passes them already. */
export function rustWrapperScript(rustc: string, flags: readonly string[]): string {
  return `#!/bin/sh
# Written by culprit schedule build: ${rustc} with yield points.
source=
for word do
  case $word in
    -Zsanitizer=*) export RUSTC_BOOTSTRAP=1 ;;
    *.rs | -) source=yes ;;
  esac
done
[ -z "$source" ] || ${noteBuilt}
[ "$source" ] && [ -z "$CARGO" ] || exec ${quoteWords([rustc])} "$@"
RUSTC_BOOTSTRAP=1 exec ${quoteWords([rustc])} "$@" ${quoteWords(flags)}
`;
}
