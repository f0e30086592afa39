import type { Application } from "../../application/application.ts";
import type { Finding, Story } from "../../core/finding.ts";
import { type Digest, digestOf } from "../../report/digest.ts";
import { githubReport } from "../../report/reporters/github.ts";
import { gitlabReport } from "../../report/reporters/gitlab.ts";
import { markdownReport } from "../../report/reporters/markdown.ts";
import { sarifReport } from "../../report/reporters/sarif.ts";
import { shortPath } from "../../world/files/short-path.ts";
import { version } from "../version.ts";
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

/** Paths in it are relative to the current folder where they can be, and its places to the top of the repository. */
export async function digestForPeople(story: Story, application: Application): Promise<Digest> {
  const report = await application.report();
  const digest = digestOf(withShortPaths(story), report);
  if (digest.confidence === "none") return digest;
  return {
    ...digest,
    places: placesInRepository(digest.places, { finding: story.finding, report, cwd: process.cwd() }),
  };
}

/** Shows paths inside the current folder relative to it. */
export function withShortPaths(story: Story): Story {
  const { files, otherFailures, patches } = story.finding;
  const inFile = <T extends { readonly file?: string }>(each: T): T =>
    each.file === undefined ? each : { ...each, file: short(each.file) };
  const finding: Finding = {
    ...story.finding,
    files: Object.fromEntries(Object.entries(files).map(([which, path]) => [which, short(path)])),
    ...(otherFailures ? { otherFailures: otherFailures.map(inFile) } : {}),
    ...(patches ? { patches: patches.map(inFile) } : {}),
  };
  return { ...story, finding };
}

function short(path: string): string {
  return path.startsWith("/") ? shortPath(path, process.cwd()) : path;
}
