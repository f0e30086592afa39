import { messageForms } from "../blank.ts";
import type { CandidateFiles } from "../candidate.ts";
import { innermost } from "../frames.ts";
import type { Recogniser } from "../recogniser.ts";
import { nativePlumbing, nativeTrace } from "./native-trace.ts";

/** The first report of AddressSanitizer, MemorySanitizer, ThreadSanitizer, LeakSanitizer or libFuzzer. */
export const sanitizer: Recogniser = (lines, candidate) => {
  for (const [index, line] of lines.entries()) {
    const [, tool, report] = /(?:ERROR|WARNING|FATAL): (\w+Sanitizer|libFuzzer): (.+)$/.exec(line) ?? [];
    if (tool === undefined || report === undefined) continue;
    const defect = messageForms(report.split(details, 1)[0] ?? "", candidate);
    const races = defect.message === "data race";
    const message = races ? "" : access(lines.slice(index + 1, index + 4));
    return {
      kind: `${tool}: ${defect.message}`,
      printedKind: `${tool}: ${defect.printed}`,
      message,
      printed: message,
      frames: races ? raceFrames(lines, index + 1, candidate) : frames(lines, index + 1, candidate),
    };
  }
  return undefined;
};

/** `heap-buffer-overflow on address …`, `data race (pid=1)`, `memcpy-param-overlap: memory ranges …`. */
const details = / on | \(pid=| \(pc | in thread|: memory ranges/;

/** Whether memory was read or written; how much of it depends on the input. */
function access(lines: readonly string[]): string {
  for (const line of lines) {
    const [, kind] = /^(READ|WRITE) of size|caused by a (READ|WRITE)/.exec(line)?.filter(Boolean) ?? [];
    if (kind !== undefined) return kind;
  }
  return "";
}

function frames(lines: readonly string[], start: number, candidate: CandidateFiles): readonly string[] {
  return innermost(nativeTrace(lines, start), candidate, nativePlumbing);
}

/** The innermost function of each thread, sorted: which one is reported first is random. */
function raceFrames(lines: readonly string[], start: number, candidate: CandidateFiles): readonly string[] {
  const previous = lines.findIndex((line, index) => index >= start && /^\s*Previous /.test(line));
  const tops = [start, previous].map((at) => (at < 0 ? undefined : frames(lines, at, candidate)[0]));
  return tops.filter((top) => top !== undefined).sort();
}
