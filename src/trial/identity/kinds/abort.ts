import { messageForms } from "../blank.ts";
import type { CandidateFiles } from "../candidate.ts";
import { functionName } from "../function-name.ts";
import type { RecognisedFailure, Recogniser } from "../recogniser.ts";

/** The messages that the C, C++ and Rust libraries print before they call `abort()`, without a trace. */
export const abort: Recogniser = (lines, candidate) => {
  for (const [index, line] of lines.entries()) {
    const failure = uncaught(line, lines[index + 1] ?? "", candidate) ?? lastWords(line, candidate);
    if (failure !== undefined) return failure;
  }
  return undefined;
};

/** An uncaught C++ exception: libstdc++ prints its message on the next line, libc++ on the same one. */
function uncaught(line: string, next: string, candidate: CandidateFiles): RecognisedFailure | undefined {
  const [, gnu] = /^terminate called after throwing an instance of '(.+)'$/.exec(line) ?? [];
  const [, llvm, message = ""] =
    /terminating (?:due to|with) uncaught exception of type (.+?)(?:: (.*))?$/.exec(line) ?? [];
  const type = gnu ?? llvm;
  if (type === undefined) return undefined;
  const [, what = message] = /^\s*what\(\):\s*(.*)$/.exec(gnu === undefined ? "" : next) ?? [];
  return { kind: functionName(type), ...messageForms(what, candidate), frames: [] };
}

function lastWords(line: string, candidate: CandidateFiles): RecognisedFailure | undefined {
  if (!words.some((pattern) => pattern.test(line))) return undefined;
  return { kind: "abort", ...messageForms(line, candidate), frames: [] };
}

const words: readonly RegExp[] = [
  /^\*\*\* .*(?:detected \*\*\*|: 0x[0-9a-f]+ \*\*\*$)/,
  /^(?:free|malloc|calloc|realloc|munmap_chunk|malloc_consolidate|mremap_chunk)\(\): \w/,
  /^(?:double free or corruption|corrupted size vs\. prev_size|corrupted double-linked list)/,
  /^Fatal glibc error: /,
  /^(?:pure virtual method called|terminate called (?:without|recursively))/,
  /^memory allocation of \d+ bytes failed$/,
];
