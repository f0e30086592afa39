import type { CauseTransition, ChainLink } from "../core/chain.ts";
import type { CauseEntry, Finding } from "../core/finding.ts";
import type { Paint } from "./paint.ts";
import { count } from "./quantity.ts";
import { standIn, withStandIns } from "./stand-in.ts";

/** The causes from the beginning of the program on, one line for each place. */
export function chain({ chain: links, transitions = [] }: Finding, paint: Paint): string {
  if (!links || links.length === 0) return "";
  const width = Math.max(...links.map(({ place }) => place.length));
  const lines = [paint.bold("From the beginning on:"), ...links.map((link) => line(link, width, paint))];
  if (transitions.length > 0) lines.push("", paint.bold(whereItMoves(transitions)), ...mostLikely(transitions, paint));
  return lines.join("\n");
}

/** More than this nobody reads at a terminal. */
const mostTransitions = 8;
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
export function sentence({ line, from, to, since, until, caller }: CauseTransition): string {
  const names = (cause: readonly CauseEntry[]) => cause.map(({ variable = "" }) => variable).join(" and ");
  const began =
    since === undefined ? "at first" : /:\d+(?:#\d+)?$/.test(since) ? `at ${since}` : `on entry to ${since}`;
  const called = caller === undefined ? "" : `, called at ${caller},`;
  const then = until === undefined ? `after line ${line}${called}` : `somewhere from line ${line} to ${until}`;
  return `${began} the cause is ${names(from)}, ${then} it is ${names(to)}`;
}

function line({ place, cause, values }: ChainLink, width: number, { dim, green, red }: Paint): string {
  const shown = cause.map(({ variable = "", old = "", new: now = "" }) => {
    const name = variable === place ? "" : `${plain(variable)} `;
    return `${name}${red(short(now))} instead of ${green(short(old))}`;
  });
  const differ = values === 0 ? "" : dim(`  (${count(values)} differ)`);
  return `  ${dim(plain(place).padEnd(width))}  ${shown.join(", ")}${differ}`;
}

function short(text: string): string {
  return plain(text.length > longestValue ? `${text.slice(0, longestValue)}…` : text);
}

function plain(text: string): string {
  return withStandIns(text).replace(/[\n\t]/g, standIn);
}
