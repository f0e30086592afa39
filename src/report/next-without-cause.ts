import { commandLine } from "../core/command-line.ts";
import type { Story } from "../core/finding.ts";
import type { FindingReport } from "./finding-report.ts";

/** What to do if a run ended and there is no cause: a sentence that ends with what to type, if there is something. */
export function nextWithoutCause(story: Story, report: FindingReport): string {
  const { finding, test } = story;
  const { reason, failure } = finding;
  const known = report.nextWithoutCause?.(story) ?? commandIn(reason);
  if (known !== undefined) return known;
  if (failure !== undefined)
    return "it fails, and none of what was tried decides. If you know a version, an input or a machine with which it passes, compare with that.";
  const line = commandLine(test);
  return line.includes("{}")
    ? "run the test by hand, with what {} stands for, and look at its exit status."
    : `see for yourself whether it fails: ${line}; echo $?`;
}

/** The command that a reason ends with, as in "To find out: culprit why -- npm test". */
function commandIn(reason = ""): string | undefined {
  return /: (culprit .*)$/.exec(reason)?.[1];
}
