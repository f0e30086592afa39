import { messageForms } from "../blank.ts";
import { innermost, type TraceFrame } from "../frames.ts";
import type { Recogniser } from "../recogniser.ts";

/** A panic or a fatal error of the Go runtime, with the trace of the goroutine that caused it (printed first). */
export const go: Recogniser = (lines, candidate) => {
  const trace = lines.findIndex((line) => /^goroutine \d+ .*\[.*\]:$/.test(line));
  if (trace < 0) return undefined;
  const headline = lines
    .slice(0, trace)
    .map((line) => /^(panic|fatal error): (.*)$/.exec(line))
    .find(Boolean);
  if (!headline) return undefined;
  const [, kind = "", message = ""] = headline;
  return {
    kind,
    ...messageForms(message.replace(/ \[recovered.*\]$/, ""), candidate),
    frames: innermost(sinceRootPanic(goroutine(lines, trace + 1)), candidate, { never: runtime }),
  };
};

const runtime = /^(?:runtime|runtime\/\w+|internal\/runtime\S*)\.|^panic$/;

/** Pairs of lines, `pkg.(*T).method(0xc000, 0x1)` and its file, up to an empty line or who started the goroutine. */
function goroutine(lines: readonly string[], start: number): readonly TraceFrame[] {
  const frames: TraceFrame[] = [];
  for (let at = start; at + 1 < lines.length; at += 2) {
    const name = lines[at] ?? "";
    const [, file] = /^\s+(.*?:\d+)(?: \+0x.*)?$/.exec(lines[at + 1] ?? "") ?? [];
    if (file === undefined || name.startsWith("created by ")) break;
    frames.push({ name: plainName(name), file });
  }
  return frames;
}

/** Without arguments and without those of a generic function, `f[...](...)`. */
function plainName(call: string): string {
  return call.slice(0, call.lastIndexOf("(")).replace(/\[.*?\]/g, "");
}

/** Handlers that panic again are inside the first panic, which is the one reported. */
function sinceRootPanic(frames: readonly TraceFrame[]): readonly TraceFrame[] {
  return frames.slice(frames.findLastIndex(({ name }) => name === "panic") + 1);
}
