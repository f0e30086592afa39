import { messageForms } from "../blank.ts";
import { innermost, type TraceFrame } from "../frames.ts";
import type { Recogniser } from "../recogniser.ts";
import { isBootstrap, isGenerated, parseCallSite, withoutNames } from "./node-trace.ts";

/** The last failure with a stack in a TAP report of the test runner of Node.js. */
export const tap: Recogniser = (lines, candidate) => {
  if (!lines.some((line) => line.startsWith("TAP version"))) return undefined;
  const at = lines.findLastIndex((line) => /^\s+stack: \|-$/.test(line));
  const start = lines.slice(0, Math.max(at, 0)).findLastIndex((line) => /^\s*not ok /.test(line));
  if (start < 0) return undefined;
  const report = lines.slice(start, at);
  const frames = stack(lines, at + 1).filter((frame) => !isBootstrap(frame) && !isGenerated(frame));
  return {
    kind: field(report, "name") ?? "Error",
    ...messageForms(field(report, "error") ?? "", candidate, withoutNames),
    frames: innermost(frames, candidate),
  };
};

/** A value of one line, or the first line of a longer one, without its quotes. */
function field(report: readonly string[], name: string): string | undefined {
  const at = report.findIndex((line) => line.trimStart().startsWith(`${name}: `));
  if (at < 0) return undefined;
  const value = (report[at] ?? "").trim().slice(name.length + 2);
  const text = value === "|-" ? (report[at + 1] ?? "").trim() : value;
  return /^(['"]).*\1$/.test(text) ? text.slice(1, -1).replaceAll('\\"', '"') : text;
}

function stack(lines: readonly string[], start: number): readonly TraceFrame[] {
  const frames: TraceFrame[] = [];
  for (const line of lines.slice(start, start + 100)) {
    const frame = parseCallSite(line.trim());
    if (frame === undefined) break;
    frames.push(frame);
  }
  return frames;
}
