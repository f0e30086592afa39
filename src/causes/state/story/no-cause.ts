import { count } from "../../../report/quantity.ts";
import { lastOutput } from "../../../run/ends/end-messages.ts";
import type { NotComparable } from "../capture/place.ts";
import type { NamedPlaces, NoCauseAt } from "../follow/named-places.ts";
import type { StateLanguage, WhichRun } from "../request.ts";
import type { StateRun } from "../state-run.ts";
import { shortPlace } from "./entries.ts";

const maxReasons = 5;

/** Why there is no cause although the runs could be inspected. */
export function noCauseText(stateRun: StateRun, places: Omit<NamedPlaces, "found">): string {
  const { cwd } = stateRun.request;
  const sentence = (start: string) => (each: NoCauseAt) =>
    `${start} at ${shortPlace(each.at, cwd)}: ${sentenceEnd(each.reason)}`;
  const reasons = [...places.withoutCause.map(sentence("No cause")), ...places.skipped.map(sentence("Not comparable"))];
  const summary = noCauseSummary(stateRun, places);
  const left = reasons.length - maxReasons;
  const more = left > 0 ? [`${count(left)} more ${left === 1 ? "place is" : "places are"} not listed here.`] : [];
  return [summary, ...reasons.slice(0, maxReasons), ...more, ...outputOf(stateRun, "fail")].join("\n");
}

function noCauseSummary({ request }: StateRun, { skipped, withoutCause }: Omit<NamedPlaces, "found">): string {
  if (withoutCause.length > 0) return "There is no cause at any of the named places.";
  if (request.at.length > 0 || skipped.length > 0) return "The two runs could not be compared at any place.";
  return "The two runs reach no common place, or have the same values wherever they were compared. Use --at FUNCTION to name another place.";
}

/** About a place that the program does not have. */
export function wrongPlaceText({ request }: StateRun, { at, reason }: NotComparable): string {
  return `--at ${shortPlace(at, request.cwd)}: ${sentenceEnd(reason)}`;
}

/** About runs that executed nothing that can be inspected; `doubts` are about their language. */
export function unseenText(stateRun: StateRun, unseen: readonly WhichRun[], doubts: readonly string[]): string {
  const { language, cwd } = stateRun.request;
  const runs = unseen.length === 2 ? "the two runs" : `the ${unseen[0]}ing run`;
  const output = unseen.flatMap((which) => outputOf(stateRun, which));
  return [
    `There is nothing to inspect: ${runs} executed no ${languageNames[language]} file under ${cwd}.`,
    ...doubts,
    ...output,
    ...(doubts.length + output.length === 0
      ? ["Start culprit in the folder of the program; its code must be in files."]
      : []),
  ].join("\n");
}

const languageNames: Readonly<Record<StateLanguage, string>> = {
  node: "JavaScript or TypeScript",
  python: "Python",
  gdb: "C or C++",
};

function sentenceEnd(clause: string): string {
  return clause.endsWith("?") || clause.endsWith(".") ? clause : `${clause}.`;
}

/** The last lines of a run that did not exit with 0, which may say why. */
function outputOf({ criterion, stderr }: StateRun, which: WhichRun): string[] {
  const status = criterion[which]?.status;
  if (status === "exit 0" || stderr[which].trim() === "") return [];
  return [`The ${which}ing run ended with ${status ?? "its time limit"}.${lastOutput(stderr[which])}`];
}
