import type { Finding, Story } from "../../core/finding.ts";
import type { FindingReport } from "../../report/finding-report.ts";
import { headline } from "../../report/headline.ts";
import { markup } from "../../report/html/markup.ts";
import { duration } from "../../report/quantity.ts";
import type { Paint } from "../../report/terminal/paint.ts";
import type { Tried, WhyFinding } from "./finding.ts";
import type { LoadApplication } from "./run-instrument.ts";

/** The commands whose findings may be inside. */
const instruments = ["changes", "packages", "env", "clock", "tests", "schedule"] as const;

/** What was tried, and then what the command found that it was handed over to. */
export async function whyReport(load: LoadApplication): Promise<FindingReport<WhyFinding>> {
  const reports = new Map<string, FindingReport>();
  for (const name of instruments) reports.set(name, await (await load(name)).report());
  const innerOf = (story: Story<WhyFinding>) => {
    const { finding } = story.finding;
    const report = finding && reports.get(finding.kind);
    return finding && report ? { report, story: { ...story, finding: finding as Finding } } : undefined;
  };
  return {
    answer: ({ finding: { tried } }) =>
      tried.length === 1 && tried[0]!.outcome === "pass" ? ["The test passes here"] : undefined,
    headline: (story) => {
      const inner = innerOf(story);
      return inner ? headline(inner.story, inner.report) : [story.finding.answer ?? ""];
    },
    paragraphs: (story, paint) => {
      const inner = innerOf(story);
      return [
        // Of variables, the sentence has said all.
        ...(inner && inner.story.finding.kind !== "env" ? inner.report.paragraphs(inner.story, paint) : []),
        commandLines(story.finding.commands, paint),
        ["What was tried:", ...story.finding.tried.map((each) => `  ${triedText(each)}`)].join("\n"),
        story.finding.command === undefined ? "" : `  ${paint.dim("again")}  ${story.finding.command}`,
      ];
    },
    sections: (story) => {
      const inner = innerOf(story);
      return [inner ? inner.report.sections(inner.story) : [], triedSection(story.finding.tried)];
    },
    facts: ({ decides }) => (decides ? [markup`<dt>Decides</dt><dd>${decides}</dd>\n`] : []),
    proof: (finding) => (finding.finding ? reports.get(finding.finding.kind)?.proof?.(finding.finding) : undefined),
  };
}

function commandLines({ passing, failing }: NonNullable<WhyFinding["commands"]> = {}, { dim }: Paint): string {
  return [
    ...(passing === undefined ? [] : [`  ${dim("passes")}  ${passing}`]),
    ...(failing === undefined ? [] : [`  ${dim("fails")}   ${failing}`]),
  ].join("\n");
}

const words = { fail: "fails", pass: "passes", unresolved: "cannot be judged" } as const;

function triedText({ how, outcome, runs, failed, seconds }: Tried): string {
  const isMixed = failed > 0 && failed < runs;
  const result = isMixed ? `fails ${failed} of ${runs} times` : `${words[outcome]}${runs > 1 ? ` (${runs} runs)` : ""}`;
  return `${result.padEnd(18)} ${how}${seconds > 0 ? `  ${duration(seconds * 1000)}` : ""}`;
}

function triedSection(tried: readonly Tried[]) {
  const rows = tried.map(
    ({ how, outcome, runs, failed, seconds }) =>
      markup`<tr><td>${how}</td><td>${words[outcome]}</td><td>${failed} of ${runs}</td><td>${duration(seconds * 1000)}</td></tr>\n`,
  );
  return markup`<section><h2>What was tried</h2>\n<table><tr><th>how</th><th>the test</th><th>failed</th><th>time</th></tr>\n${rows}</table></section>\n`;
}
