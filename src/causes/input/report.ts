import type { FindingReport } from "../../report/finding-report.ts";
import { plainHeadline, plainReport } from "../../report/plain-report.ts";

/** What remains of an input is one text, however many pieces it is made of. */
export const inputReport: FindingReport = {
  ...plainReport,
  headline: (story) => plainHeadline(story, (texts) => [texts.join("")]),
};
