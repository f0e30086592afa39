import { functionName } from "../function-name.ts";
import type { Recogniser } from "../recogniser.ts";

/** A crash of the Java virtual machine itself, from the lines that it prints for its `hs_err` file. */
export const jvm: Recogniser = (lines) => {
  const start = lines.findIndex((line) => line.startsWith("# A fatal error has been detected by the Java Runtime"));
  if (start < 0) return undefined;
  const report = lines.slice(start, start + 40);
  const reason = report.map((line) => /^#\s+(SIG\w+|Internal Error|EXCEPTION_\w+)/.exec(line)?.[1]).find(Boolean);
  const problem = report.findIndex((line) => line.startsWith("# Problematic frame:"));
  const [, name = ""] = /^# \w\s+(?:\[.*?\]\s*)?(.*)$/.exec(report[problem + 1] ?? "") ?? [];
  const frame = functionName(name.replace(/\+0x[0-9a-f]+.*$/, ""));
  const message = assertionIn(report);
  return { kind: `JVM ${reason ?? "crash"}`, message, printed: message, frames: frame === "" ? [] : [frame] };
};

/** `# assert(x != NULL) failed: must have one`, in a debug build. */
function assertionIn(report: readonly string[]): string {
  return report.map((line) => /^#\s+((?:assert|guarantee)\(.*?\) failed)/.exec(line)?.[1]).find(Boolean) ?? "";
}
