import { lastOutput } from "../../../run/end-messages.ts";
import type { NotComparable } from "../capture/place.ts";
import type { StateLanguage, WhichRun } from "../request.ts";
import type { StateRun } from "../state-run.ts";
import { shortPlace } from "./entries.ts";

const maxReasons = 5;

/** Why there is no cause although the runs could be inspected. */
export function noCauseText(stateRun: StateRun, skipped: readonly NotComparable[]): string {
  const { at, cwd } = stateRun.request;
  const reasons = skipped
    .slice(0, maxReasons)
    .map((each) => `Not comparable at ${shortPlace(each.at, cwd)}: ${sentenceEnd(each.reason)}`);
  const summary =
    at.length > 0 || reasons.length > 0
      ? "The two runs could not be compared at any place."
      : "The two runs reach no common place, or have the same values wherever they were compared. Use --at FUNCTION to name another place.";
  return [summary, ...reasons, ...outputOf(stateRun, "fail")].join("\n");
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
