import type { PlanAnswer } from "../../../../runtimes/protocol/state.ts";

/** For drivers that write their answers only as messages so far. Goes when every driver writes `DriverPlan.answer`. */
export function answerFromMessage(stderr: string): PlanAnswer | undefined {
  const prefix = "culprit: ";
  const line = stderr.split("\n").find((each) => each.startsWith(prefix));
  if (line === undefined) return undefined;
  const message = line.slice(prefix.length);
  if (message.includes("is not in the program"))
    return { missed: "absent", candidates: /; did you mean (.*)\?/.exec(message)?.[1]?.split(" or ") ?? [] };
  const hits = /was reached (\d+) times?$/.exec(message)?.[1];
  if (hits !== undefined) return { missed: "too-few-hits", hits: Number(hits) };
  if (message.endsWith("was not reached")) return { missed: "unreached" };
  return { failed: true, why: "other", reason: message };
}
