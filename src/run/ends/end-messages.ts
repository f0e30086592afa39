import { askedQuestion, questionAdvice } from "../../trial/asks-for-input.ts";
import { type FailureMode, howItEnded } from "../../trial/failure.ts";
import type { Execution } from "../../trial/process/execution.ts";
import type { Conditions } from "../conditions.ts";

export interface PassedEnd {
  readonly name: string;
  readonly execution: Execution;
  /** How often it was run. */
  readonly runs: number;
  readonly mode: FailureMode["mode"];
}

/** Why the failing end does not show the failure, and what the user can do. */
export function noFailureMessage({ name, execution, runs, mode }: PassedEnd): string {
  const ended = howItEnded(execution);
  const printed = lastOutput(execution.output.stderr || execution.output.stdout);
  const question = questionAdvice(askedQuestion(execution));
  if (execution.unbuilt) return `${name} does not build (${ended}).${printed}${question}`;
  const often = runs > 1 ? ` in the first of ${runs} runs, none of which ${didNot[mode] ?? "failed"}` : "";
  if (mode === "interesting")
    return `The test does not find ${name} interesting: it ended with ${ended}${often}, and only exit 0 means interesting.${printed}${question}`;
  if (mode === "match")
    return `The output of the test on ${name} does not match the pattern of --failure (it ended with ${ended}${often}).${printed}${question}`;
  if (execution.judgement !== undefined)
    return `${name} has to fail, but ${ended}. Without a failure there is nothing to explain.`;
  const why =
    execution.exit === 125
      ? `The test cannot judge ${name}: it ended with exit 125${often}.`
      : `The test passes on ${name} (${ended}${often}), so there is no failure to explain.`;
  return (
    `${why}${printed}${question}\n` +
    "A test should exit 0 when all is well, and with another status when not; --interesting reverses that,\n" +
    "--failure match:REGEX goes by the output, and --repeat auto finds a failure that comes and goes."
  );
}

/** What no run did, where that is not plainly to fail. */
const didNot: Partial<Record<FailureMode["mode"], string>> = { interesting: "was interesting", match: "matched" };

/** A possible reason where a test behaves differently in the sandbox, or on an engine. */
export function placeHint({ conditions: { sandbox, engine } }: { readonly conditions: Conditions }): string {
  if (engine)
    return (
      "\nIt ran on a worker of the engine, which has programs of its own, and only the files and variables that are sent: if it " +
      "needs\nmore, --upload and --pass-env send it."
    );
  return sandbox
    ? "\nIt ran in the sandbox, where a test can write only to its own folder and to $TMPDIR and has no network: if it needs " +
        "more,\ntry without --sandbox."
    : "";
}

const maxLines = 5;
const maxLineLength = 200;

/** The last lines that a test printed, quoted for a message. */
export function lastOutput(text: string): string {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length === 0) return " It printed nothing.";
  const message = lines.filter((line) => !isStackLine.test(line));
  const all = message.length > 0 ? message : lines;
  const last = all.slice(-maxLines).map((line) => `  │ ${cut(line)}`);
  return `${all.length > maxLines ? " The last lines that it printed:" : " It printed:"}\n${last.join("\n")}`;
}

function cut(line: string): string {
  return line.length > maxLineLength ? `${line.slice(0, maxLineLength)}…` : line;
}

/** Node's stacks are long, and the message is above or below them. */
const isStackLine = /^\s+at .|^Node\.js v\d/;
