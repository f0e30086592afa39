import { posix } from "node:path";
import { messageForms } from "../blank.ts";
import { innermost } from "../frames.ts";
import type { Recogniser } from "../recogniser.ts";
import { nativePlumbing, nativeTrace } from "./native-trace.ts";

/**
 * `file.c:3:5: runtime error: …` of UndefinedBehaviorSanitizer, which has a trace only if asked to print one; without
 * it the file stands for the function.
 */
export const undefinedBehavior: Recogniser = (lines, candidate) => {
  for (const [index, line] of lines.entries()) {
    const [, file, report] = /^(\S+:\d+:\d+): runtime error: (.+)$/.exec(line) ?? [];
    if (file === undefined || report === undefined) continue;
    const trace = /^\s*#0 /.test(lines[index + 1] ?? "") ? nativeTrace(lines, index + 1) : [];
    const place = { name: `(${posix.basename(file).replace(/:.*/, "")})`, file };
    const inside = candidate.place(file) === "candidate";
    return {
      kind: "UndefinedBehaviorSanitizer",
      ...messageForms(report, candidate),
      frames: inside ? [] : innermost(trace.length > 0 ? trace : [place], candidate, nativePlumbing),
    };
  }
  return undefined;
};
