import type { Confidence, Digest } from "../digest.ts";
import type { Place } from "../finding-report.ts";
import { sentenceText } from "../sentence.ts";

/** GitHub shows no more than ten annotations of a step. */
const maxAnnotations = 10;

/** Workflow commands of GitHub Actions: an annotation at each place of the cause, or one without a place. */
export function githubReport({ headline, sentences, places, confidence }: Digest): string {
  const message = [`${sentenceText(headline)}.`, ...sentences.slice(0, 1)].join("\n");
  const shown: readonly (Place | undefined)[] = places.length === 0 ? [undefined] : places.slice(0, maxAnnotations);
  return shown.map((place) => `::${levels[confidence]} ${properties(place)}::${escapeData(message)}\n`).join("");
}

/** Nobody is accused of what was not confirmed. */
const levels: Readonly<Record<Confidence, "error" | "warning" | "notice">> = {
  proved: "error",
  confirmed: "error",
  doubtful: "warning",
  narrowed: "warning",
  none: "notice",
};

function properties(place: Place | undefined): string {
  const named = { ...place, title: "culprit" };
  return Object.entries(named)
    .map(([name, value]) => `${name}=${escapeProperty(`${value}`)}`)
    .join(",");
}

function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
