import { commandLine } from "../../core/command-line.ts";
import type { Story } from "../../core/finding.ts";
import { type Markup, markup } from "./markup.ts";

/** The foot of the page: where the results are, and what to do next. */
export function colophon({ finding, started, version }: Story): Markup {
  const { files, run, verdict } = finding;
  const nextCommands = verdict === "interrupted" || verdict === "exhausted" ? ["show", "resume"] : ["show"];
  const rows = [
    ["Failing", files.failing],
    ["Passing", files.passing],
    ["Cause", files.cause],
    ["Run", run],
    ...nextCommands.map((command) => ["Go on", commandLine(["culprit", command, run])]),
  ];
  return markup`<footer>
<h2>Files and run</h2>
<dl class="summary">
${rows.map(([name, value]) => value && markup`<dt>${name}</dt><dd><code>${value}</code></dd>\n`)}</dl>
<p>culprit ${version}, started <time>${started.replace(/T(\S+?)(\.\d+)?Z$/, " $1 UTC")}</time></p>
</footer>`;
}
