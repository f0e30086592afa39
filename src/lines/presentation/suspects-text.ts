import { count, counted } from "../../report/quantity.ts";
import type { Sentence } from "../../report/sentence.ts";
import { standIn, withStandIns } from "../../report/stand-in.ts";
import type { Paint } from "../../report/terminal/paint.ts";
import type { LineChange, SuspectLine, SuspectLines } from "../finding.ts";

/** As many as people read at a terminal. */
const maxShown = 5;

/**
 * The lines at which changed code makes the failing run pass, the likeliest defect first; `remedy` is what tells lines apart at each
 * of which a change puts all runs right, if people can do anything about that.
 */
export function suspectsText(finding: SuspectLines, { bold, dim }: Paint, remedy?: string): string {
  const changed = changedLines(finding);
  if (changed.length === 0) return "";
  const title =
    changed.length === 1
      ? "The line at which a change makes the failing run pass:"
      : "Lines at which a change makes the failing run pass, the likeliest defect first:";
  const shown = changed.slice(0, maxShown).map(({ file, line, text, change }, i) => {
    const source = text === undefined ? "" : `  ${dim(plain(text))}`;
    return `  ${i + 1}. ${plain(file)}:${line}${source}\n     ${sentenceText(changeSentence(change!))}`;
  });
  const left = changed.length - shown.length;
  const more = left > 0 ? [dim(`  … and ${count(left)} more: --json lists them.`)] : [];
  return [bold(title), ...shown, ...more, ...severalWhole(finding, remedy)].join("\n");
}

/** The suspects that an experiment has shown. A change that spoils most of the passing runs only hides the failure. */
export function changedLines({ suspects = [] }: SuspectLines): readonly SuspectLine[] {
  return suspects.filter(({ change }) => change && change.kept * 2 >= change.passing);
}

/** A change in all executions that leaves all passing runs as they are. A search that was stopped may not have come to them. */
export function keepsPassingRuns({ instance, kept, passing }: LineChange): boolean {
  return instance === undefined && passing > 0 && kept === passing;
}

/** The one line at which a change puts all runs right; undefined: there is none, or there are several. */
export function surestLine(finding: SuspectLines): (SuspectLine & { readonly change: LineChange }) | undefined {
  const [first, second] = wholeLines(finding);
  return first && !second ? { ...first, change: first.change! } : undefined;
}

/** As in: the defect is likely at find.py:5: with lo < hi instead of lo <= hi it passes. Undefined: no line is the only one at which a change puts all runs right. */
export function surestLineSentence(finding: SuspectLines): Sentence | undefined {
  const surest = surestLine(finding);
  if (!surest) return undefined;
  const { file, line, change } = surest;
  const kept = change.passing === 0 ? "" : keptText(change.kept, change.passing);
  const place = { code: `${file}:${line}` };
  // A value that is right in another run shows where a wrong one comes through, not where it comes from.
  const what =
    change.kind === "value"
      ? ["A change at ", place, " puts all runs right: "]
      : ["The defect is likely at ", place, ": "];
  return [...what, ...changePhrase(change), ` it passes${kept}`];
}

/** Where a change puts all runs right at more lines than this, that says little about each. */
export const maxNamedLines = 3;

/** As in: a change at sort.py:6 or sort.py:7 puts all runs right. Undefined: that is so at one line only, at many or at none. */
export function fewLinesSentence(finding: SuspectLines): Sentence | undefined {
  const lines = wholeLines(finding);
  if (lines.length < 2 || lines.length > maxNamedLines) return undefined;
  const named = lines.flatMap(({ file, line }, i): Sentence => {
    const before = i === 0 ? [] : [i === lines.length - 1 ? " or " : ", "];
    return [...before, { code: `${file}:${line}` }];
  });
  return ["A change at ", ...named, " puts all runs right"];
}

/** A sentence for the terminal, on one line. */
export function sentenceText(sentence: Sentence): string {
  return sentence.map((part) => (typeof part === "string" ? part : plain(part.code))).join("");
}

/** The lines at which a change puts all runs right. */
function wholeLines(finding: SuspectLines): readonly SuspectLine[] {
  return changedLines(finding).filter(({ change }) => keepsPassingRuns(change!) && change!.rescued === change!.failing);
}

/** What to do where a change puts all runs right at several lines. */
export function severalWhole(finding: SuspectLines, remedy: string | undefined): string[] {
  const { length } = wholeLines(finding);
  if (length < 2) return [];
  return [`  At ${count(length)} of them a change puts all runs right${remedy === undefined ? "" : `: ${remedy}`}.`];
}

/** As in: with `lo < hi` instead of `lo <= hi`. */
export function changePhrase({ kind, code, to, instance }: LineChange): Sentence {
  const only = instance === undefined ? [] : [` (only the ${ordinal(instance)} time)`];
  if (kind === "skip") return ["without ", { code }, ...only];
  if (kind === "loop")
    return [`without the ${to === "without-first" ? "first" : "last"} round over `, { code }, ...only];
  if (kind === "switch")
    return to in switched ? ["with ", { code }, switched[to]!, ...only] : ["if ", { code }, ` ${to}`, ...only];
  return ["with ", { code: to }, " instead of ", { code }, ...only];
}

const switched: Readonly<Record<string, string>> = {
  true: " true",
  false: " false",
  not: " the other way round",
  "the other way": " the other way round",
};

/** As in: With `lo < hi` instead of `lo <= hi`, the failing run passes, and the passing run stays as it is. */
export function changeSentence(change: LineChange): Sentence {
  const { rescued, failing, kept, passing, instance } = change;
  const [first, ...others] = changePhrase(change) as [string, ...Sentence];
  const passes = failing === 1 ? "the failing run passes" : `${shareText(rescued, failing)} failing runs pass`;
  const rest = instance !== undefined || passing === 0 ? "" : keptText(kept, passing);
  return [`${first[0]!.toUpperCase()}${first.slice(1)}`, ...others, `, ${passes}${rest}.`];
}

/** What comes of the passing runs: a change that spoils them only hides the failure. */
function keptText(kept: number, passing: number): string {
  if (kept === passing)
    return passing === 1
      ? ", and the passing run stays as it is"
      : `, and all ${counted(passing, "passing runs")} stay as they are`;
  if (passing === 1) return ", but the passing run changes";
  return `, but ${count(passing - kept)} of ${counted(passing, "passing runs")} change`;
}

function shareText(part: number, whole: number): string {
  return part === whole ? `all ${count(whole)}` : `${count(part)} of ${count(whole)}`;
}

function ordinal(number: number): string {
  const [tens, ones] = [number % 100, number % 10];
  const ending = tens >= 11 && tens <= 13 ? "th" : (["th", "st", "nd", "rd"][ones] ?? "th");
  return `${count(number)}${ending}`;
}

function plain(text: string): string {
  return withStandIns(text).replace(/[\n\t]/g, standIn);
}
