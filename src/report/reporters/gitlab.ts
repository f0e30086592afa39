import type { Confidence, Digest } from "../digest.ts";
import type { Place } from "../finding-report.ts";
import { sentenceText } from "../sentence.ts";
import { fingerprint } from "./fingerprint.ts";

/** A Code Quality report of GitLab: one entry for each place of the cause. */
export function gitlabReport({ kind, headline, places, confidence }: Digest): string {
  const description = sentenceText(headline);
  const entries = places.map(({ file, line }, i) => ({
    description,
    check_name: `culprit/${kind}`,
    fingerprint: fingerprint([kind, file, description, ...nthInFile(places, i)].join("\0")),
    severity: severities[confidence],
    // The format knows no place without a line.
    location: { path: file, lines: { begin: line ?? 1 } },
  }));
  return `${JSON.stringify(entries, null, 2)}\n`;
}

/** What tells further entries of a file from its first one, other than their lines: GitLab shows one entry for each fingerprint. */
function nthInFile(places: readonly Place[], i: number): number[] {
  const before = places.slice(0, i).filter(({ file }) => file === places[i]!.file).length;
  return before === 0 ? [] : [before];
}

const severities: Readonly<Record<Confidence, "major" | "minor" | "info">> = {
  proved: "major",
  confirmed: "major",
  doubtful: "minor",
  narrowed: "minor",
  none: "info",
};
