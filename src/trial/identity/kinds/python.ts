import { mark, messageForms } from "../blank.ts";
import { innermost, type TraceFrame } from "../frames.ts";
import type { Recogniser } from "../recogniser.ts";

/**
 * The last traceback: of chained exceptions the one raised last, of an exception group the first of its members. A
 * SyntaxError has no traceback when it is in the program itself.
 */
export const python: Recogniser = (lines, candidate) => {
  const group = lines.findLastIndex((line) => line.includes("+ Exception Group Traceback"));
  const raised = group < 0 ? traceback(lines, lastStart(lines)) : firstMember(lines.slice(group));
  return (
    raised && {
      kind: raised.kind,
      ...messageForms(raised.message, candidate, withoutNames),
      frames: innermost(raised.frames, candidate),
    }
  );
};

const head = /Traceback \(most recent call last\):$/;

function lastStart(lines: readonly string[]): number {
  const last = lines.findLastIndex((line) => head.test(line));
  return last >= 0 ? last + 1 : lines.findLastIndex((line) => /^ {2}File ".*", line \d+$/.test(line));
}

/** The first member of a group, which is printed with bars in front; if none has a traceback, the group itself. */
function firstMember(lines: readonly string[]): Raised | undefined {
  const plain = lines.map((line) => line.replace(/^ {2,}[|+] ?/, ""));
  const member = plain.findIndex((line) => line.startsWith("Traceback") && head.test(line));
  return traceback(plain, Math.max(member, 0) + 1);
}

interface Raised {
  readonly kind: string;
  readonly message: string;
  readonly frames: readonly TraceFrame[];
}

/** Reads frames with their source lines, all indented, then the exception, which is not. */
function traceback(lines: readonly string[], start: number): Raised | undefined {
  if (start < 0) return undefined;
  const frames: TraceFrame[] = [];
  for (const line of lines.slice(start)) {
    const [, file, name] = /^ {2}File "(.*)", line \d+(?:, in (.*))?$/.exec(line) ?? [];
    if (name !== undefined && !isGenerated(file ?? "")) frames.unshift({ name, file });
    if (line.startsWith(" ") || line === "") continue;
    const [, kind, message = ""] = /^((?:[\w<>]+\.)*\w+)(?:: ?(.*))?$/.exec(line) ?? [];
    return kind === undefined ? undefined : { kind, message, frames };
  }
  return undefined;
}

/** Code that was made from a string, perhaps from the input, and the machinery of imports. */
function isGenerated(file: string): boolean {
  return /^</.test(file);
}

/** Python names functions without quotes, and quotes its own types, which tell one error from another. */
function withoutNames(message: string): string {
  return message
    .replace(/^[\w.<>]+\(\)/, `${mark}()`)
    .replace(/'(NoneType|int|float|complex|bool|str|bytes|list|tuple|dict|set|type|function|method|module)'/g, "$1");
}
