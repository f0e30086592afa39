import { commandLine } from "../../core/command-line.ts";
import { listText } from "../../core/list-text.ts";
import type { FindingReport } from "../../report/finding-report.ts";
import { causeSection, entryBoxes } from "../../report/html/cause.ts";
import { type Content, markup } from "../../report/html/markup.ts";
import { plainReport } from "../../report/plain-report.ts";
import { shareOf } from "../../report/sentence.ts";
import { changeEntries } from "../../report/terminal/change-entries.ts";
import type { Paint } from "../../report/terminal/paint.ts";
import { manifestText } from "../../world/packages/manifest-text.ts";
import type { InsidePackage, PackagesFinding } from "./finding.ts";
import { markdownBlocks } from "./presentation/markdown-blocks.ts";

/** The packages that make the difference and, with `--deeper`, the lines in them. */
export const packagesReport: FindingReport<PackagesFinding> = {
  ...plainReport,
  paragraphs: ({ finding }, paint) => [
    upgrades(finding, paint),
    ...insides(finding).map(({ cause }) => changeEntries(cause, paint).join("\n")),
  ],
  sections: (story) => causeSection(story, linesInside(story.finding)),
  markdown: ({ finding }) => markdownBlocks(finding),
  next: ({ finding, test }) => nextStep(finding, commandLine(test)),
  commands: ({ again, verdict }) => (again && verdict === "found" ? { again: commandLine(again) } : undefined),
  proofs,
};

function nextStep({ remedy, keptBy }: PackagesFinding, test: string): string | undefined {
  if (remedy) return `put ${manifestText(remedy)} into package.json, and run: npm install && ${test}`;
  return (
    keptBy && `keep ${keptBy.package} ${keptBy.version} by ${keptBy.text}; then install, and run the test: ${test}`
  );
}

function upgrades({ cause }: PackagesFinding, paint: Paint): string {
  return changeEntries(cause, paint).join("\n");
}

function insides({ deeper, furtherDeeper = [] }: PackagesFinding): InsidePackage[] {
  return [...(deeper ? [deeper] : []), ...furtherDeeper];
}

function linesInside(finding: PackagesFinding): Content {
  return insides(finding).map(({ packages, cause }) => [
    markup`<h3>Inside ${listText(packages)}</h3>\n`,
    entryBoxes(cause),
  ]);
}

function proofs(finding: PackagesFinding, { green }: Paint): string[] {
  return insides(finding).map(({ deltas, minimal, packages }) => {
    const share = shareOf({ deltas, by: `changes in ${listText(packages)}` });
    return minimal ? green(`${share}; confirmed, and proved minimal.`) : `${share} left; not proved minimal.`;
  });
}
