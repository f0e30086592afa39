import { commandLine } from "../../core/command-line.ts";
import type { FindingReport } from "../../report/finding-report.ts";
import { type Content, markup } from "../../report/html/markup.ts";
import { plainReport } from "../../report/plain-report.ts";
import type { Paint } from "../../report/terminal/paint.ts";
import type { ArgsFinding } from "./finding.ts";

/** The arguments that the failure needs, and the whole command with them. */
export const argsReport: FindingReport<ArgsFinding> = {
  ...plainReport,
  paragraphs: (story, paint) => [...plainReport.paragraphs(story, paint), commandLines(story.finding, paint)],
  facts: commandRows,
  commands: ({ commands }) =>
    commands && {
      failing: commandLine(commands.failing),
      ...(commands.passing ? { passing: commandLine(commands.passing) } : {}),
    },
};

/** The failing and the passing command, ready to copy. */
function commandLines({ commands }: ArgsFinding, { dim }: Paint): string {
  if (commands === undefined) return "";
  const { failing, passing } = commands;
  const lines = [`  ${dim("fails")}   ${commandLine(failing)}`];
  if (passing) lines.push(`  ${dim("passes")}  ${commandLine(passing)}`);
  return lines.join("\n");
}

function commandRows({ commands }: ArgsFinding): Content {
  if (commands === undefined) return [];
  const { failing, passing } = commands;
  return [
    markup`<dt>Fails</dt><dd><code>${commandLine(failing)}</code></dd>\n`,
    passing && markup`<dt>Passes</dt><dd><code>${commandLine(passing)}</code></dd>\n`,
  ];
}
