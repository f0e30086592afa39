import { dirname, join } from "node:path";
import { accessesName } from "./runtime-library.ts";

/** Where threads can be switched: at calls of pthread functions, at basic blocks too, or at memory accesses too. */
export type YieldLevel = "sync" | "branch" | "access";

export type CompilerFamily = "gcc" | "clang";

/** clang's driver would link a runtime of its own, so the flags go to its compiler proper. */
const instrumentation: Readonly<Record<CompilerFamily, Readonly<Record<YieldLevel, readonly string[]>>>> = {
  gcc: { sync: [], branch: ["-fsanitize-coverage=trace-pc"], access: ["-fsanitize=thread"] },
  clang: {
    sync: [],
    branch: ["-Xclang", "-fsanitize-coverage-type=3", "-Xclang", "-fsanitize-coverage-trace-pc"],
    access: ["-Xclang", "-fsanitize=thread"],
  },
};

/** The flags to add when compiling and when linking a C or C++ program. */
export interface BuildFlags {
  readonly compile: readonly string[];
  readonly link: readonly string[];
}

export function buildFlags(level: YieldLevel, library: string, family: CompilerFamily = "gcc"): BuildFlags {
  return {
    compile: ["-g", "-fno-plt", ...instrumentation[family][level]],
    // Passed through to the linker: after an option like -x c the compiler would take an object file for a source.
    link: [join(dirname(library), accessesName), library, `-rpath,${dirname(library)}`].map((word) => `-Wl,${word}`),
  };
}
