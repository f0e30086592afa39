import { commandLine } from "../../core/command-line.ts";
import type { Finding } from "../../core/finding.ts";
import type { Experiment, Isolated } from "./experiment.ts";
import { hiddenValue } from "./hide-values.ts";
import type { Instrument } from "./instrument.ts";
import type { Kind } from "./kind.ts";
import { foundBy, type InstrumentEnd, instrumentCommand, runInstrument } from "./run-instrument.ts";
import type { Started } from "./started.ts";
import type { Answer } from "./story.ts";

/** An experiment has shown what decides: now finds out which part of it. */
export async function answerDecided(started: Started, experiment: Experiment): Promise<Answer> {
  const { isolate, kind, how, next } = experiment;
  if (!isolate) return { decides: kind, decidedBy: how, ...(next === undefined ? {} : { command: next }) };
  if ("search" in isolate) return answerIsolated(await isolate.search(), how);
  return answerWith(started, { instrument: isolate.instrument, kind, how });
}

/** A command of culprit that isolates what decides. */
interface Handover extends Pick<Experiment, "kind" | "how"> {
  readonly instrument: Instrument;
}

export async function answerWith(started: Started, { instrument, kind, how }: Handover): Promise<Answer> {
  const end = await runInstrument(started.run, started.load, instrument);
  const answer = { ...answerOf(end, kind), decidedBy: how };
  // The files with the environments are gone when the run ends.
  if (instrument.command !== "env") return { ...answer, command: instrumentCommand(instrument) };
  return {
    ...answer,
    ...commandsWithVariables(foundBy(end), instrument.words.slice(instrument.words.indexOf("--") + 1)),
  };
}

/** How to see it pass and fail by hand, in the environment that is here. */
function commandsWithVariables(finding: Finding | undefined, words: readonly string[]): Pick<Answer, "commands"> {
  if (!finding) return {};
  const withSettings = (side: "old" | "new") => {
    const settings = finding.cause.flatMap((entry) => {
      const { variable, [side]: value } = entry;
      if (variable === undefined || isAsHere(variable, value)) return [];
      return value === undefined ? ["-u", variable] : [`${variable}=${value}`];
    });
    return commandLine(settings.length === 0 ? words : ["env", ...settings, ...words]);
  };
  return { commands: { passing: withSettings("old"), failing: withSettings("new") } };
}

/** A value that is hidden is the one here: no other is known. */
function isAsHere(variable: string, value: string | undefined): boolean {
  const here = process.env[variable];
  return here === value || (value === hiddenValue && here !== undefined);
}

function answerIsolated(isolated: Isolated, how: string): Answer {
  return { decides: isolated.kind, decidedBy: how, isolated };
}

/** What an instrument adds to what is known. */
export function answerOf(end: InstrumentEnd, kind: Kind): Answer {
  const finding = foundBy(end);
  if (finding && "story" in end) return { decides: kindOf(kind, finding), story: end.story };
  if ("refusal" in end) return { decides: kind, refusal: end.refusal };
  const { verdict, reason = "It found no cause." } = end.story.finding;
  return {
    decides: kind,
    refusal: verdict === "not-reproduced" ? reason : "It was stopped before it found the cause.",
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
