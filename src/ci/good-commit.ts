import type { Repository } from "../world/git/repository.ts";
import { ApiError } from "./api.ts";
import type { CiJob } from "./ci-job.ts";

/** A commit that should pass. */
export interface GoodCommit {
  readonly commit: string;
  /** Why it was chosen, as a sentence. */
  readonly reason: string;
}

export interface GoodCommitSearch {
  /** Undefined: there is none. */
  readonly good?: GoodCommit;
  /** What went wrong meanwhile, as sentences. */
  readonly problems: readonly string[];
}

/** Finds the nearest ancestor of a commit on which CI was green; if the system cannot say, one that it names. */
export async function findGoodCommit(job: CiJob, repository: Repository, bad: string): Promise<GoodCommitSearch> {
  const problems: string[] = [];
  for (const branch of job.greenCommits ? job.branches : []) {
    try {
      const green = await job.greenCommits!(branch);
      const commit = green.find((each) => each !== bad && isAncestor(repository, each, bad));
      if (commit) return { good: { commit, reason: `CI was green on it, on ${branch}.` }, problems };
      if (green.some((each) => repository.resolveCommit(each) === undefined))
        problems.push(`Some green commits of ${branch} are not in this clone: ${howToFetch[job.system]}.`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      problems.push(`The green commits of ${branch} are not known: ${error.message}.`);
    }
  }
  const commit = job.candidates
    .map((each) => commonAncestor(repository, each, bad))
    .find((each) => each && each !== bad);
  if (commit === undefined) {
    const missing = job.candidates.filter((each) => repository.resolveCommit(each) === undefined);
    if (missing.length > 0)
      problems.push(`Not in this clone: ${missing.join(", ")}. If it exists, ${howToFetch[job.system]}.`);
    return { problems };
  }
  return { good: { commit, reason: "The changes begin after it; whether CI was green on it is not known." }, problems };
}

/** How a job gets the commits that its clone lacks. */
const howToFetch: Readonly<Record<CiJob["system"], string>> = {
  github: "fetch the whole history (fetch-depth: 0)",
  gitlab: 'fetch the whole history (GIT_DEPTH: "0")',
  other: "fetch it with its whole history",
};

function isAncestor(repository: Repository, commit: string, of: string): boolean {
  return repository.resolveCommit(commit) !== undefined && commonAncestor(repository, commit, of) === commit;
}

/** Undefined: there is none, or the revision is not in the clone. */
function commonAncestor(repository: Repository, revision: string, of: string): string | undefined {
  try {
    const commit = repository.resolveCommit(revision);
    return commit && repository.text(["merge-base", commit, of]).split("\n")[0];
  } catch {
    return undefined;
  }
}
