import { listText } from "../../core/list-text.ts";
import type { FindingReport } from "../../report/finding-report.ts";
import { causeSection, entryBoxes } from "../../report/html/cause.ts";
import { type Content, markup } from "../../report/html/markup.ts";
import { plainReport } from "../../report/plain-report.ts";
import { shareOf } from "../../report/sentence.ts";
import { changeEntries } from "../../report/terminal/change-entries.ts";
import type { Paint } from "../../report/terminal/paint.ts";
import type { PackagesFinding } from "./finding.ts";

/** The packages that make the difference and, with `--deeper`, the lines in them. */
export const packagesReport: FindingReport<PackagesFinding> = {
  ...plainReport,
  paragraphs: ({ finding }, paint) => [upgrades(finding, paint)],
  sections: (story) => causeSection(story, linesInside(story.finding)),
  proofs,
};

function upgrades({ cause, deeper }: PackagesFinding, paint: Paint): string {
  const packages = changeEntries(cause, paint);
  const lines = deeper ? changeEntries(deeper.cause, paint) : [];
  return [...packages, ...(lines.length > 0 ? ["", ...lines] : [])].join("\n");
}

function linesInside({ deeper }: PackagesFinding): Content {
  return deeper && [markup`<h3>Inside ${listText(deeper.packages)}</h3>\n`, entryBoxes(deeper.cause)];
}

function proofs({ deeper }: PackagesFinding, { green }: Paint): string[] {
  if (!deeper) return [];
  const share = shareOf({ deltas: deeper.deltas, by: `changes in ${listText(deeper.packages)}` });
  return [deeper.minimal ? green(`${share}; confirmed, and proved minimal.`) : `${share} left; not proved minimal.`];
}
