import { messageForms } from "../blank.ts";
import { innermost, type TraceFrame } from "../frames.ts";
import type { Recogniser } from "../recogniser.ts";

/** The first failure in a report of pytest, which has its own format of tracebacks. */
export const pytest: Recogniser = (lines, candidate) => {
  const start = lines.findIndex((line) => /^=+ (?:FAILURES|ERRORS) =+$/.test(line));
  const at = start < 0 ? -1 : lines.findIndex((line, index) => index > start && /^E {3,}\S/.test(line));
  if (at < 0) return undefined;
  const { kind, message } = exception((lines[at] ?? "").replace(/^E\s+/, ""));
  return {
    kind,
    ...messageForms(message, candidate),
    frames: innermost(framesOf(lines.slice(start, at), lines.slice(at, at + 20)), candidate),
  };
};

/** `E   json.JSONDecodeError: Expecting value`, or `E   assert 3 == 4` alone. */
function exception(text: string): { kind: string; message: string } {
  const [, kind, message = ""] =
    /^((?:\w+\.)*\w*(?:Error|Exception|Exit|Warning|Interrupt|Failed))(?:: (.*))?$/.exec(text) ?? [];
  return kind === undefined ? { kind: "AssertionError", message: text } : { kind, message };
}

/** `path.py:12: in func` for each call; the innermost one is named by its `def` line when its source is shown. */
function framesOf(above: readonly string[], below: readonly string[]): readonly TraceFrame[] {
  const frames: TraceFrame[] = [];
  for (const line of above) {
    const [, file, name] = /^(\S.*?):\d+: in (.+)$/.exec(line) ?? [];
    if (file !== undefined && name !== undefined) frames.unshift({ file, name });
  }
  const raised = below.map((line) => /^(\S.*?):\d+: (?!in )\w/.exec(line)?.[1]).find(Boolean);
  const shown = above.map((line) => /^>? +(?:async )?def (\w+)\(/.exec(line)?.[1]).findLast(Boolean);
  return raised !== undefined && shown !== undefined ? [{ file: raised, name: shown }, ...frames] : frames;
}
