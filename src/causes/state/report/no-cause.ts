import type { DriverPlan, Moment } from "../../../../runtimes/protocol/state.ts";
import { UserError } from "../../../core/user-error.ts";
import { verdictOf } from "../../../run/conclusion.ts";
import { lastOutput } from "../../../run/end-messages.ts";
import type { Refusal } from "../../../run/reproduce.ts";
import { shortPath } from "../../../world/files/short-path.ts";
import { placeText } from "../capture/place.ts";
import { isAbsent } from "../capture/unreached-place.ts";
import { languageDoubted } from "../command/language.ts";
import { mayTest, type Task, written } from "../driver/task.ts";
import type { NotComparable } from "../isolate/isolate.ts";
import { type Language, runOf } from "../request.ts";
import type { Chain } from "./story.ts";

const mostReasons = 5;

/** Why there is no cause, where the failure was seen and nothing could be compared; throws if it is the places that are wrong. */
export async function nothingComparable(task: Task, { left, asked }: Chain): Promise<Refusal> {
  const { run } = task;
  if (!mayTest(run)) return { verdict: verdictOf(run, false) };
  const unseen = await unseenRuns(task);
  if (unseen.length > 0) return { verdict: "not-reproduced", reason: unseen.join("\n") };
  const wrong = asked?.left.filter(({ reason }) => isAbsent(reason)) ?? [];
  if (wrong.length > 0 && wrong.length === asked?.left.length) {
    // Nobody can go on with it: the command has to be given differently.
    run.record.remove();
    throw new UserError(wrong.map((each) => reasonText(task, each, "--at ")).join("\n"));
  }
  const all = [...(asked?.left ?? []), ...left].slice(0, mostReasons);
  const reasons = all.map((each) => reasonText(task, each, "Not comparable at "));
  const none =
    asked || reasons.length > 0
      ? "There is no place at which the two runs can be compared."
      : "There is no place that both runs come to, or what they know is the same wherever they were compared. --at FUNCTION names another.";
  return { verdict: "not-reproduced", reason: [none, ...reasons, ...lastWords(task, "fail")].join("\n") };
}

function reasonText({ request }: Task, { at, reason }: NotComparable, before: string): string {
  return `${before}${placeText(at, (file) => shortPath(file, request.cwd))}: ${reason}${/[?.]$/.test(reason) ? "" : "."}`;
}

/** Runs that do nothing that can be looked into: the program may be another one than was meant, or not even begin. */
async function unseenRuns(task: Task): Promise<string[]> {
  const { language, cwd, ...request } = task.request;
  const sees = async (which: "pass" | "fail") => {
    const plan = (capture: string): DriverPlan => ({
      ...runOf(task.request, which),
      moments: { hit: 1, capture, most: 1 },
    });
    return ((await written<Moment[]>(task, plan)).value?.length ?? 0) > 0;
  };
  const [pass, fail] = await Promise.all([sees("pass"), sees("fail")]);
  if (pass && fail) return [];
  const sides = (["pass", "fail"] as const).filter((which) => !{ pass, fail }[which]);
  const which = sides.length === 2 ? "the two runs come" : `the ${sides[0]}ing run comes`;
  const doubts = languageDoubted(request[sides[0]!], cwd, language);
  const words = sides.flatMap((each) => lastWords(task, each));
  return [
    `There is nothing to look into: ${which} to no ${languages[language]} in files below ${cwd}.`,
    ...doubts,
    ...words,
    ...(doubts.length + words.length === 0
      ? ["Start culprit in the folder of the program, whose code has to be in files."]
      : []),
  ];
}

const languages: Readonly<Record<Language, string>> = {
  node: "JavaScript or TypeScript",
  python: "Python",
  gdb: "C or C++",
};

/** What a run that did not end well said of it: that may be why. */
function lastWords({ judged, ...task }: Task, which: "pass" | "fail"): string[] {
  const status = judged[which]?.status;
  const text = task.said[which];
  if (status === "exit 0" || text.trim() === "") return [];
  return [
    `The ${which === "pass" ? "passing" : "failing"} run ended with ${status ?? "its time limit"}.${lastOutput(text)}`,
  ];
}
