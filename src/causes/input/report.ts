import type { FindingReport } from "../../report/finding-report.ts";
import { plainHeadline, plainReport } from "../../report/plain-report.ts";

/** The headline names what remains of an input as one text, however many pieces it has. */
export const inputReport: FindingReport = {
  ...plainReport,
  headline: (story) => plainHeadline(story, (texts) => [texts.join("")]),
};
