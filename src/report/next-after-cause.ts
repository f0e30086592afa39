import { commandLine } from "../core/command-line.ts";
import type { Story } from "../core/finding.ts";
import type { FindingReport } from "./finding-report.ts";
import { patchUse } from "./patch-use.ts";

/** What to do with a cause that was found, for who does not know the command: a sentence that ends with what to type. */
export function nextAfterCause(story: Story, report: FindingReport): string {
  const own = report.next?.(story);
  if (own !== undefined) return own;
  const { files, patches } = story.finding;
  const fix = patches?.find(({ name }) => name === (files.fixOnNew === undefined ? "fix" : "fixOnNew"));
  if (fix) return `${commandLine(["git", "apply", fix.file])} (${patchUse(fix)})`;
  const line = report.commands?.(story.finding)?.failing ?? commandLine(story.test);
  return `change what is named above and run ${line === "" ? "the failing command again" : `the test: ${line}`}`;
}
