import { statSync } from "node:fs";
import { join } from "node:path";
import { applicationOf } from "../../causes/applications.ts";
import type { Story, Verdict } from "../../core/finding.ts";
import type { FindingReport } from "../../report/finding-report.ts";
import { headlineText } from "../../report/headline.ts";
import type { RunRecord } from "../../run/record/record.ts";
import { savedStory } from "../../run/record/run-status.ts";

/** What a run found, in short. */
export interface FindingSummary {
  readonly verdict: Verdict;
  /** Empty if this version of culprit cannot show findings of this kind. */
  readonly headline: string;
}

interface Remembered {
  /** When the file was written, and how large it is. */
  readonly version: string;
  readonly summary: FindingSummary | undefined;
}

const remembered = new Map<string, Remembered>();
const maxRemembered = 5000;

/** The finding of a run in short. A story is large and the page asks often, so it is read only when it has changed. */
export async function findingSummary(record: RunRecord): Promise<FindingSummary | undefined> {
  const version = versionOf(join(record.folder, "story.json"));
  const known = remembered.get(record.folder);
  if (known?.version === version) return known.summary;
  const { story, report } = await loadStory(record);
  const summary = story && { verdict: story.finding.verdict, headline: headlineOf(story, report) };
  if (remembered.size >= maxRemembered) remembered.clear();
  remembered.set(record.folder, { version, summary });
  return summary;
}

/** What a run found, and how its application shows that. */
export async function loadStory(record: RunRecord): Promise<{ story?: Story; report?: FindingReport }> {
  const story = savedStory(record);
  if (!story) return {};
  try {
    return { story, report: await (await applicationOf(record.header.kind)).report() };
  } catch {
    return { story };
  }
}

/** A story of another version may lack what a report needs. */
function headlineOf(story: Story, report: FindingReport | undefined): string {
  try {
    return report ? headlineText(story, report) : "";
  } catch {
    return "";
  }
}

function versionOf(path: string): string {
  try {
    const { mtimeMs, size } = statSync(path);
    return `${mtimeMs} ${size}`;
  } catch {
    return "none";
  }
}
