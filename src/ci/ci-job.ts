import type { CommentThread } from "./post-comment.ts";

/** What is known about the job that runs, whatever CI system runs it. */
export interface CiJob {
  readonly system: "github" | "gitlab" | "other";
  /** Tells this job from other ones of the same pull request. */
  readonly name: string;
  /** Branches whose green commits count, the nearest first. */
  readonly branches: readonly string[];
  /** Revisions that the system names and that may pass, the likeliest first; not known to be green. */
  readonly candidates: readonly string[];
  /** Asks for commits on which CI was green, the newest first. */
  readonly greenCommits?: (branch: string) => Promise<readonly string[]>;
  /** The comments of the pull request, if the job is about one. */
  readonly comments?: CommentThread;
  /** Files that the system reads after the step: Markdown for people, and NAME=VALUE lines for later steps. */
  readonly summaryFile?: string;
  readonly outputFile?: string;
}
