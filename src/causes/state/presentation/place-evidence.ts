import type { SuspectLine } from "../../../lines/finding.ts";
import { changedLines, changeSentence } from "../../../lines/presentation/suspects-text.ts";
import { counted } from "../../../report/quantity.ts";
import { joinCodes, type Sentence } from "../../../report/sentence.ts";
import type { CauseTransition, LineInFailing, RankedPlace, StateFinding } from "../finding.ts";
import { namesOfMove } from "./cause-names.ts";

/** What was shown about a line, as a sentence, and the lines that it is about. */
export interface EvidenceText {
  readonly sentence: Sentence;
  readonly lines?: readonly LineInFailing[];
}

/** The evidence for a line, the strongest first. */
export function placeEvidence(
  { suspect, transitions = [] }: RankedPlace,
  finding: Pick<StateFinding, "suspects" | "transitions">,
): EvidenceText[] {
  const line = suspect === undefined ? undefined : finding.suspects?.[suspect];
  const [changed] = line ? changedLines({ suspects: [line] }) : [];
  const [first, ...others] = transitions.flatMap((each) => finding.transitions?.[each] ?? []);
  return [
    ...(changed ? [{ sentence: changeSentence(changed.change!) }] : []),
    ...(line?.named === undefined ? [] : [{ sentence: errorSentence(line) }]),
    ...(first ? [...partingText(first), { sentence: moveSentence(first) }] : []),
    ...(others.length > 0 ? [{ sentence: [`The cause moves here ${counted(others.length, "more times")}.`] }] : []),
  ];
}

function errorSentence({ named, executed }: SuspectLine): Sentence {
  const where = named === 1 ? "was raised here" : "was raised in what is called here";
  return [
    `The failing run prints that its error ${where}${executed?.passing === 0 ? ", and no passing run executes this line" : ""}.`,
  ];
}

/** What stands on the line; a closing bracket means nothing by itself. */
export function placeText({ text, transitions: [first] = [] }: RankedPlace, { transitions }: StateFinding): string {
  const name = first === undefined ? undefined : transitions?.[first]?.function;
  return name !== undefined && text !== undefined && /^[\s)}\];,]*$/.test(text) ? `the end of ${name}` : (text ?? "");
}

/** The number of a line, with its file if that is another one. */
export function lineName({ file, line }: Pick<LineInFailing, "file" | "line">): string {
  return file === undefined ? `${line}` : `${file}:${line}`;
}

function partingText({ line, parting, only }: CauseTransition): EvidenceText[] {
  const calls = callsInOneRun(only);
  if (!parting) return calls.length === 0 ? [] : [{ sentence: [...capitalised(calls), "."] }];
  const isHere = parting.file === undefined && parting.line === line;
  const after = parting.file === undefined ? `line ${parting.line}` : lineName(parting);
  const opening = `The two runs part ${isHere ? "here" : `after ${after}`}`;
  const { onlyFailing = [] } = parting;
  if (onlyFailing.length === 0) return [{ sentence: [opening, ...(calls.length > 0 ? [": ", ...calls] : []), "."] }];
  const runs = onlyFailing.every(({ failing }) => failing === 1) ? "the failing run executes" : "failing runs execute";
  return [
    { sentence: [`${opening}, and only ${runs}:`], lines: onlyFailing },
    ...(calls.length > 0 ? [{ sentence: [...capitalised(calls), "."] }] : []),
  ];
}

/** As many as people read. */
const maxNames = 4;

/** What one of the runs calls from there on to the next line that both come to; at other times the other run may call it too. */
function callsInOneRun(only: CauseTransition["only"]): Sentence {
  const calls = (["failing", "passing"] as const).flatMap((run) => {
    const names = only?.[run] ?? [];
    return names.length === 0 ? [] : [[`only the ${run} run calls `, ...namedCodes(names)]];
  });
  return calls.flatMap((each, i) => [i === 0 ? "then " : ", and ", ...each]);
}

/** As in: The cause moves from `argc` to `a[2]`. */
function moveSentence(transition: CauseTransition): Sentence {
  const { from, to, into, evidence, until, caller } = transition;
  const [earlier, later] = namesOfMove(from, to).map(namedCodes) as [Sentence, Sentence];
  if (into !== undefined) return endSentence(transition, earlier);
  const somewhere = until === undefined ? "" : ` somewhere up to ${until}`;
  const back = caller === undefined || until !== undefined ? "" : `, on return to ${caller}`;
  const handedOver = evidence === "hand-over" && !isInput(from) ? "; it is probably only passed on" : "";
  return [`The cause moves${somewhere} from `, ...earlier, " to ", ...later, `${back}${handedOver}.`];
}

/** As in: The cause is last seen here, as `price`; then the failing run ends with SIGSEGV. */
function endSentence({ into = "output", evidence, until }: CauseTransition, earlier: Sentence): Sentence {
  const end = evidence === "hand-over" ? "it is probably only printed" : endings[into];
  const then = `then ${end ?? `the failing run ends with ${into}`}`;
  if (until === undefined) return ["The cause is last seen here, as ", ...earlier, `; ${then}.`];
  return ["Here the cause is ", ...earlier, `. From here to ${until}, nothing more is known; ${then}.`];
}

const endings: Readonly<Record<string, string>> = {
  output: "comes the output",
  hang: "the failing run does not end",
};

function isInput([first]: CauseTransition["from"]): boolean {
  return first?.variable === "input" && first.place === undefined;
}

function namedCodes(names: readonly string[]): Sentence {
  const more = names.length - maxNames;
  return joinCodes(names.slice(0, maxNames), more > 0 ? [`${more} more`] : []);
}

function capitalised([first, ...others]: Sentence): Sentence {
  return typeof first === "string" ? [`${first[0]!.toUpperCase()}${first.slice(1)}`, ...others] : [first!, ...others];
}
