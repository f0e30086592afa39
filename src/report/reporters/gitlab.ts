import type { Confidence, Digest } from "../digest.ts";
import { sentenceText } from "../sentence.ts";
import { fingerprint } from "./fingerprint.ts";

/** A Code Quality report of GitLab: one entry for each place of the cause. */
export function gitlabReport({ kind, headline, places, confidence }: Digest): string {
  const description = sentenceText(headline);
  const entries = places.map(({ file, line }) => ({
    description,
    check_name: `culprit/${kind}`,
    fingerprint: fingerprint([kind, file, description].join("\0")),
    severity: severities[confidence],
    // The format knows no place without a line.
    location: { path: file, lines: { begin: line ?? 1 } },
  }));
  return `${JSON.stringify(entries, null, 2)}\n`;
}

const severities: Readonly<Record<Confidence, "major" | "minor" | "info">> = {
  proved: "major",
  confirmed: "major",
  doubtful: "minor",
  narrowed: "minor",
  none: "info",
};
