import type { TraceFrame } from "../frames.ts";
import { functionName } from "../function-name.ts";

/** Where and why a thread panicked, with its backtrace if it was asked to print one. */
export interface Panic {
  readonly thread: string;
  readonly file: string;
  readonly message: string;
  readonly trace: readonly TraceFrame[];
}

/** The first panic: when others follow, they are its consequences (`join().unwrap()`, a poisoned lock). */
export function firstPanic(lines: readonly string[]): Panic | undefined {
  for (const [index, line] of lines.entries()) {
    const [, thread, rest] = /^\s*thread '(.*?)' (?:\(\d+\) )?panicked at (.*)$/.exec(line) ?? [];
    if (thread === undefined || rest === undefined) continue;
    return { thread, ...reason(rest, lines[index + 1] ?? ""), trace: backtrace(lines, index + 1) };
  }
  return undefined;
}

/** Until Rust 1.72 `'message', file:1:2`; since then `file:1:2:` with the message on the next line. */
function reason(rest: string, next: string): { file: string; message: string } {
  const [, message, file] = /^'(.*)', (\S+)$/.exec(rest) ?? [];
  if (message !== undefined && file !== undefined) return { message, file };
  // A message of several lines in the old format: its end and the place are further down.
  if (rest.startsWith("'")) return { message: rest.slice(1), file: "" };
  return { message: next, file: rest.replace(/:$/, "") };
}

function backtrace(lines: readonly string[], start: number): readonly TraceFrame[] {
  const frames: TraceFrame[] = [];
  const head = lines.slice(start, start + maxTraceLines).indexOf("stack backtrace:");
  if (head < 0) return frames;
  for (const line of lines.slice(start + head + 1, start + head + 1 + maxTraceLines)) {
    const [, name] = /^\s*\d+:\s+(?:0x[0-9a-f]+ - )?(.+)$/.exec(line) ?? [];
    const [, file] = /^\s+at (\S.*)$/.exec(line) ?? [];
    if (name !== undefined) frames.push({ name: functionName(name) });
    else if (file !== undefined && frames.length > 0) frames.push({ ...(frames.pop() as TraceFrame), file });
    else if (!line.includes("omitted")) break;
  }
  return sincePanic(frames);
}

/** A full backtrace begins with the functions that print it. */
function sincePanic(frames: readonly TraceFrame[]): readonly TraceFrame[] {
  return frames.slice(frames.findLastIndex(({ name }) => name.endsWith("rust_begin_unwind")) + 1);
}

const maxTraceLines = 400;

/** The standard library: what panics, unwinds, starts threads and iterates. */
export const standardLibrary =
  /^<?(?:&|\*|dyn |mut |const )*(?:std|core|alloc|__rustc)::|^<[^:]+ as (?:std|core|alloc)::|^(?:rust_begin_unwind|rust_panic|__rust_\w+|main|_start|start_thread|clone|__libc\w*|<unknown>)$/;
