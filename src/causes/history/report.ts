import type { FindingReport } from "../../report/finding-report.ts";
import { changesReport } from "../../versions/report.ts";
import type { HistoryFinding } from "./finding.ts";
import { wayBackSection } from "./presentation/way-back-section.ts";
import { wayBackText } from "./presentation/way-back-text.ts";

/** The changes that made it fail, and the way back over the versions to one that passes. */
export const historyReport: FindingReport<HistoryFinding> = {
  ...changesReport,
  paragraphs: (story, paint) => [...changesReport.paragraphs(story, paint), wayBackText(story.finding, paint)],
  sections: (story) => [changesReport.sections(story), "\n", wayBackSection(story.finding)],
};
