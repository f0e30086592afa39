import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { commandLine } from "../../core/command-line.ts";
import type { Story } from "../../core/finding.ts";
import type { StepsLeftOut, StepThrough } from "../../report/html/step-through.ts";
import { cutFiles } from "../../run/record/file-sizes.ts";
import { maskForRun, maskLines } from "../../run/record/mask-record.ts";
import type { RunRecord } from "../../run/record/record.ts";
import type { EmbeddedRun } from "../steps/embedded-run.ts";
import { pageStyle } from "../steps/page-style.ts";
import { doubtedFinding } from "./doubted-finding.ts";
import { linesOf } from "./served-run.ts";
import { pageScript } from "./shell.ts";

/** Maximum number of bytes of journal and steps in a report: a mail has to hold it. */
const maxBytes = 8_000_000;

/** The steps of a run for its report; undefined: there are none. */
export async function stepsForReport(
  record: RunRecord,
  { finding, test }: Story,
  headline: string,
): Promise<StepThrough | StepsLeftOut | undefined> {
  const [journal, steps] = [readText(record.journalPath), readText(record.stepsPath)];
  if (steps === "") return undefined;
  const size = journal.length + steps.length;
  if (size > maxBytes)
    return {
      leftOut: `The ${megabytes(size)} of journal and steps are more than a report carries (${megabytes(maxBytes)}): culprit serve steps through them.`,
    };
  const script = pageScript();
  const facts = { id: finding.run, kind: finding.kind, test: commandLine(test), headline, ...(await linesOf(record)) };
  const data: EmbeddedRun = {
    ...maskForRun(record, { facts, finding: doubtedFinding(record, finding) }),
    cut: cutFiles(record),
    journal: maskLines(record, journal),
    steps: maskLines(record, steps),
  };
  const scriptHash = `sha256-${createHash("sha256").update(script).digest("base64")}`;
  return { script, scriptHash, style: pageStyle, data };
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
