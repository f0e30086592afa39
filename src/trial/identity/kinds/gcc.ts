import { messageForms } from "../blank.ts";
import { innermost, type TraceFrame } from "../frames.ts";
import { functionName } from "../function-name.ts";
import type { Recogniser } from "../recogniser.ts";

/**
 * `internal compiler error: in FUNC, at FILE:LINE`, or with another reason, followed by a backtrace. Distributions strip
 * symbols from their compilers: then the pass that was running stands for the function.
 */
export const gcc: Recogniser = (lines, candidate) => {
  const at = lines.findIndex((line) => headline.test(line));
  if (at < 0) return undefined;
  const [, reason = ""] = headline.exec(lines[at] ?? "") ?? [];
  const [, raised] = /(?:^|\s)in ([^\s,]+), at \S+$/.exec(reason) ?? [];
  const trace = [...(raised === undefined ? [] : [{ name: functionName(raised) }]), ...backtrace(lines, at + 1)];
  const frames = innermost(trace, candidate, { never: plumbing });
  return {
    kind: "internal compiler error",
    ...messageForms(reason, candidate),
    frames: frames.length > 0 ? frames : passBefore(lines, at),
  };
};

/** After other errors, a release build of gcc reports a crash only as `confused by earlier errors`. */
const headline = /(?:internal compiler error: |: (?=confused by earlier errors))(.+)$/;

const plumbing =
  /^(?:crash_signal|internal_error|fancy_abort|\w+_check_failed|\?\?\?|__libc_start\w*|_start|main|toplev::main|do_compile)$/;

/** `0x101fe577 tsubst_copy(tree_node*)`, each with its file on a line of its own. */
function backtrace(lines: readonly string[], start: number): readonly TraceFrame[] {
  return lines
    .slice(start, start + 200)
    .map((line) => /^0x[0-9a-f]+ (.+)$/.exec(line)?.[1])
    .filter((name) => name !== undefined)
    .map((name) => ({ name: functionName(name) }));
}

/** `during RTL pass: vregs` stands a few lines above the headline. */
function passBefore(lines: readonly string[], at: number): readonly string[] {
  const pass = lines.slice(Math.max(0, at - 5), at).findLast((line) => /^during \w+ pass: /.test(line));
  return pass === undefined ? [] : [`(${pass.trim()})`];
}
