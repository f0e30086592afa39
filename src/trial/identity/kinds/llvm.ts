import { mark, messageForms } from "../blank.ts";
import type { CandidateFiles } from "../candidate.ts";
import { innermost } from "../frames.ts";
import type { RecognisedFailure, Recogniser } from "../recogniser.ts";
import { nativePlumbing, nativeTrace } from "./native-trace.ts";

/** A crash of clang, opt, llc or another LLVM program: its error message and its stack dump. */
export const llvm: Recogniser = (lines, candidate) => {
  const dump = lines.findIndex((line) => /^Stack dump(?: without symbol names)?\b.*:/.test(line));
  const complaint = complaintIn(lines, candidate);
  if (dump < 0 && complaint === undefined) return undefined;
  const trace = dump < 0 ? [] : nativeTrace(lines, dump + 1).filter(({ name }) => !plumbing.test(name));
  const frames = innermost(trace, candidate, nativePlumbing);
  return {
    ...(complaint ?? { kind: "LLVM crash", message: "", printed: "" }),
    frames: frames.length > 0 ? frames : passIn(lines, dump),
  };
};

function complaintIn(
  lines: readonly string[],
  candidate: CandidateFiles,
): Omit<RecognisedFailure, "frames"> | undefined {
  for (const [index, line] of lines.entries()) {
    const [, fatal] = /(?:^|\s)(?:fatal error: error in backend|LLVM ERROR): (.+)$/.exec(line) ?? [];
    if (fatal !== undefined) return { kind: "LLVM ERROR", ...messageForms(fatal, candidate, withoutNodes) };
    if (/^UNREACHABLE executed at /.test(line))
      return { kind: "LLVM UNREACHABLE", ...messageForms(lines[index - 1] ?? "", candidate) };
  }
  return undefined;
}

/** `Cannot select: t12: i32 = …` numbers the nodes of a function's graph. */
function withoutNodes(message: string): string {
  return message.replace(/\bt\d+\b/g, mark);
}

/** What handles the signal and prints the dump, and what runs the compiler inside its driver. */
const plumbing =
  /^(?:llvm::sys::|llvm::(?:report_fatal_error|llvm_unreachable_internal|report_bad_alloc_error|CrashRecoveryContext)|PrintStackTrace|(?:\w*::)?SignalHandler|CrashRecoverySignalHandler|LLVMErrorHandler|clang::driver::|cc1_main|main$)/;

/** If the dump has no names, the pass that was running stands for the function. */
function passIn(lines: readonly string[], dump: number): readonly string[] {
  if (dump < 0) return [];
  const passes = lines.slice(dump, dump + 40).map((line) => /Running pass ["'](\w[^"']*?)["']/.exec(line)?.[1]);
  const innermostPass = passes.findLast((pass) => pass !== undefined);
  return innermostPass === undefined ? [] : [`(pass ${innermostPass.replace(/<.*/, "")})`];
}
