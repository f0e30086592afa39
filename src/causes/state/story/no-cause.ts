import { count } from "../../../report/quantity.ts";
import { lastOutput } from "../../../run/ends/end-messages.ts";
import type { Refusal } from "../../../run/ends/reproduce.ts";
import type { NotComparable } from "../capture/place.ts";
import type { NamedPlaces, NoCauseAt } from "../follow/named-places.ts";
import type { StateLanguage, WhichRun } from "../request.ts";
import type { StateRun } from "../state-run.ts";
import { shortPlace } from "./entries.ts";

const maxReasons = 5;

/** The places that were looked at, none of which has a cause. */
export interface PlacesWithoutCause extends Omit<NamedPlaces, "found"> {
  /** Set where the user named no places. */
  readonly whole?: {
    /** How many moments the main code of both runs has. */
    readonly commonMoments: number;
    /** There were more places than may be looked at. */
    readonly cutShort: boolean;
  };
}

/** Why there is no cause although the runs could be inspected. */
export function noCauseText(stateRun: StateRun, places: PlacesWithoutCause): string {
  const { cwd } = stateRun.request;
  const sentence = (start: string) => (each: Pick<NoCauseAt, "at" | "reason">) =>
    `${start} at ${shortPlace(each.at, cwd)}: ${sentenceEnd(each.reason)}`;
  // Without named places, those with the same values are too many to list.
  const listed = places.whole
    ? places.withoutCause.filter(({ values, unseen }) => values > 0 || unseen)
    : places.withoutCause;
  const reasons = [...listed.map(sentence("No cause")), ...places.skipped.map(sentence("Not comparable"))];
  const left = reasons.length - maxReasons;
  const more = left > 0 ? [`${count(left)} more ${left === 1 ? "place is" : "places are"} not listed here.`] : [];
  return [
    places.whole ? wholeSummary(places, places.whole) : namedSummary(places),
    ...reasons.slice(0, maxReasons),
    ...more,
    ...advice(stateRun, places),
    ...outputOf(stateRun, "fail"),
  ].join("\n");
}

/** Why no value is the cause, where lines are shown instead: the summary, without reasons and advice. */
export function noValueNotes(noCause: Pick<Refusal, "reason"> | undefined): string[] {
  if (!noCause) return [];
  const { reason } = noCause;
  // Without a reason, the search was stopped.
  return [
    reason === undefined
      ? "So far, no value was found to be the cause."
      : `No value was found to be the cause. ${reason.split("\n")[0]}`,
  ];
}

function namedSummary({ skipped, withoutCause }: PlacesWithoutCause): string {
  if (withoutCause.length === 0) return "The two runs could not be compared at any of the named places.";
  if (skipped.length === 0) return "There is no cause at any of the named places.";
  return "There is no cause at the named places at which the two runs could be compared.";
}

function wholeSummary(places: PlacesWithoutCause, { commonMoments }: { readonly commonMoments: number }): string {
  const { skipped, withoutCause } = places;
  const tried = triedPlaces(places);
  if (commonMoments === 0)
    return "The main code of the two runs has no line and no call in common; what it calls was not compared.";
  if (tried > 0)
    return `With values of the failing run, the passing run did not fail anywhere: they were tried at ${placesText(tried)}.`;
  if (withoutCause.length === 0)
    return `The two runs could not be compared: ${placesText(skipped.length)} ${skipped.length === 1 ? "was" : "were"} tried.`;
  if (withoutCause.some(({ unseen }) => unseen)) return "No cause was found among the values that were compared.";
  return `The two runs have the same values wherever they were compared, at ${placesText(withoutCause.length)}.`;
}

/** Number of places at which values of the failing run were put into the passing one. */
function triedPlaces({ skipped, withoutCause }: PlacesWithoutCause): number {
  return withoutCause.filter(({ values }) => values > 0).length + skipped.filter(({ tried }) => tried).length;
}

function placesText(places: number): string {
  return places === 1 ? "one place" : `${count(places)} places`;
}

/** What to do next. */
function advice({ request }: StateRun, places: PlacesWithoutCause): string[] {
  const { whole } = places;
  const limit = whole?.cutShort ? [`The limit is ${request.maxPlaces} places; use --max-places for more.`] : [];
  if (triedPlaces(places) === 0)
    return whole ? [...limit, "Use --at to name a function or line that both runs reach."] : [];
  return [
    ...limit,
    ...(whole && !whole.cutShort
      ? ["Use --at to name a place where something is wrong, or --max-places to try more."]
      : []),
    ...(request.test.length > 0
      ? []
      : [
          "Add a test after -- that knows what is wrong: without one, only a run that ends like the failing one fails.",
        ]),
    "A passing run that is more like the failing one has fewer other differences.",
  ];
}

/** About a place that the program does not have. */
export function wrongPlaceText({ request }: StateRun, { at, reason }: NotComparable): string {
  return `--at ${shortPlace(at, request.cwd)}: ${sentenceEnd(reason)}`;
}

/** A run of which nothing was inspected, and what is in the way, as far as that is known. */
export interface UnseenRun {
  readonly which: WhichRun;
  /** A clause for people. */
  readonly obstacle?: string;
}

/** About runs of which nothing could be inspected; `doubts` are about their language. */
export function unseenText(stateRun: StateRun, unseen: readonly UnseenRun[], doubts: readonly string[]): string {
  const { language, cwd } = stateRun.request;
  const runs = unseen.length === 2 ? "the two runs" : `the ${unseen[0]!.which}ing run`;
  const output = unseen.flatMap(({ which }) => outputOf(stateRun, which));
  // A command of another language explains enough.
  const known = doubts.length > 0 ? [] : unseen.flatMap(({ obstacle }) => (obstacle === undefined ? [] : obstacle));
  const obstacles = [...new Set(known)];
  return [
    obstacles.length > 0
      ? `There is nothing to inspect in ${runs}: ${obstacles.map(sentenceEnd).join(" ")}`
      : `There is nothing to inspect: ${runs} ${unseen.length === 2 ? "were" : "was"} not seen to execute a ${languageNames[language]} file under ${cwd}.`,
    ...doubts,
    ...output,
    ...(doubts.length + output.length + obstacles.length === 0
      ? ["Start culprit in the folder of the program; its code must be in files."]
      : []),
  ].join("\n");
}

const languageNames: Readonly<Record<StateLanguage, string>> = {
  node: "JavaScript or TypeScript",
  python: "Python",
  gdb: "C or C++",
  go: "Go",
  java: "Java",
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
