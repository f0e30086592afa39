import { mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Words } from "../../application/words.ts";
import { applicationOf } from "../../causes/applications.ts";
import type { Finding, Story } from "../../core/finding.ts";
import { headlineText } from "../../report/headline.ts";
import { withShortPaths } from "../../report/short-paths.ts";
import { agentSummary } from "../../report/terminal/agent-summary.ts";
import { terminalSummary } from "../../report/terminal/summary.ts";
import type { RunRecord } from "../../run/record/record.ts";
import type { RunRequest } from "../../run/request.ts";
import { checkWritableFile } from "../../world/files/writable-path.ts";
import { writeFileAtomically } from "../../world/files/write-atomically.ts";
import { isForAgent } from "./for-agent.ts";
import { renderStory } from "./render-story.ts";
import { readReporter } from "./reporter.ts";
import { paintFor } from "./terminal.ts";

/** Prints a finding as text or as the reporter has it, and writes the HTML page if one is wanted. */
export async function printStory(story: Story, words: Words, record: RunRecord): Promise<void> {
  const { finding } = story;
  const application = await applicationOf(finding.kind);
  const findingReport = await application.report();
  const reporter = readReporter(words);
  if (reporter !== undefined) {
    process.stdout.write(await renderStory(story, application, reporter));
    if (finding.verdict === "not-reproduced" && finding.reason !== undefined)
      process.stderr.write(`${finding.reason}\n`);
    if (finding.verdict === "interrupted") process.stderr.write(`culprit resume ${finding.run}\n`);
  } else if (isForAgent(words)) {
    process.stdout.write(agentSummary(withShortPaths(story, process.cwd()), findingReport, ownName()));
  } else {
    process.stdout.write(
      `\n${terminalSummary(withShortPaths(story, process.cwd()), findingReport, paintFor(process.stdout))}`,
    );
  }
  const file = words.value("html");
  if (file !== undefined) await writeHtmlPage(file, story, record);
}

export async function writeHtmlPage(file: string, story: Story, record: RunRecord): Promise<void> {
  const { htmlPage } = await import("../../report/html/page.ts");
  const { stepsForReport } = await import("../../web/server/embed-steps.ts");
  const report = await (await applicationOf(story.finding.kind)).report();
  mkdirSync(dirname(resolve(file)), { recursive: true });
  const steps = await stepsForReport(record, story, headlineText(story, report));
  writeFileAtomically(file, htmlPage(story, report, steps));
}

/**
 * Checks, before any time is spent, that there is such a reporter, and that the HTML page can be written and overwrites nothing that
 * the run needs.
 */
export async function checkReporting(words: Words, kind: string, request: RunRequest): Promise<void> {
  readReporter(words);
  const file = words.value("html");
  if (file === undefined) return;
  const { test, cwd } = request;
  const application = await applicationOf(kind);
  checkWritableFile(resolve(file), "--html", { inputs: application.inputs(request), test, cwd });
}

/** The exit code as the application of the finding has it. */
export async function exitCodeFor(finding: Finding): Promise<number> {
  const application = await applicationOf(finding.kind);
  return application.exitCode?.(finding) ?? exitCodeOf(finding);
}

export function exitCodeOf({ verdict, deltas, stages }: Finding): number {
  if (verdict === "found") return 0;
  const narrowed = [{ deltas }, ...stages].some((stage) => stage.deltas.cause < stage.deltas.total);
  return verdict === "exhausted" && narrowed ? 0 : 1;
}

/** How whoever started this process can start another one. */
function ownName(): string {
  return process.env.npm_command === "exec" ? "npx culprit" : "culprit";
}
