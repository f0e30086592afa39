import type { Story } from "../core/finding.ts";

/** Whether a passing set was narrowed too, and the cause is a difference rather than what remains. */
export function isolating({ finding, steps }: Story): boolean {
  return finding.files.passing !== undefined || steps.some((step) => step.passing !== undefined);
}
