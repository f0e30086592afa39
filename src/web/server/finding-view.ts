import { findingSections } from "../../report/html/page.ts";
import type { RunRecord } from "../../run/record/record.ts";
import type { FindingView } from "../steps/overview.ts";
import { doubtedFinding } from "./doubted-finding.ts";
import { loadStory } from "./saved-finding.ts";

/** What a run found, as in the HTML report; nothing if there is nothing that this version can show. */
export async function findingView(record: RunRecord): Promise<FindingView> {
  const { story, report } = await loadStory(record);
  try {
    if (!story || !report) return {};
    return { html: findingSections(story, report).html, finding: doubtedFinding(record, story.finding) };
  } catch {
    return {};
  }
}
