import type { PairFollower } from "../../application/pair-follower.ts";
import { commandLine } from "../../core/command-line.ts";
import type { Story } from "../../core/finding.ts";
import { mayBeRepair } from "../../lines/presentation/repairs.ts";
import { suspectsSection } from "../../lines/presentation/suspects-section.ts";
import { sentenceText, surestLine, surestLineSentence, suspectsText } from "../../lines/presentation/suspects-text.ts";
import type { FindingReport } from "../../report/finding-report.ts";
import type { Content } from "../../report/html/markup.ts";
import { plainHeadline, plainReport } from "../../report/plain-report.ts";
import type { Sentence } from "../../report/sentence.ts";
import type { Paint } from "../../report/terminal/paint.ts";
import type { InputFinding } from "./finding.ts";

type PairReport = Pick<PairFollower, "paragraphs" | "sections">;

/** The headline names what remains of an input as one text, however many pieces it has. */
export function inputReport(pair: PairReport): FindingReport<InputFinding> {
  return {
    ...plainReport,
    headline: (story) => plainHeadline(story, (texts) => [texts.join("")]),
    paragraphs: (story, paint) => [
      ...plainReport.paragraphs(story, paint),
      defectText(story.finding),
      ...programText(story, paint, pair),
    ],
    sections: (story) => [plainReport.sections(story), programSections(story, pair)],
    next: failingCommand,
  };
}

/** As the test was run: a word that names the input means the candidate, and without {} it is on standard input, too. */
function failingCommand({ finding: { files, cause }, test }: Story<InputFinding>): string | undefined {
  const { failing } = files;
  if (failing === undefined) return undefined;
  const words = test.map((word) => (word === cause[0]?.file ? failing : word.replaceAll("{}", failing)));
  const onInput = test.some((word) => word.includes("{}")) ? "" : ` < ${commandLine([failing])}`;
  return `it fails with the small input too: ${commandLine(words)}${onInput}`;
}

/** A changed run is judged by its exit status. */
function defectSentence(finding: InputFinding): Sentence | undefined {
  const surest = surestLine(finding);
  return surest && mayBeRepair(surest.change.kind) ? surestLineSentence(finding) : undefined;
}

function defectText(finding: InputFinding): string {
  const sentence = defectSentence(finding);
  return sentence ? sentenceText([...sentence, "."]) : "";
}

/** One list of all lines that may be the defect, whatever showed it. */
function programText({ finding }: Story<InputFinding>, paint: Paint, pair: PairReport): readonly string[] {
  const { state, suspects } = finding;
  return state
    ? pair.paragraphs({ ...state, ...(suspects ? { suspects } : {}) }, paint)
    : [suspectsText(finding, paint)];
}

function programSections({ finding }: Story<InputFinding>, pair: PairReport): Content {
  const { state, suspects } = finding;
  if (!state) return suspectsSection(finding);
  const defect = defectSentence(finding);
  return pair.sections({ ...state, ...(suspects ? { suspects } : {}) }, defect ? [defect] : []);
}
