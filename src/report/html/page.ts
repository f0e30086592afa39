import type { Story } from "../../core/finding.ts";
import type { FindingReport } from "../finding-report.ts";
import { headline } from "../headline.ts";
import { colophon } from "./colophon.ts";
import { figures } from "./figures.ts";
import { Markup, markup } from "./markup.ts";
import { pageHead } from "./page-head.ts";
import { plot } from "./plot.ts";
import { stepTable } from "./step-table.ts";
import { style } from "./style.ts";

/**
 * A run as one HTML page: the answer first, then the evidence. The file needs nothing else, and is allowed nothing else:
 * no script, no resource from anywhere.
 */
export function htmlPage(story: Story, report: FindingReport): string {
  const title = headline(story, report).map((part) => (typeof part === "string" ? part : part.code));
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · culprit</title>
<style>${new Markup(style)}</style>
</head>
<body>
<main>
${pageHead(story, report)}
${report.sections(story)}
${figures(story.finding)}
${plot(story)}
${stepTable(story)}
${colophon(story)}
</main>
</body>
</html>
`.html;
}
