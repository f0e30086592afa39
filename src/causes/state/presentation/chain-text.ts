import { clipAroundDifference } from "../../../core/clip-around-difference.ts";
import { listText } from "../../../core/list-text.ts";
import { count } from "../../../report/quantity.ts";
import { standIn, withStandIns } from "../../../report/stand-in.ts";
import type { Paint } from "../../../report/terminal/paint.ts";
import type { CauseTransition, ChainLink, StateFinding } from "../finding.ts";
import { causeNames, namesOfMove } from "./cause-names.ts";

/** The causes from the start of the program on, one line for each place, and where the cause moves. */
export function chainText({ chain: links, transitions = [] }: StateFinding, paint: Paint): string {
  if (!links || links.length === 0) return "";
  const width = Math.max(...links.map(({ place }) => place.length));
  const each = links.map((link, i) => linkLine(link, { before: links[i - 1], after: links[i + 1], width }, paint));
  const lines = [paint.bold("From the start of the program:"), ...each];
  if (transitions.length > 0)
    lines.push("", paint.bold(transitionsTitle(transitions)), ...transitionLines(transitions, paint));
  return lines.join("\n");
}

/** As many as people read at a terminal. */
const maxTransitions = 8;
const maxVariables = 4;
const maxValueLength = 60;

function transitionLines(transitions: readonly CauseTransition[], paint: Paint): string[] {
  const shown = transitions.slice(0, maxTransitions).map((each, i) => transitionLine(each, i, paint));
  const left = transitions.length - shown.length;
  return left > 0 ? [...shown, paint.dim(`  … and ${count(left)} more: --html or --json shows them.`)] : shown;
}

function transitionsTitle(transitions: readonly CauseTransition[]): string {
  return transitions.length === 1
    ? "The defect is likely to be where the cause moves:"
    : "Where the cause moves, the most likely place of the defect first:";
}

function transitionLine(transition: CauseTransition, i: number, { dim }: Paint): string {
  const text = `  ${i + 1}. ${plain(transition.file)}:${transition.line}  ${plain(transitionSentence(transition))}`;
  const source = transition.excerpt?.find(({ marked }) => marked)?.text.trim();
  return source ? `${text}\n     ${dim(plain(source))}` : text;
}

/** As in: on entry to sort the cause is a[2], after line 12 it is a[0]. */
export function transitionSentence(transition: CauseTransition): string {
  const { line, from, to, since, until, caller, only } = transition;
  const [earlier, later] = namesOfMove(from, to).map((all) => listText(all, { max: maxVariables }));
  const began =
    since === undefined ? "at first" : /:\d+(?:#\d+)?$/.test(since) ? `at ${since}` : `on entry to ${since}`;
  const called = caller === undefined ? "" : `, called at ${caller},`;
  const then =
    until === undefined
      ? `after line ${line}${endOf(transition)}${called}${callsInOneRun(only)}`
      : `somewhere from line ${line} to ${until}`;
  return `${began} the cause is ${earlier}, ${then} it is ${later}`;
}

/** A line that is only a closing bracket means nothing by itself. */
function endOf({ excerpt, function: name }: CauseTransition): string {
  const text = excerpt?.find(({ marked }) => marked)?.text;
  return name !== undefined && text !== undefined && /^[\s)}\];,]*$/.test(text) ? `, at the end of ${name}` : "";
}

function callsInOneRun(only: CauseTransition["only"]): string {
  const calls = (["failing", "passing"] as const).flatMap((run) => {
    const names = only?.[run] ?? [];
    return names.length === 0 ? [] : [`only the ${run} run calls ${listText(names, { max: maxVariables })}`];
  });
  return calls.length === 0 ? "" : `, where ${calls.join(", and ")},`;
}

interface Around {
  readonly before: ChainLink | undefined;
  readonly after: ChainLink | undefined;
  readonly width: number;
}

function linkLine(
  { place, cause, values, onTopOf }: ChainLink,
  { before, after, width }: Around,
  { dim, green, red }: Paint,
): string {
  const names = causeNames(cause, before?.cause, after?.cause);
  const shown = cause.slice(0, maxVariables).map(({ variable, old = "", new: now = "" }, i) => {
    const name = variable === place ? "" : `${plain(names[i]!)} `;
    const [passing, failing] = clipAroundDifference(old, now, maxValueLength);
    return `${name}${red(plain(failing))} instead of ${green(plain(passing))}`;
  });
  const base = onTopOf ? `on top of ${count(onTopOf.values)}; ` : "";
  const differ = values === 0 ? "" : dim(`  (${base}${count(values)} ${values === 1 ? "differs" : "differ"})`);
  return `  ${dim(plain(place).padEnd(width))}  ${listText(shown, { total: cause.length })}${differ}`;
}

function plain(text: string): string {
  return withStandIns(text).replace(/[\n\t]/g, standIn);
}
