import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { YieldLevel } from "./build-flags.ts";
import { quoteWords, writeScript } from "./wrapper-script.ts";

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

/**
 * Writes a script for rustc into `folder`, and returns the variables that make cargo use it. Cargo gets the flags as well: it
 * compares them to tell that what it built before has to be built again.
 */
export async function writeRustWrapper(
  rustc: string,
  { folder, level, library }: { folder: string; level: YieldLevel; library: string },
  env: NodeJS.ProcessEnv,
): Promise<Record<string, string>> {
  const possible = level === "access" && !(await canInstrumentAccesses(rustc, folder, env)) ? "branch" : level;
  const link = [library, `-Wl,-rpath,${dirname(library)}`].map((word) => `-Clink-arg=${word}`);
  const flags = ["-g", ...instrumentation[possible], ...link];
  const wrapper = join(folder, "rustc");
  await writeScript(wrapper, rustcScript(rustc, flags));
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

/** Does not add the flags under cargo, which passes them already. */
function rustcScript(rustc: string, flags: readonly string[]): string {
  return `#!/bin/sh
# Written by culprit schedule build: ${rustc} with yield points.
source=
for word do
  case $word in
    -Zsanitizer=*) export RUSTC_BOOTSTRAP=1 ;;
    *.rs | -) source=yes ;;
  esac
done
[ "$source" ] && [ -z "$CARGO" ] || exec ${quoteWords([rustc])} "$@"
RUSTC_BOOTSTRAP=1 exec ${quoteWords([rustc])} "$@" ${quoteWords(flags)}
`;
}
