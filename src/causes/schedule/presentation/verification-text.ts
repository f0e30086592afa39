import { listText } from "../../../core/list-text.ts";
import { type Markup, markup } from "../../../report/html/markup.ts";
import { count, counted } from "../../../report/quantity.ts";
import type { Sentence } from "../../../report/sentence.ts";
import type { Paint } from "../../../report/terminal/paint.ts";
import type {
  ExhaustiveSearch,
  FailingSchedule,
  MissedPart,
  OtherSchedules,
  ReplayedSchedule,
  Verification,
} from "../verify/verification.ts";

/** What was tried, and what came of it. The last sentence has no full stop. */
export function verificationHeadline({ replay, others, exhaustive, failing }: Verification): Sentence {
  if (!replay) return ["Nothing is known yet: the failing schedule was not replayed"];
  const first = replaySentence(replay, failing);
  if (replay.outcome === "fails") return [first];
  const more = exhaustive ? exhaustiveSentence(exhaustive, failing) : others && othersSentence(others, failing);
  return [more === undefined ? first : `${first}. ${more}`];
}

export function verificationStatus({ outcome }: Verification): { readonly text: string; readonly isGood: boolean } {
  return { text: outcome === "unknown" ? "not known yet" : outcome, isGood: outcome === "passes" };
}

/** How to replay the schedule that fails, and what a schedule is here. */
export function verificationText({ replay, failing, switches, exhaustive }: Verification, { dim }: Paint): string {
  const unsteady = failing && !failing.replays ? [notAgain] : [];
  const lines = failing ? [`  fails   ${failing.command}`, ...unsteady, ""] : [];
  const bound = exhaustive ? [boundSentences[exhaustive.by]] : [];
  const adapted = replay?.adapted === undefined ? [] : [adaptedSentence(replay.adapted)];
  return [...lines, dim([...adapted, switches, ...bound].filter((each) => each !== "").join("\n"))]
    .join("\n")
    .trimEnd();
}

/** The same for the HTML page. */
export function verificationSection({ failing, switches, exhaustive }: Verification): Markup {
  const rows = failing ? [markup`<dt>Fails</dt><dd><code>${failing.command}</code></dd>`] : [];
  return markup`<section>
<h2>What was tried</h2>
<p>${switches} ${exhaustive ? boundSentences[exhaustive.by] : ""}</p>
<dl class="summary">${rows}</dl>
</section>`;
}

function adaptedSentence(schedule: string): string {
  return schedule === ""
    ? "Nothing of the schedule is left in the changed program, so its default schedule was run."
    : `In the changed program, the steps of the schedule are others: ${schedule}`;
}

const notAgain = "It did not fail again under this schedule, so something that is not controlled decides.";

/** What the bound counts (Musuvathi and Qadeer, PLDI 2007, for threads). */
const boundSentences = {
  preemptions:
    "A preemption is a switch while the thread could go on. Where a thread waits, yields or ends, every thread that can run is tried, at no cost; time passes only when no thread can run.",
  deviations:
    "A deviation is an event that could run, and runs, before the one that comes next by default. After it, the order is the default one again.",
} as const;

function replaySentence(replay: ReplayedSchedule, failing: FailingSchedule | undefined): string {
  const followed = followedText(replay);
  const which = replay.total === 0 ? "The failing schedule, which is the default one," : "The failing schedule";
  if (replay.outcome === "fails") return `${which} still fails (${replay.ended}${sameText(failing)})${followed}`;
  if (replay.outcome === "unknown") return `${which} could not be judged (${replay.ended})${followed}`;
  return `${which} passes now${followed}`;
}

function followedText({ total, followed, missed, unit }: ReplayedSchedule): string {
  if (total === 0) return "";
  if (followed === total) {
    if (total === 1) return `: its ${unit === "events" ? "event" : "switch"} was followed`;
    return `: all of its ${counted(total, unit)} were followed`;
  }
  const were = followed === 0 ? "none" : count(followed);
  return `: ${were} of its ${counted(total, unit)} ${followed <= 1 ? "was" : "were"} followed, ${missedText(missed)}`;
}

const maxMissed = 3;

function missedText(missed: readonly MissedPart[]): string {
  const shown = missed.slice(0, maxMissed).map(missedPart);
  const more = missed.length - shown.length;
  return listText(more > 0 ? [...shown, `${count(more)} more were not followed`] : shown);
}

/** `1.1@7 (queue.c:31), now 1.1@9, could not be followed` */
function missedPart({ part, why, place, now }: MissedPart): string {
  return `${part}${place ? ` (${place})` : ""}${now ? `, now ${now},` : ""} ${why}`;
}

function othersSentence(others: OtherSchedules, failing: FailingSchedule | undefined): string {
  const { wanted, tried, different, unresolved } = others;
  if (failing)
    return `But it fails under another schedule, number ${count(tried)} of those tried (${failureText(failing)})`;
  if (tried === 0) return "No other schedule was tried";
  const passing = tried - unresolved;
  if (passing === 0) return `None of ${counted(tried, "runs")} under other schedules could be judged`;
  const isSample = different === tried && unresolved === 0;
  const runs = unresolved === 0 ? counted(tried, "runs") : `${count(passing)} of ${counted(tried, "runs")}`;
  const schedules = different === 0 ? "the same schedule" : counted(different, "other schedules");
  const what = isSample ? schedules : `${runs} under ${schedules}`;
  const unjudged = unresolved === 0 ? "" : `, and ${count(unresolved)} could not be judged`;
  const missing = tried < wanted ? `; ${count(wanted)} were to be tried` : "";
  return `${what} ${passing === 1 ? "passes" : "pass"} too${unjudged}${missing}`;
}

function exhaustiveSentence(search: ExhaustiveSearch, failing: FailingSchedule | undefined): string {
  const { by, bound, complete, tried, unresolved, atLeast, completeUpTo } = search;
  const within = (limit: number) => `${scheduleNoun(by)} ${boundText(by, limit)}`;
  if (failing)
    return `But it fails under another schedule, number ${count(tried)} of those ${boundText(by, bound)} (${failureText(failing)})`;
  const passing = tried - unresolved;
  if (complete && unresolved === 0)
    return tried === 1
      ? `There is only one of the ${within(bound)}, and it passes`
      : `All ${count(tried)} ${within(bound)} pass`;
  if (complete)
    return `Of all ${count(tried)} ${within(bound)}, ${count(passing)} pass and ${count(unresolved)} could not be judged`;
  const unjudged =
    unresolved === 0 ? "all of these pass" : `${count(passing)} pass and ${count(unresolved)} could not be judged`;
  const below = completeUpTo === undefined ? "" : `; these include all ${boundText(by, completeUpTo)}`;
  const of = atLeast === undefined || atLeast === tried ? "" : ` of at least ${count(atLeast)}`;
  const rest = of === "" ? ", and there may be more" : "";
  return `${count(tried)}${of} ${within(bound)} were tried${rest}: ${unjudged}${below}`;
}

function scheduleNoun(by: ExhaustiveSearch["by"]): string {
  return by === "preemptions" ? "schedules" : "orders of events";
}

function boundText(by: ExhaustiveSearch["by"], bound: number): string {
  const from = by === "deviations" ? " from the default order" : "";
  return bound === 0 ? `without ${by}${from}` : `with at most ${counted(bound, by)}${from}`;
}

function failureText({ ended, failure, same }: FailingSchedule): string {
  return same === true ? `${ended}, the same failure` : same === false ? `another failure: ${failure}` : ended;
}

function sameText(failing: FailingSchedule | undefined): string {
  if (failing?.same === undefined) return "";
  return failing.same ? ", the same failure" : `, but with another failure: ${failing.failure}`;
}
