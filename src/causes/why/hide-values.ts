import type { CauseEntry, Story } from "../../core/finding.ts";
import { isHarmless } from "./harmless-variables.ts";

/** What stands for a value that may be secret. */
export const hiddenValue = "…";

/** A story without the values of variables, but for those that are known to be harmless. */
export function withoutValues(story: Story): Story {
  if (story.finding.kind !== "env") return story;
  // Notes name the files, which are gone, too.
  const { notes: _, ...finding } = story.finding;
  const causes = finding.causes.map((each) => each.map(hideValue));
  return { ...story, finding: { ...finding, cause: finding.cause.map(hideValue), causes } };
}

/** The files that they were read from are gone, too. */
function hideValue({ file: _, line: _2, ...entry }: CauseEntry): CauseEntry {
  const { variable = "", old, new: now } = entry;
  if (isHarmless(variable)) return entry;
  const text = now === undefined ? `unset ${variable}` : `${variable}=${hiddenValue}`;
  const hide = (side: "old" | "new", value: string | undefined) => (value === undefined ? {} : { [side]: hiddenValue });
  return { ...entry, text, ...hide("old", old), ...hide("new", now) };
}
