import type { Story } from "../core/finding.ts";

/** Whether a passing set was narrowed too, and the cause is a difference rather than what remains. */
export function isolating({ finding, steps }: Story): boolean {
  if (finding.by === "switches") return false;
  // Of a difference of a single delta there are no steps.
  const bySearch = ["dd", "ddmax", "bisect"].includes(finding.search);
  return bySearch || finding.files.passing !== undefined || steps.some((step) => step.passing !== undefined);
}
