import { blank } from "../blank.ts";
import type { Candidate } from "../candidate.ts";
import { functionName } from "../function-name.ts";
import type { Identity } from "../identity.ts";
import type { Recogniser } from "../recogniser.ts";

/** What the C, C++ and Rust libraries say before they call `abort()`. They print no trace. */
export const abort: Recogniser = (lines, candidate) => {
  for (const [index, line] of lines.entries()) {
    const identity = uncaught(line, lines[index + 1] ?? "", candidate) ?? lastWords(line, candidate);
    if (identity !== undefined) return identity;
  }
  return undefined;
};

/** An exception of C++ that nobody caught: libstdc++ tells its message on the next line, libc++ on the same. */
function uncaught(line: string, next: string, candidate: Candidate): Identity | undefined {
  const [, gnu] = /^terminate called after throwing an instance of '(.+)'$/.exec(line) ?? [];
  const [, llvm, said = ""] =
    /terminating (?:due to|with) uncaught exception of type (.+?)(?:: (.*))?$/.exec(line) ?? [];
  const type = gnu ?? llvm;
  if (type === undefined) return undefined;
  const [, what = said] = /^\s*what\(\):\s*(.*)$/.exec(gnu === undefined ? "" : next) ?? [];
  return { kind: functionName(type), message: blank(what, candidate), frames: [] };
}

function lastWords(line: string, candidate: Candidate): Identity | undefined {
  if (!words.some((pattern) => pattern.test(line))) return undefined;
  return { kind: "abort", message: blank(line, candidate), frames: [] };
}

const words: readonly RegExp[] = [
  /^\*\*\* .*(?:detected \*\*\*|: 0x[0-9a-f]+ \*\*\*$)/,
  /^(?:free|malloc|calloc|realloc|munmap_chunk|malloc_consolidate|mremap_chunk)\(\): \w/,
  /^(?:double free or corruption|corrupted size vs\. prev_size|corrupted double-linked list)/,
  /^Fatal glibc error: /,
  /^(?:pure virtual method called|terminate called (?:without|recursively))/,
  /^memory allocation of \d+ bytes failed$/,
];
