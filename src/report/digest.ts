import type { Finding, PatchEntry, Story } from "../core/finding.ts";
import type { FindingReport, Place } from "./finding-report.ts";
import { headline } from "./headline.ts";
import { patchUse } from "./patch-use.ts";
import { proofSentence, testsSentence } from "./proof-sentence.ts";
import type { Sentence } from "./sentence.ts";
import { paint } from "./terminal/paint.ts";

/**
 * A finding in parts that are the same for every kind of cause. All reports that other programs show are made of it: comments,
 * annotations, SARIF, Code Quality.
 */
export interface Digest {
  readonly kind: string;
  /** The answer in one sentence, without a full stop. */
  readonly headline: Sentence;
  readonly confidence: Confidence;
  /** Why there is no cause, what was proved, what it cost: a sentence or more each. */
  readonly sentences: readonly string[];
  /** The cause in its context, as plain lines. */
  readonly details: string;
  /** The same as blocks of Markdown, where plain lines would not do. */
  readonly markdown?: readonly string[];
  /** What the cause is about, the likeliest first. */
  readonly places: readonly Place[];
  readonly patches: readonly DigestPatch[];
  readonly commands: readonly DigestCommand[];
}

/**
 * `proved`: confirmed, and nothing of it can be left out. `confirmed`: it is the cause, and may be larger than need be. `doubtful`: it
 * did not come out the same when it was run again. `narrowed`: the search was stopped early. `none`: no cause was found.
 */
export type Confidence = "proved" | "confirmed" | "doubtful" | "narrowed" | "none";

export interface DigestPatch extends Pick<PatchEntry, "name" | "file"> {
  /** As in "applies to HEAD: with it the test passes". */
  readonly use: string;
}

/** What to type, and what that shows. */
export interface DigestCommand {
  readonly shows: "passes" | "fails" | "finds it again" | "goes on";
  readonly command: string;
}

export function digestOf(story: Story, report: FindingReport): Digest {
  const { finding } = story;
  const confidence = confidenceIn(finding);
  const markdown = confidence === "none" ? undefined : report.markdown?.(story);
  const paragraphs = report.paragraphs(story, paint(false));
  return {
    kind: finding.kind,
    headline: headline(story, report),
    confidence,
    sentences: sentencesOf(finding, report),
    details: paragraphs.filter((each) => each !== "").join("\n\n"),
    ...(markdown ? { markdown } : {}),
    places: confidence === "none" ? [] : (report.places?.(finding) ?? placesOf(finding.cause)),
    patches: (finding.patches ?? []).map(({ name, file, ...rest }) => ({ name, file, use: patchUse(rest) })),
    commands: commandsOf(finding, report),
  };
}

function confidenceIn({ verdict, minimal, assumptions, deltas, cause }: Finding): Confidence {
  if (verdict === "not-reproduced") return "none";
  if (verdict !== "found") return cause.length > 0 && deltas.cause < deltas.total ? "narrowed" : "none";
  if (assumptions.some(({ assumption }) => assumption === "consistent")) return "doubtful";
  return minimal ? "proved" : "confirmed";
}

function sentencesOf(finding: Finding, report: FindingReport): string[] {
  const { reason, verdict, tests, seconds, notes = [], assumptions, failure } = finding;
  const proof = proofSentence(finding, report);
  return [
    ...(reason === undefined ? [] : [reason]),
    ...(verdict === "exhausted" ? ["The budget ended first."] : []),
    ...(verdict === "interrupted" ? ["It was stopped."] : []),
    ...(proof === undefined ? [] : [proof]),
    testsSentence(tests, seconds),
    ...notes,
    ...assumptions.map(({ seen }) => `Note: ${seen}`),
    ...(failure === undefined ? [] : [`The failure: ${failure}`]),
  ];
}

/** The places that entries of a cause name, each once. What the cause only needs to be there at all is not among them. */
export function placesOf(cause: Finding["cause"]): Place[] {
  const places = cause.flatMap(({ file, line, context }): Place[] =>
    file === undefined || context ? [] : [{ file, ...(line === undefined ? {} : { line }) }],
  );
  return [...new Map(places.map((place) => [`${place.file}:${place.line}`, place])).values()];
}

function commandsOf(finding: Finding, report: FindingReport): DigestCommand[] {
  const { passing, failing, again } = report.commands?.(finding) ?? {};
  const isStopped = finding.verdict === "exhausted" || finding.verdict === "interrupted";
  return [
    ...(passing === undefined ? [] : [{ shows: "passes", command: passing } as const]),
    ...(failing === undefined ? [] : [{ shows: "fails", command: failing } as const]),
    ...(again === undefined ? [] : [{ shows: "finds it again", command: again } as const]),
    ...(isStopped ? [{ shows: "goes on", command: `culprit resume ${finding.run}` } as const] : []),
  ];
}
