import { suspectsSection } from "../../lines/presentation/suspects-section.ts";
import { surestLine, surestLineText, suspectsText } from "../../lines/presentation/suspects-text.ts";
import type { FindingReport } from "../../report/finding-report.ts";
import { plainHeadline, plainReport } from "../../report/plain-report.ts";
import type { InputFinding } from "./finding.ts";

/** The headline names what remains of an input as one text, however many pieces it has. */
export const inputReport: FindingReport<InputFinding> = {
  ...plainReport,
  headline: (story) => plainHeadline(story, (texts) => [texts.join("")]),
  paragraphs: (story, paint) => [
    ...plainReport.paragraphs(story, paint),
    defectText(story.finding),
    suspectsText(story.finding, paint),
  ],
  sections: (story) => [plainReport.sections(story), suspectsSection(story.finding)],
};

/** A changed run is judged by its exit status: to leave out the statement that crashes is enough, and shows no defect. */
function defectText(finding: InputFinding): string {
  return surestLine(finding)?.change.kind === "skip" ? "" : surestLineText(finding);
}
