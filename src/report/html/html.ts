import type { Story } from "../../core/finding.ts";
import { headline } from "../headline.ts";
import { cause } from "./cause.ts";
import { chain } from "./chain.ts";
import { colophon } from "./colophon.ts";
import { figures } from "./figures.ts";
import { lanes } from "./lanes.ts";
import { Markup, markup } from "./markup.ts";
import { plot } from "./plot.ts";
import { stepTable } from "./step-table.ts";
import { style } from "./style.ts";
import { summary } from "./summary.ts";
import { wayBack } from "./way-back.ts";

/**
 * A run as one page for people: the answer first, then its evidence. The file needs nothing else, and is allowed
 * nothing else: no script, no resource from anywhere.
 */
export function html(story: Story): string {
  const title = headline(story).map((part) => (typeof part === "string" ? part : part.code));
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
${summary(story)}
${cause(story)}
${chain(story.finding)}
${wayBack(story.finding)}
${lanes(story.finding)}
${figures(story.finding)}
${plot(story)}
${stepTable(story)}
${colophon(story)}
</main>
</body>
</html>
`.html;
}
