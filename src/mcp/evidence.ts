import { isUtf8 } from "node:buffer";
import { readFileSync, statSync } from "node:fs";
import { basename } from "node:path";
import { UserError } from "../core/user-error.ts";
import { headlineText } from "../report/headline.ts";
import { htmlPage } from "../report/html/page.ts";
import { withSchema } from "../report/schema-reference.ts";
import { paint } from "../report/terminal/paint.ts";
import { terminalSummary } from "../report/terminal/summary.ts";
import { maskForRun } from "../run/record/mask-record.ts";
import type { RunRecord } from "../run/record/record.ts";
import { savedStory } from "../run/record/run-status.ts";
import { stepsForReport } from "../web/server/embed-steps.ts";
import { loadStory } from "../web/server/saved-finding.ts";
import { statIfThere } from "../world/files/stat-if-there.ts";
import { Roots } from "./roots.ts";

/** Something that a run leaves for a client to read. */
export interface Evidence {
  /** Unique among those of the run: the last part of its address. */
  readonly name: string;
  readonly description: string;
  readonly mimeType: string;
  /** The file that it is, if it is one. */
  readonly path?: string;
}

/** Maximum number of bytes that are sent at once. */
const maxBytes = 2_000_000;

const reports: readonly Evidence[] = [
  { name: "report.txt", description: "the whole report as text", mimeType: "text/plain" },
  { name: "finding.json", description: "the finding as JSON, as --json prints it", mimeType: "application/json" },
  { name: "report.html", description: "the report with every step, for a browser", mimeType: "text/html" },
];

const files: Readonly<Record<string, string>> = {
  failing: "the smallest version that fails",
  passing: "the nearest version that passes",
  cause: "the cause as a patch",
  fix: "a patch that makes the failing version pass",
  causeOnOld: "the cause as a patch of the old version",
  fixOnNew: "a patch that makes the new version pass",
  good: "a lockfile with which the test passes",
  bisect: "a log for git bisect replay",
};

/** What there is to read of a run that has a finding; the files first. Folders, and files that are gone, are left out. */
export function evidenceOf(record: RunRecord): readonly Evidence[] {
  const story = savedStory(record);
  if (!story) return [];
  const written = Object.entries(story.finding.files).filter(([, path]) => isFile(path));
  return [
    ...written.map(([name, path]) => ({
      ...{ name, path },
      description: `${files[name] ?? name}: ${basename(path)}`,
      mimeType: /\.(?:patch|diff)$/.test(path) ? "text/x-diff" : "text/plain",
    })),
    ...reports,
  ];
}

/** Who reads. */
interface Reader {
  /** The folders in which files may be. */
  readonly roots: Roots;
  /** culprit's own. */
  readonly version: string;
}

/** The bytes of it. A record may be anybody's, so a file that it names is read only inside of the roots. */
export async function readEvidence(record: RunRecord, name: string, { roots, version }: Reader): Promise<Uint8Array> {
  const evidence = evidenceOf(record).find((each) => each.name === name);
  if (!evidence) throw new UserError(`The run ${record.header.run} has no ${name}.`);
  if (evidence.path === undefined) return Buffer.from(await reportText(record, name, version));
  // The record itself may be elsewhere: that of a read-only folder is among the user's own files.
  if (!new Roots([record.folder]).contains(evidence.path)) roots.check(evidence.path, evidence.path);
  const { size } = statSync(evidence.path);
  if (size > maxBytes)
    throw new UserError(`${evidence.path} has ${size} bytes, too many to send: read it from the disk.`);
  return readFileSync(evidence.path);
}

/** As a resource carries it: text, or base64 where it is none. */
export function asContents(bytes: Uint8Array): { readonly text: string } | { readonly blob: string } {
  return isUtf8(bytes) ? { text: Buffer.from(bytes).toString() } : { blob: Buffer.from(bytes).toString("base64") };
}

async function reportText(record: RunRecord, name: string, version: string): Promise<string> {
  const { story, report } = await loadStory(record);
  if (!story || !report) throw new UserError(`This version of culprit cannot show the run ${record.header.run}.`);
  if (name === "finding.json") return `${JSON.stringify(withSchema(maskForRun(record, story.finding), version))}\n`;
  if (name === "report.txt") return terminalSummary(story, report, paint(false));
  return htmlPage(story, report, await stepsForReport(record, story, headlineText(story, report)));
}

function isFile(path: string): boolean {
  return statIfThere(path)?.isFile() ?? false;
}
