import type { CauseTransition, ChainLink } from "../core/chain.ts";
import { clipAroundDifference } from "../core/clip-around-difference.ts";
import type { Finding } from "../core/finding.ts";
import { causeNames, namesOfMove } from "./cause-names.ts";
import type { Paint } from "./paint.ts";
import { count } from "./quantity.ts";
import { standIn, withStandIns } from "./stand-in.ts";

/** The causes from the beginning of the program on, one line for each place. */
export function chain({ chain: links, transitions = [] }: Finding, paint: Paint): string {
  if (!links || links.length === 0) return "";
  const width = Math.max(...links.map(({ place }) => place.length));
  const each = links.map((link, i) => line(link, { before: links[i - 1], after: links[i + 1], width }, paint));
  const lines = [paint.bold("From the beginning on:"), ...each];
  if (transitions.length > 0) lines.push("", paint.bold(whereItMoves(transitions)), ...mostLikely(transitions, paint));
  return lines.join("\n");
}

/** More than this nobody reads at a terminal. */
const mostTransitions = 8;
const mostVariables = 4;
const longestValue = 60;

function mostLikely(transitions: readonly CauseTransition[], paint: Paint): string[] {
  const shown = transitions.slice(0, mostTransitions).map((each, i) => moved(each, i, paint));
  const left = transitions.length - shown.length;
  return left > 0 ? [...shown, paint.dim(`  … and ${count(left)} more: --html or --json shows them.`)] : shown;
}

function whereItMoves(transitions: readonly CauseTransition[]): string {
  return transitions.length === 1
    ? "Where the cause moves the defect is likely to be:"
    : "Where the cause moves, the likeliest place of the defect first:";
}

function moved(transition: CauseTransition, i: number, { dim }: Paint): string {
  const told = `  ${i + 1}. ${plain(transition.file)}:${transition.line}  ${plain(sentence(transition))}`;
  const source = transition.excerpt?.find(({ marked }) => marked)?.text.trim();
  return source ? `${told}\n     ${dim(plain(source))}` : told;
}

/** As in: on entry to sort the cause is a[2], after line 12 it is a[0]. */
export function sentence(transition: CauseTransition): string {
  const { line, from, to, since, until, caller, only } = transition;
  const [earlier, later] = namesOfMove(from, to).map((all) =>
    [...all.slice(0, mostVariables), ...(all.length > mostVariables ? ["others"] : [])].join(" and "),
  );
  const began =
    since === undefined ? "at first" : /:\d+(?:#\d+)?$/.test(since) ? `at ${since}` : `on entry to ${since}`;
  const called = caller === undefined ? "" : `, called at ${caller},`;
  const then =
    until === undefined
      ? `after line ${line}${endOf(transition)}${called}${calledByOne(only)}`
      : `somewhere from line ${line} to ${until}`;
  return `${began} the cause is ${earlier}, ${then} it is ${later}`;
}

/** A line that only closes something says nothing by itself. */
function endOf({ excerpt, function: name }: CauseTransition): string {
  const text = excerpt?.find(({ marked }) => marked)?.text;
  return name !== undefined && text !== undefined && /^[\s)}\];,]*$/.test(text) ? `, at the end of ${name}` : "";
}

function calledByOne(only: CauseTransition["only"]): string {
  const told = (["failing", "passing"] as const).flatMap((run) => {
    const names = only?.[run] ?? [];
    const some = [...names.slice(0, mostVariables), ...(names.length > mostVariables ? ["others"] : [])];
    return names.length === 0 ? [] : [`only the ${run} run calls ${some.join(" and ")}`];
  });
  return told.length === 0 ? "" : `, where ${told.join(", and ")},`;
}

interface Around {
  readonly before: ChainLink | undefined;
  readonly after: ChainLink | undefined;
  readonly width: number;
}

function line(
  { place, cause, values, onTopOf }: ChainLink,
  { before, after, width }: Around,
  { dim, green, red }: Paint,
): string {
  const names = causeNames(cause, before?.cause, after?.cause);
  const shown = cause.slice(0, mostVariables).map(({ variable, old = "", new: now = "" }, i) => {
    const name = variable === place ? "" : `${plain(names[i]!)} `;
    const [passing, failing] = clipAroundDifference(old, now, longestValue);
    return `${name}${red(plain(failing))} instead of ${green(plain(passing))}`;
  });
  if (cause.length > mostVariables) shown.push(`and ${count(cause.length - mostVariables)} more`);
  const base = onTopOf ? `on top of ${count(onTopOf.values)}; ` : "";
  const differ = values === 0 ? "" : dim(`  (${base}${count(values)} differ)`);
  return `  ${dim(plain(place).padEnd(width))}  ${shown.join(", ")}${differ}`;
}

function plain(text: string): string {
  return withStandIns(text).replace(/[\n\t]/g, standIn);
}
