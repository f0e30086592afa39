import type { Observation } from "../../../trial/observation.ts";
import { type Ending, outputStartOf } from "./ending.ts";

/** How closely the output of a run matches the failing run's, whatever its test says. */
export interface OutputMatch {
  /** It is the same output. */
  readonly exact: boolean;
  /** The number of lines that, of the two runs, only the failing one prints, minus those that neither prints. */
  readonly lines: number;
}

/** As the details of an observation, to be read by `outputMatchIn`. */
export function outputMatchDetails(
  output: string,
  { pass, fail }: { readonly pass?: Ending; readonly fail?: Ending },
): string | undefined {
  if (!fail) return undefined;
  const printed = outputStartOf(Buffer.from(output));
  const lines = matchingLines(printed, pass?.outputStart ?? "", fail.outputStart);
  return JSON.stringify({ exact: printed === fail.outputStart, lines } satisfies OutputMatch);
}

export function outputMatchIn({ details }: Pick<Observation, "details">): OutputMatch | undefined {
  return details === undefined ? undefined : JSON.parse(details);
}

function matchingLines(printed: string, passing: string, failing: string): number {
  const [inPassing, inFailing] = [countLines(passing), countLines(failing)];
  let lines = 0;
  for (const [line, times] of countLines(printed)) {
    const usual = inPassing.get(line) ?? 0;
    const extra = Math.max(0, times - usual);
    const wanted = Math.max(0, (inFailing.get(line) ?? 0) - usual);
    const matching = Math.min(extra, wanted);
    lines += matching - (extra - matching);
  }
  return lines;
}

function countLines(text: string): Map<string, number> {
  const times = new Map<string, number>();
  for (const line of text.split("\n")) times.set(line, (times.get(line) ?? 0) + 1);
  return times;
}
