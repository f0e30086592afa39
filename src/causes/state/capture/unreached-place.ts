import type { StopPlace } from "../../../../runtimes/protocol/state.ts";
import type { Written } from "../driver/task.ts";

/**
 * Why a run did not come to a place, by what its driver said: a place may not be in the program, as far as that was loaded; it may
 * be there and not be reached, or not so often.
 */
type Missed =
  | { readonly why: "absent"; readonly near: string | undefined }
  | { readonly why: "seldom"; readonly times: number }
  | { readonly why: "unreached" | "late" }
  | { readonly why: "other"; readonly said: string };

/** A run that wrote nothing of a place. */
export interface Missing {
  readonly side: "passing" | "failing";
  readonly run: Pick<Written<unknown>, "said" | "timedOut">;
}

const absent = "there is no such place in what was loaded of the program";
const advice = "name a place that both come to";

/** What to say of a place that one run, or both, did not come to. */
export function missedText(place: StopPlace, missing: readonly [Missing] | readonly [Missing, Missing]): string {
  const [first, second] = missing;
  const missed = missedBy(first.run);
  if (!second) return `${told(first) ?? onlyOther(first)}${missed.why === "late" ? "" : `: ${advice}`}`;
  const other = missedBy(second.run);
  if (missed.why === "seldom" && other.why === "seldom" && missed.times === other.times)
    return `both runs come there only ${often(missed.times)}`;
  if (missed.why === other.why) {
    if (missed.why === "absent") return missed.near === undefined ? absent : `${absent}; ${missed.near}`;
    if (missed.why === "unreached") return `neither run comes there${timesText(place)}: ${advice}`;
  }
  return `${missing.map((each) => told(each) ?? `the ${each.side} run does not come there`).join(", and ")}`;
}

/** Whether the place itself is what is wrong. */
export function isAbsent(reason: string): boolean {
  return reason.startsWith(absent);
}

function missedBy({ said, timedOut }: Missing["run"]): Missed {
  const line = said.split("\n").find((each) => each.startsWith("culprit: ")) ?? "";
  const text = line.slice("culprit: ".length);
  if (timedOut) return { why: "late" };
  if (text.includes("is not in the program")) return { why: "absent", near: /; (.*)$/.exec(text)?.[1] };
  const times = /was reached (\d+) times?$/.exec(text)?.[1];
  if (times !== undefined) return { why: "seldom", times: Number(times) };
  return text === "" || text.endsWith("was not reached") ? { why: "unreached" } : { why: "other", said: text };
}

/** Undefined: there is nothing to tell but that it does not. */
function told({ side, run }: Missing): string | undefined {
  const missed = missedBy(run);
  if (missed.why === "late") return `the ${side} run does not come there in time (--timeout gives it more)`;
  if (missed.why === "other") return `the ${side} run does not come there (${missed.said})`;
  if (missed.why !== "seldom") return undefined;
  return `the ${side} run comes there only ${often(missed.times)}`;
}

function often(times: number): string {
  return times === 1 ? "once" : `${times} times`;
}

function onlyOther({ side }: Missing): string {
  return `only the ${side === "passing" ? "failing" : "passing"} run comes there`;
}

function timesText({ hit }: StopPlace): string {
  return hit === 1 ? "" : ` ${hit} times`;
}
