import { blank } from "../blank.ts";
import type { Recogniser } from "../recogniser.ts";

/** V8 gives up: no memory left, or a check of its own failed. Its native frames depend on when that happens. */
export const nodeFatal: Recogniser = (lines, candidate) => {
  for (const [index, line] of lines.entries()) {
    const [, said] = /^FATAL ERROR: (.+)$/.exec(line) ?? [];
    if (said !== undefined) return { kind: "FATAL ERROR", message: blank(said, candidate), frames: [] };
    if (/^# Fatal error in /.test(line)) {
      const check = (lines[index + 1] ?? "").replace(/^#\s*/, "");
      return { kind: "FATAL ERROR", message: blank(check, candidate), frames: [] };
    }
  }
  return undefined;
};
