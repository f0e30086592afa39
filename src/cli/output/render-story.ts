import type { Application } from "../../application/application.ts";
import type { Story } from "../../core/finding.ts";
import { type Digest, digestOf } from "../../report/digest.ts";
import { githubReport } from "../../report/reporters/github.ts";
import { gitlabReport } from "../../report/reporters/gitlab.ts";
import { markdownReport } from "../../report/reporters/markdown.ts";
import { sarifReport } from "../../report/reporters/sarif.ts";
import { withShortPaths } from "../../report/short-paths.ts";
import { version } from "../version.ts";
import { placesInNewest } from "./moved-places.ts";
import { placesInRepository } from "./places.ts";
import { printedFinding } from "./printed-finding.ts";
import type { Reporter } from "./reporter.ts";

/** A finding as a program reads it. */
export async function renderStory(story: Story, application: Application, reporter: Reporter): Promise<string> {
  if (reporter === "json") return `${JSON.stringify(printedFinding(story.finding))}\n`;
  return renderDigest(await digestForPeople(story, application), application, reporter);
}

export function renderDigest(digest: Digest, { about }: Application, reporter: Exclude<Reporter, "json">): string {
  switch (reporter) {
    case "github":
      return githubReport(digest);
    case "gitlab":
      return gitlabReport(digest);
    case "markdown":
      return markdownReport(digest);
    case "sarif":
      return sarifReport(digest, { version, about });
  }
}

/**
 * Paths in it are relative to the current folder where they can be, and its places to the top of the repository, at their lines in the
 * newest version.
 */
export async function digestForPeople(story: Story, application: Application): Promise<Digest> {
  const report = await application.report();
  const digest = digestOf(withShortPaths(story, process.cwd()), report);
  if (digest.confidence === "none") return digest;
  const cwd = process.cwd();
  const places = placesInRepository(digest.places, { finding: story.finding, report, cwd });
  return { ...digest, places: placesInNewest(places, story, cwd) };
}
