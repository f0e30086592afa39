import { appendFileSync, copyFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { applicationOf } from "../../causes/applications.ts";
import { ApiError } from "../../ci/api.ts";
import { infrastructureSign } from "../../ci/infrastructure.ts";
import { postComment } from "../../ci/post-comment.ts";
import type { Story } from "../../core/finding.ts";
import { invariant } from "../../core/invariant.ts";
import { maskSecrets } from "../../core/mask-secrets.ts";
import type { Digest } from "../../report/digest.ts";
import { escapeMarkdown, markdownReport } from "../../report/reporters/markdown.ts";
import { writeHtmlPage } from "../output/print-story.ts";
import { printedFinding } from "../output/printed-finding.ts";
import { digestForPeople, renderDigest } from "../output/render-story.ts";
import { blamedCommit } from "./blamed-commit.ts";
import type { CiEnd, CiTask } from "./explain.ts";
import { emptyOutput } from "./output.ts";
import { printInJob } from "./print.ts";
import type { CiAnswer } from "./search.ts";
import type { CiTarget } from "./target.ts";

/** Of a failure that does not come back, or a search that another process makes: sysexits has it as "try again later". */
const tryAgainLater = 75;

/** Reports to all places that a job has, and returns the exit code. */
export async function reportInJob({ end, sentences }: CiEnd, task: CiTask, target: CiTarget): Promise<number> {
  if ("inUse" in end) {
    reportWithoutStory(target, "Another process makes this search: no commit is blamed.", end.inUse);
    return tryAgainLater;
  }
  if ("refusal" in end) {
    reportWithoutStory(target, "No cause found: no commit is blamed.", task.mask(end.refusal));
    return 1;
  }
  if (!("story" in end)) return end.exitCode;
  const mask = <T>(data: T) => maskSecrets(data, target.environment);
  const answer = { ...end, story: mask(end.story) };
  const application = await applicationOf(answer.story.finding.kind);
  const whole = await digestForPeople(answer.story, application);
  const inJob = forNextJob({ ...whole, sentences: [...sentences, ...whole.sentences] });
  const digest = mask(withCaution(inJob, answer.story));
  const shown = { ...digest, patches: digest.patches.map((patch) => ({ ...patch, file: basename(patch.file) })) };
  await writeReports(shown, answer, target);
  // A job that is being stopped has no time for a conversation.
  const problem = end.exitCode === undefined ? mask(await comment(shown, target)) : undefined;
  const markdown = markdownReport(
    problem === undefined ? shown : { ...shown, sentences: [problem, ...shown.sentences] },
  );
  writeFileSync(join(target.output, "summary.md"), markdown);
  writeSummary(target, markdown);
  const code = end.exitCode ?? exitCode(answer.story, digest);
  writeOutputs(target, { digest, code, story: answer.story });
  await printInJob(answer.story, { digest: shown, application, target, problem });
  return code;
}

function reportWithoutStory(target: CiTarget, headline: string, reason: string): void {
  writeSummary(target, `### ${headline}\n\n${escapeMarkdown(reason)}\n`);
  process.stderr.write(`culprit: ${reason}\n`);
}

/** For an error of culprit itself, or of the machine: where people look it says that nobody is to blame. */
export function reportNothing(error: Error, target: CiTarget): void {
  const text = maskSecrets(error.message.split("\n")[0]!, target.environment);
  writeSummary(target, `### culprit could not look for the cause: no commit is blamed.\n\n${escapeMarkdown(text)}\n`);
}

/** Who reads the report has no record of the run to resume: the next job does that. */
function forNextJob(digest: Digest): Digest {
  const commands = digest.commands.filter(({ shows }) => shows !== "goes on");
  if (commands.length === digest.commands.length) return digest;
  const next = "The next job for this commit goes on from here, if the folder .culprit is kept until then.";
  return { ...digest, commands, sentences: [...digest.sentences, next] };
}

/** A failure that looks like one of the machine or the network is no accusation, whatever the experiments say. */
function withCaution(digest: Digest, { finding: { failure = "" } }: Story): Digest {
  const sign = infrastructureSign(failure);
  if (digest.confidence === "none") {
    const about = sign === undefined ? "" : ` The failure is about ${sign}: it may be the machine or the network.`;
    return { ...digest, sentences: [`No commit is blamed.${about}`, ...digest.sentences] };
  }
  if (sign === undefined) return digest;
  const caution = `The failure is about ${sign}: make sure that it is not the machine or the network before you blame the change.`;
  return { ...digest, confidence: "doubtful", sentences: [caution, ...digest.sentences] };
}

async function writeReports(digest: Digest, { story, record }: CiAnswer, { output }: CiTarget): Promise<void> {
  const application = await applicationOf(story.finding.kind);
  emptyOutput(output);
  const write = (name: string, text: string) => writeFileSync(join(output, name), text);
  write("finding.json", `${JSON.stringify(printedFinding(story.finding))}\n`);
  write("culprit.sarif", renderDigest(digest, application, "sarif"));
  write("gl-code-quality-report.json", renderDigest(digest, application, "gitlab"));
  await writeHtmlPage(join(output, "report.html"), story, record);
  for (const { file } of story.finding.patches ?? []) copyFileSync(file, join(output, basename(file)));
}

/**
 * Why there is no comment, as a sentence; undefined: there is one, or none is wanted. No error is thrown, not even one of our own:
 * the reports that come after it matter more.
 */
async function comment(digest: Digest, { job, comments }: CiTarget): Promise<string | undefined> {
  if (!job.comments || !comments) return undefined;
  try {
    const onlyUpdate = digest.confidence === "none";
    await postComment(job.comments, markdownReport(digest), { job: job.name, onlyUpdate });
    return undefined;
  } catch (error) {
    const isForbidden = error instanceof ApiError && [401, 403, 404].includes(error.status ?? 0);
    const { request, forbidden } = words[job.system === "gitlab" ? "gitlab" : "github"];
    return `There is no comment on the ${request}: ${(error as Error).message}.${isForbidden ? ` ${forbidden}` : ""}`;
  }
}

/** What is commented on, and why that is usually forbidden. */
const words = {
  github: { request: "pull request", forbidden: "A job for a fork's pull request may not write there." },
  gitlab: {
    request: "merge request",
    forbidden:
      "Notes need a token with the scope api in the variable CULPRIT_TOKEN; a job's own token may not write them.",
  },
};

function writeSummary({ job: { summaryFile } }: CiTarget, markdown: string): void {
  if (summaryFile !== undefined) appendFileSync(summaryFile, markdown);
}

interface CiResult {
  readonly story: Story;
  readonly digest: Digest;
  readonly code: number;
}

function writeOutputs({ job: { outputFile }, output }: CiTarget, { story, digest, code }: CiResult): void {
  if (outputFile === undefined) return;
  const { verdict } = story.finding;
  const commit = blamedCommit(story.finding, digest) ?? "";
  const values = { verdict, confidence: digest.confidence, commit, status: code, report: output };
  const lines = Object.entries(values).map(([name, value]) => `${name}=${value}`);
  invariant(
    lines.every((line) => !line.includes("\n")),
    "An output of a step is one line.",
  );
  appendFileSync(outputFile, `${lines.join("\n")}\n`);
}

function exitCode({ finding: { verdict, failure } }: Story, { confidence }: Digest): number {
  if (confidence !== "none") return 0;
  return verdict === "not-reproduced" && failure === undefined ? tryAgainLater : 1;
}
