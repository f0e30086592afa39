import { messageForms } from "../blank.ts";
import { innermost, type TraceFrame } from "../frames.ts";
import type { Recogniser } from "../recogniser.ts";
import { isBootstrap, isGenerated, parseStackLine, withoutNames } from "./node-trace.ts";

/**
 * The last error with a stack, uncaught or printed by a program or a test runner. Causes and the members of an
 * AggregateError are printed after the error that holds them, so the last is also the deepest.
 */
export const node: Recogniser = (lines, candidate) => {
  const thrown = lastThrown(lines);
  if (thrown === undefined) return undefined;
  const frames = thrown.frames.filter((frame) => !isBootstrap(frame) && !isGenerated(frame));
  return {
    kind: thrown.kind,
    ...messageForms(thrown.message, candidate, withoutNames),
    frames: innermost(frames, candidate),
  };
};

interface Thrown {
  readonly kind: string;
  readonly message: string;
  readonly frames: TraceFrame[];
}

function lastThrown(lines: readonly string[]): Thrown | undefined {
  let last: Thrown | undefined;
  // The headline that the next frames belong to.
  let open: Thrown | undefined;
  for (const [index, line] of lines.entries()) {
    const frame = parseStackLine(line);
    if (frame !== undefined) {
      open ??= anyName(lines[index - 1] ?? "");
      open?.frames.push(frame);
      last = open ?? last;
    } else if (caret.test(line)) open = uncaught(lines, index);
    else if (emitter.test(line)) open = undefined;
    else if (farewell.test(line)) last = open ?? last;
    else open = namedError(line) ?? open;
  }
  return last;
}

/** Node.js prints its version after an uncaught error, which may have no frames at all. */
const farewell = /^Node\.js v\d/;

/** Under the source line where an uncaught error was thrown. */
const caret = /^\s*\^+\s*$/;

/** Follows the stack of an error that was emitted as an event. */
const emitter = /^Emitted '.*' event/;

/** What is below the caret: an error of any name, or a value that is not an error. */
function uncaught(lines: readonly string[], caretAt: number): Thrown | undefined {
  const line = lines.slice(caretAt + 1, caretAt + 3).find((text) => text.trim() !== "");
  if (line === undefined) return undefined;
  return namedError(line) ?? anyName(line) ?? { kind: "thrown value", message: line, frames: [] };
}

/** `TypeError: x`, `Error [ERR_X]: y`, `[cause]: RangeError: z`, with or without a message. */
function namedError(line: string): Thrown | undefined {
  const [, name, code, message] = errorLine.exec(line) ?? [];
  if (name !== undefined) return thrown(name, code, message);
  const [, expectation] = /^\s*(expect\(.*\)\.\w.*)$/.exec(line) ?? []; // Jest leaves the name out
  return expectation === undefined ? undefined : thrown("AssertionError", undefined, expectation);
}

const errorLine =
  /^[^\w$]*(?:(?:Uncaught(?: \(in promise\))?|Unhandled|cause\]:|Caused by:|Cause:)\s+)?((?:[A-Za-z_$][\w$]*\.)*[\w$]*(?:Error|Exception|Rejection))(?: \[(\w+)\])?(?:: (.*)|\]?(?: \{)?)$/;

function anyName(line: string): Thrown | undefined {
  const [, name, code, message] = /^\s*([A-Z][\w$]*)(?: \[(\w+)\])?: (.*)$/.exec(line) ?? [];
  return name === undefined ? undefined : thrown(name, code, message);
}

/** Codes such as ERR_MODULE_NOT_FOUND tell errors of one class apart. */
function thrown(name: string, code: string | undefined, message: string | undefined): Thrown {
  const kind = code?.startsWith("ERR_") ? `${name} [${code}]` : name;
  return { kind, message: message ?? "", frames: [] };
}
