import { randomUUID } from "node:crypto";
import type { Application } from "../../application/application.ts";
import type { Story } from "../../core/finding.ts";
import type { Digest } from "../../report/digest.ts";
import { withShortPaths } from "../../report/short-paths.ts";
import { terminalSummary } from "../../report/terminal/summary.ts";
import { renderDigest } from "../output/render-story.ts";
import { paintFor } from "../output/terminal.ts";
import type { CiTarget } from "./target.ts";

interface Printed {
  readonly digest: Digest;
  readonly application: Application;
  readonly target: CiTarget;
  /** Why there is no comment. */
  readonly problem: string | undefined;
}

/** Prints the finding into the log of the job, and on GitHub the annotations. */
export async function printInJob(story: Story, { digest, application, target, problem }: Printed): Promise<void> {
  const { system } = target.job;
  const summary = terminalSummary(
    withShortPaths(story, process.cwd()),
    await application.report(),
    paintFor(process.stdout),
  );
  const text = [
    summary,
    ...(problem === undefined ? [] : [`${problem}\n`]),
    `The reports are in ${target.output}\n`,
  ].join("");
  if (system !== "github") {
    process.stdout.write(`\n${text}`);
    return;
  }
  // What a test has printed must not become a command to the runner.
  const token = randomUUID();
  process.stdout.write(
    `::stop-commands::${token}\n${text}::${token}::\n${renderDigest(digest, application, "github")}`,
  );
}
