import { spawnSync } from "node:child_process";
import type { CiJob } from "../../ci/ci-job.ts";
import { needsShell, splitShellWords } from "../../trial/command/shell-words.ts";

/**
 * The words of a test that is written as in a step of a job. What needs a shell runs as CI systems run it: by bash, if there is one, up
 * to the first command that fails; on GitLab, one in a pipe counts, too.
 */
export function stepWords(step: string, system: CiJob["system"]): readonly string[] {
  const line = step.trim();
  const words = needsShell(line) ? undefined : splitShellWords(line);
  if (words) return words;
  const hasBash = spawnSync("bash", ["-c", ":"]).status === 0;
  const settings = hasBash && system === "gitlab" ? "set -eo pipefail" : "set -e";
  return [hasBash ? "bash" : "sh", "-c", `${settings}; ${line}`];
}
