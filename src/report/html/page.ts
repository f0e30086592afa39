import type { Story } from "../../core/finding.ts";
import type { FindingReport } from "../finding-report.ts";
import { headlineText } from "../headline.ts";
import { colophon } from "./colophon.ts";
import { figures } from "./figures.ts";
import { Markup, markup } from "./markup.ts";
import { pageHead } from "./page-head.ts";
import { plot } from "./plot.ts";
import { stepTable } from "./step-table.ts";
import { type StepsLeftOut, type StepThrough, scriptPolicy, stepStyle, stepThrough } from "./step-through.ts";
import { style } from "./style.ts";

/**
 * A run as one HTML page: the answer first, then the evidence. The file needs nothing else, and is allowed nothing else: no
 * resource from anywhere, and no script but the one that steps through the run, if it is given.
 */
export function htmlPage(story: Story, report: FindingReport, steps?: StepThrough | StepsLeftOut): string {
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; ${scriptPolicy(steps)}style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${headlineText(story, report)} · culprit</title>
<style>${new Markup(style)}${stepStyle(steps)}</style>
</head>
<body>
<main>
${findingSections(story, report)}
</main>
${stepThrough(steps)}</body>
</html>
`.html;
}

/** The answer, then the evidence: what stands on the page, wherever that is shown. */
export function findingSections(story: Story, report: FindingReport): Markup {
  return markup`${pageHead(story, report)}
${report.sections(story)}
${figures(story.finding)}
${plot(story)}
${stepTable(story)}
${colophon(story)}`;
}
