import { readFileSync } from "node:fs";
import { type Api, callApi, callApiForComments, fieldsOf, readHash, readItems } from "./api.ts";
import type { CiJob } from "./ci-job.ts";
import type { CommentThread } from "./post-comment.ts";

/** The part of the event that started a workflow that matters here. */
interface GithubEvent {
  readonly before?: string;
  readonly pull_request?: { readonly number: number; readonly base: { readonly sha: string } };
  readonly repository?: { readonly default_branch?: string };
}

/** A job of GitHub Actions. */
export function githubJob(environment: NodeJS.ProcessEnv): CiJob {
  const { GITHUB_REPOSITORY = "", GITHUB_STEP_SUMMARY, GITHUB_OUTPUT, GITHUB_WORKFLOW, GITHUB_JOB } = environment;
  const api = githubApi(environment);
  const event = readEvent(environment.GITHUB_EVENT_PATH);
  const { pull_request: pullRequest } = event;
  const { GITHUB_HEAD_REF: head, GITHUB_BASE_REF: base, GITHUB_REF_NAME: branch } = environment;
  const branches = pullRequest ? [head, base] : [branch, event.repository?.default_branch];
  const repository = `/repos/${GITHUB_REPOSITORY}`;
  return {
    system: "github",
    name: `${GITHUB_WORKFLOW ?? ""}/${GITHUB_JOB ?? ""}`,
    branches: [...new Set(branches.filter((each) => each !== undefined && each !== ""))] as string[],
    candidates: [pullRequest?.base.sha, event.before].filter(
      (each) => each !== undefined && !/^0+$/.test(each),
    ) as string[],
    greenCommits: (branch) => greenCommits(api, `${repository}/actions${workflowPath(environment)}/runs`, branch),
    ...(pullRequest ? { comments: commentsOf(api, repository, pullRequest.number) } : {}),
    ...(GITHUB_STEP_SUMMARY ? { summaryFile: GITHUB_STEP_SUMMARY } : {}),
    ...(GITHUB_OUTPUT ? { outputFile: GITHUB_OUTPUT } : {}),
  };
}

function githubApi({ GITHUB_API_URL, CULPRIT_TOKEN, GITHUB_TOKEN }: NodeJS.ProcessEnv): Api {
  const token = CULPRIT_TOKEN || GITHUB_TOKEN;
  return {
    base: GITHUB_API_URL || "https://api.github.com",
    headers: { "x-github-api-version": "2022-11-28", ...(token ? { authorization: `Bearer ${token}` } : {}) },
  };
}

/** Only runs of the same workflow say whether this test passed; `GITHUB_WORKFLOW_REF` is OWNER/NAME/.github/workflows/FILE@REF. */
function workflowPath({ GITHUB_WORKFLOW_REF = "" }: NodeJS.ProcessEnv): string {
  const file = /\/([^/@]+)@/.exec(GITHUB_WORKFLOW_REF)?.[1];
  return file === undefined ? "" : `/workflows/${encodeURIComponent(file)}`;
}

async function greenCommits(api: Api, runs: string, branch: string): Promise<string[]> {
  const query = new URLSearchParams({ branch, status: "success", per_page: "50" });
  const { workflow_runs: list } = fieldsOf(await callApi(api, { path: `${runs}?${query}` }));
  return readItems(api, list, { what: "runs of a workflow", read: (run) => readHash(fieldsOf(run).head_sha) });
}

function commentsOf(api: Api, repository: string, number: number): CommentThread {
  const path = `${repository}/issues/${number}/comments`;
  return {
    list: () => callApiForComments(api, path),
    create: (body) => callApi(api, { method: "POST", path, body: { body } }),
    update: (id, body) =>
      callApi(api, { method: "PATCH", path: `${repository}/issues/comments/${id}`, body: { body } }),
  };
}

function readEvent(path: string | undefined): GithubEvent {
  try {
    return path === undefined ? {} : fieldsOf(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return {};
  }
}
