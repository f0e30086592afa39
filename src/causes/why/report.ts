import { commandLine } from "../../core/command-line.ts";
import type { Finding, Story } from "../../core/finding.ts";
import { placesOf } from "../../report/digest.ts";
import type { FindingReport } from "../../report/finding-report.ts";
import { headline } from "../../report/headline.ts";
import { markup } from "../../report/html/markup.ts";
import { duration } from "../../report/quantity.ts";
import { commandLines, commandRows } from "../../report/shown-commands.ts";
import { leastShare } from "./diagnosis/confidence.ts";
import type { Tried, WhyFinding } from "./finding.ts";
import type { LoadApplication } from "./run-instrument.ts";

/** The commands whose findings may be inside. */
const instruments = ["changes", "packages", "env", "clock", "tests", "schedule", "input"] as const;

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
    answer: ({ finding: { tried } }) => {
      const [here, there] = tried;
      if (passesHere(tried)) return ["The test passes here"];
      const isSame = tried.length === 2 && there!.how === "there" && here!.outcome === there!.outcome;
      return isSame ? [`The test ${words[here!.outcome]} here and there`] : undefined;
    },
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
        triedLines(story.finding.tried),
        untriedText(story.finding),
        story.finding.command === undefined ? "" : `  ${paint.dim("again")}  ${story.finding.command}`,
      ];
    },
    sections: (story) => {
      const inner = innerOf(story);
      return [
        inner ? inner.report.sections(inner.story) : [],
        triedSection(story.finding.tried),
        untriedSection(story.finding),
      ];
    },
    facts: ({ decides, finding, commands, command }) => [
      ...(decides ? [markup`<dt>Decides</dt><dd>${decides}</dd>\n`] : []),
      (finding && reports.get(finding.kind)?.facts?.(finding)) ?? [],
      commandRows(commands),
      ...(command === undefined ? [] : [markup`<dt>Again</dt><dd><code>${command}</code></dd>\n`]),
    ],
    places: ({ finding, cause }) => (finding && reports.get(finding.kind)?.places?.(finding)) ?? placesOf(cause),
    namesFilesFromTop: ({ decides, finding }) =>
      finding ? (reports.get(finding.kind)?.namesFilesFromTop?.(finding) ?? false) : decides === "edit",
    commands: ({ commands, command, finding }) => ({
      ...(finding && reports.get(finding.kind)?.commands?.(finding)),
      ...commands,
      ...(command === undefined ? {} : { again: command }),
    }),
    nextWithoutCause: ({ finding: { tried }, test }) =>
      passesHere(tried)
        ? `run this again when it fails, or where it fails: culprit capture -- ${commandLine(test)}`
        : undefined,
    proof: (finding) => (finding.finding ? reports.get(finding.finding.kind)?.proof?.(finding.finding) : undefined),
  };
}

function passesHere(tried: readonly Tried[]): boolean {
  return tried.length === 1 && tried[0]!.outcome === "pass";
}

const words = { fail: "fails", pass: "passes", unresolved: "cannot be judged" } as const;

function triedText({ how, outcome, runs, failed, seconds }: Tried): string {
  const isMixed = failed > 0 && failed < runs;
  const result = isMixed ? `fails ${failed} of ${runs} times` : `${words[outcome]}${runs > 1 ? ` (${runs} runs)` : ""}`;
  const isSure = how === "here" && runs > 2 && !isMixed && outcome === "fail";
  const confidence = isSure ? `, so in at least ${leastShare(runs)} % of all runs (95 % confidence)` : "";
  return `${result.padEnd(18)} ${how}${confidence}${seconds > 0 ? `  ${duration(seconds * 1000)}` : ""}`;
}

function triedLines(tried: readonly Tried[]): string {
  return tried.length === 0 ? "" : ["What was tried:", ...tried.map((each) => `  ${triedText(each)}`)].join("\n");
}

function untriedText({ untried = [] }: WhyFinding): string {
  return untried.length === 0 ? "" : ["What could not be tried:", ...untried.map((each) => `  ${each}`)].join("\n");
}

function triedSection(tried: readonly Tried[]) {
  const rows = tried.map(
    ({ how, outcome, runs, failed, seconds }) =>
      markup`<tr><td>${how}</td><td>${failed > 0 && failed < runs ? "comes and goes" : words[outcome]}</td><td>${failed} of ${runs}</td><td>${duration(seconds * 1000)}</td></tr>\n`,
  );
  return markup`<section><h2>What was tried</h2>\n<table><tr><th>how</th><th>the test</th><th>failed</th><th>time</th></tr>\n${rows}</table></section>\n`;
}

function untriedSection({ untried = [] }: WhyFinding) {
  if (untried.length === 0) return [];
  return markup`<section><h2>What could not be tried</h2>\n<ul>${untried.map((each) => markup`<li>${each}</li>\n`)}</ul></section>\n`;
}
