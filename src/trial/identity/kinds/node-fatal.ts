import { messageForms } from "../blank.ts";
import type { Recogniser } from "../recogniser.ts";

/** V8 gives up: it is out of memory, or an internal check failed. Its native frames depend on when that happens. */
export const nodeFatal: Recogniser = (lines, candidate) => {
  for (const [index, line] of lines.entries()) {
    const [, message] = /^FATAL ERROR: (.+)$/.exec(line) ?? [];
    if (message !== undefined) return { kind: "FATAL ERROR", ...messageForms(message, candidate), frames: [] };
    if (/^# Fatal error in /.test(line)) {
      const check = (lines[index + 1] ?? "").replace(/^#\s*/, "");
      return { kind: "FATAL ERROR", ...messageForms(check, candidate), frames: [] };
    }
  }
  return undefined;
};
