import { mark } from "../blank.ts";
import type { TraceFrame } from "../frames.ts";

/**
 * A frame as V8 prints it, `at async Foo.bar [as baz] (/dir/a.js:3:7)` or `at /dir/a.js:3:7`, or as Vitest does,
 * `❯ bar a.js:3:7`; undefined for any other line.
 */
export function parseStackLine(line: string): TraceFrame | undefined {
  const text = line.trim();
  if (text.startsWith("at ")) return parseCallSite(text.slice(3).replace(/(?: \{|,)$/, ""));
  const [, name = "", file] = /^❯ (?:(\S.*) )?(\S+:\d+:\d+)$/.exec(text) ?? [];
  return file === undefined ? undefined : { name: functionOf(name), file };
}

/** The same without `at`, as Node.js prints a stack in a TAP report. */
export function parseCallSite(text: string): TraceFrame | undefined {
  const open = text.indexOf(" (");
  if (open >= 0 && text.endsWith(")")) return { name: functionOf(text.slice(0, open)), file: text.slice(open + 2, -1) };
  return /:\d+:\d+$|^<anonymous>$/.test(text) ? { name: functionOf(""), file: text.replace(/^async /, "") } : undefined;
}

/** `Object.` only shows how `f` was called, perhaps by the candidate. */
function functionOf(name: string): string {
  const plain = name
    .replace(/^async /, "")
    .replace(/ \[as .*\]$/, "")
    .replace(/^Object\./, "");
  return plain === "" ? "<anonymous>" : plain;
}

/** Frames of Node's loader, event loop and test runner only show how the program was started. */
export function isBootstrap(frame: TraceFrame): boolean {
  return /^node:(?:internal\/(?:modules|main|process|timers|bootstrap|test_runner|async)|async_hooks)/.test(
    frame.file ?? "",
  );
}

/** Code that was made from a string, perhaps from the input. */
export function isGenerated(frame: TraceFrame): boolean {
  return /^eval at |^evalmachine\.|^<anonymous>:\d/.test(frame.file ?? "");
}

/** V8 does not quote names, and quotes a piece of the input that may itself contain quotes. */
export function withoutNames(message: string): string {
  return message
    .replace(/(?:'.+', )?(?:\.\.\.)?".*"(?:\.\.\.)? is not valid JSON$/, `${mark} is not valid JSON`)
    .replace(/^(Unexpected token) \S( in JSON)/, `$1 ${mark}$2`)
    .replace(/^\S.* is not (defined|a function|a constructor|iterable)\b/, `${mark} is not $1`)
    .replace(/^(Class extends value) .* (is not a constructor or null)/, `$1 ${mark} $2`);
}
