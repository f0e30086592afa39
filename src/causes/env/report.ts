import { listText } from "../../core/list-text.ts";
import type { FindingReport } from "../../report/finding-report.ts";
import { plainReport } from "../../report/plain-report.ts";

/** The variables that make the difference. */
export const envReport: FindingReport = {
  ...plainReport,
  // The test alone would run with the variables of the reader's shell.
  next: ({ finding: { cause } }) => {
    const names = cause.flatMap(({ variable }) => variable ?? []);
    const file = cause.find((entry) => entry.file !== undefined)?.file ?? "the failing file";
    return names.length === 0 ? undefined : `change ${listText(names)} in ${file}, and run this command again`;
  },
};
