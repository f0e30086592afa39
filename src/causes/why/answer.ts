import { commandLine } from "../../core/command-line.ts";
import type { Finding } from "../../core/finding.ts";
import type { Experiment, Isolated } from "./experiment.ts";
import { isHarmless } from "./harmless-variables.ts";
import type { Kind } from "./kind.ts";
import { foundBy, type InstrumentEnd, instrumentCommand, runInstrument } from "./run-instrument.ts";
import type { Started } from "./started.ts";
import type { Answer } from "./story.ts";

/** An experiment has shown what decides: now finds out which part of it. */
export async function answerDecided(started: Started, experiment: Experiment): Promise<Answer> {
  const { isolate, kind, how } = experiment;
  if (!isolate) return { decides: kind, decidedBy: how };
  if ("search" in isolate) return answerIsolated(await isolate.search(), how);
  const { instrument } = isolate;
  const end = await runInstrument(started.run, started.load, instrument);
  const answer = { ...answerOf(end, kind), decidedBy: how };
  // The files with the environments are gone when the run ends.
  if (instrument.command !== "env") return { ...answer, command: instrumentCommand(instrument) };
  return {
    ...answer,
    ...commandsWithVariables(foundBy(end), instrument.words.slice(instrument.words.indexOf("--") + 1)),
  };
}

/** How to see it pass and fail by hand. */
function commandsWithVariables(finding: Finding | undefined, words: readonly string[]): Pick<Answer, "commands"> {
  if (!finding) return {};
  const settings = finding.cause.flatMap(({ variable, old }) => {
    if (variable === undefined) return [];
    return old === undefined ? ["-u", variable] : [`${variable}=${isHarmless(variable) ? old : "…"}`];
  });
  return { commands: { passing: commandLine(["env", ...settings, ...words]), failing: commandLine(words) } };
}

function answerIsolated(isolated: Isolated, how: string): Answer {
  return { decides: isolated.kind, decidedBy: how, isolated };
}

/** What an instrument adds to what is known. */
export function answerOf(end: InstrumentEnd, kind: Kind): Answer {
  const finding = foundBy(end);
  if (finding && "story" in end) return { decides: kindOf(kind, finding), story: end.story };
  return {
    decides: kind,
    refusal: "refusal" in end ? end.refusal : (end.story.finding.reason ?? "It found no cause."),
  };
}

/** What exactly was found may be of a narrower kind. */
function kindOf(kind: Kind, { cause }: Finding): Kind {
  const variables = cause.flatMap(({ variable }) => variable ?? []);
  if (
    kind === "environment" &&
    variables.length > 0 &&
    variables.every((name) => /^(?:LANG|LANGUAGE|LC_\w+)$/.test(name))
  )
    return "locale";
  if (kind === "environment" && variables.join() === "TZ") return "time-zone";
  if (cause.some((entry) => entry.package !== undefined)) return "package";
  return kind;
}
