import type { Confidence, Digest } from "../digest.ts";
import type { Place } from "../finding-report.ts";
import { sentenceText } from "../sentence.ts";
import { fingerprint } from "./fingerprint.ts";

/** What a SARIF log says about the tool. */
export interface SarifTool {
  readonly version: string;
  /** What kind of cause the command looks for, in one sentence. */
  readonly about: string;
}

/** A SARIF 2.1.0 log with one result, at the first place of the cause; with no result if there is no cause. */
export function sarifReport(digest: Digest, { version, about }: SarifTool): string {
  const { kind, headline, sentences, confidence } = digest;
  const text = [`${sentenceText(headline)}.`, ...sentences].join("\n");
  const rule = { id: ruleOf(kind), shortDescription: { text: about } };
  const isFound = confidence !== "none";
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "culprit", version, rules: [rule] } },
        invocations: [
          {
            executionSuccessful: true,
            ...(isFound ? {} : { toolExecutionNotifications: [{ level: "note", message: { text } }] }),
          },
        ],
        results: isFound ? [resultOf(digest, text)] : [],
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function resultOf({ kind, headline, places, confidence }: Digest, text: string) {
  const [first, ...others] = places;
  return {
    ruleId: ruleOf(kind),
    level: levels[confidence],
    message: { text },
    ...(first ? { locations: [locationOf(first)] } : {}),
    ...(others.length > 0 ? { relatedLocations: others.map((place, id) => ({ id, ...locationOf(place) })) } : {}),
    partialFingerprints: { "culprit/v1": fingerprint([kind, first?.file, sentenceText(headline)].join("\0")) },
  };
}

function locationOf({ file, line }: Place) {
  // A path is relative to the repository; an absolute one is an address by itself.
  const isAbsolute = file.startsWith("/");
  const path = file.split("/").map(encodeURIComponent).join("/");
  const artifactLocation = isAbsolute ? { uri: `file://${path}` } : { uri: path, uriBaseId: "%SRCROOT%" };
  return { physicalLocation: { artifactLocation, ...(line === undefined ? {} : { region: { startLine: line } }) } };
}

function ruleOf(kind: string): string {
  return `culprit/${kind}`;
}

const levels: Readonly<Record<Confidence, "error" | "warning" | "note">> = {
  proved: "error",
  confirmed: "error",
  doubtful: "warning",
  narrowed: "warning",
  none: "note",
};
