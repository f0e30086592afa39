import type { StopPlace } from "../../../../runtimes/protocol/state.ts";
import { isNear } from "../../../core/near-word.ts";
import type { PlanResult } from "../driver/run-plan.ts";
import type { NotComparable } from "./place.ts";

/** A run that captured nothing at a place. */
export interface MissedRun {
  readonly side: "passing" | "failing";
  readonly result: Pick<PlanResult<unknown>, "answer" | "timedOut">;
}

/** Why a run did not reach a place. */
type Miss =
  | { readonly why: "absent"; readonly candidates: readonly string[] }
  | { readonly why: "too-few-hits"; readonly hits: number }
  | { readonly why: "unreached" | "late" }
  | { readonly why: "failed"; readonly reason: string };

const nameAnother = "name a place that both reach";
const maxSuggestions = 3;

/** What to tell people about a place that one run, or both, did not reach. */
export function describeMiss(
  place: StopPlace,
  [first, second]: readonly MissedRun[],
): Pick<NotComparable, "reason" | "absent"> {
  const miss = missOf(first!);
  if (!second) {
    const reason = missText(first!.side, miss) ?? `only the ${otherSide(first!.side)} run reaches it`;
    return { reason: miss.why === "late" || miss.why === "failed" ? reason : `${reason}; ${nameAnother}` };
  }
  const other = missOf(second);
  if (miss.why === "absent" && other.why === "absent")
    return { reason: absentText(place, [...miss.candidates, ...other.candidates]), absent: true };
  if (miss.why === "unreached" && other.why === "unreached")
    return { reason: `neither run reaches it${place.hit === 1 ? "" : ` ${place.hit} times`}; ${nameAnother}` };
  if (miss.why === "too-few-hits" && other.why === "too-few-hits" && miss.hits === other.hits)
    return { reason: `both runs reach it only ${timesText(miss.hits)}` };
  const texts = [first!, second].map(
    (each) => missText(each.side, missOf(each)) ?? `the ${each.side} run does not reach it`,
  );
  return { reason: texts.join(", and ") };
}

function missOf({ result: { answer, timedOut } }: MissedRun): Miss {
  if (timedOut) return { why: "late" };
  if (!answer) return { why: "failed", reason: "it ended without an answer" };
  if ("reached" in answer) return { why: "failed", reason: "it reaches the place, but its values were not captured" };
  if ("failed" in answer) return { why: "failed", reason: answer.reason };
  const { missed: why, ...details } = answer;
  return { why, ...details } as Miss;
}

/** Undefined: there is nothing more to say than that it does not reach the place. */
function missText(side: MissedRun["side"], miss: Miss): string | undefined {
  if (miss.why === "late") return `the ${side} run does not reach it in time (use --timeout to give it more)`;
  if (miss.why === "failed") return `the ${side} run could not be inspected there (${miss.reason})`;
  if (miss.why === "too-few-hits") return `the ${side} run reaches it only ${timesText(miss.hits)}`;
  return undefined;
}

function absentText(place: StopPlace, candidates: readonly string[]): string {
  const names = suggestionsFor(place, [...new Set(candidates)]);
  const absent = "there is no such place in the code that was loaded";
  return names.length === 0 ? absent : `${absent}; did you mean ${names.slice(0, maxSuggestions).join(" or ")}?`;
}

/** Functions of a class or a namespace may be meant by their own names alone. */
function suggestionsFor({ function: name }: StopPlace, candidates: readonly string[]): readonly string[] {
  if (name === undefined) return candidates;
  const ownName = (candidate: string) => candidate.split(/\.|::/).at(-1)!;
  const qualified = candidates.filter((each) => each !== name && ownName(each) === name);
  return qualified.length > 0 ? qualified : candidates.filter((each) => isNear(ownName(each), name));
}

function timesText(times: number): string {
  return times === 1 ? "once" : `${times} times`;
}

function otherSide(side: MissedRun["side"]): MissedRun["side"] {
  return side === "passing" ? "failing" : "passing";
}
