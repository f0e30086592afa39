import { type Api, callApi, callApiForComments, fieldsOf, readHash, readItems } from "./api.ts";
import type { CiJob } from "./ci-job.ts";
import type { CommentThread } from "./post-comment.ts";

/** A job of GitLab CI. */
export function gitlabJob(environment: NodeJS.ProcessEnv): CiJob {
  const {
    CI_PROJECT_ID = "",
    CI_JOB_NAME = "",
    CI_COMMIT_BRANCH: branch,
    CI_DEFAULT_BRANCH: usual,
    CI_MERGE_REQUEST_IID: request,
    CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: source,
    CI_MERGE_REQUEST_TARGET_BRANCH_NAME: target,
    CI_MERGE_REQUEST_DIFF_BASE_SHA: base,
    CI_COMMIT_BEFORE_SHA: before,
  } = environment;
  const api = gitlabApi(environment);
  const project = `/projects/${encodeURIComponent(CI_PROJECT_ID)}`;
  const branches = request ? [source, target] : [branch, usual];
  return {
    system: "gitlab",
    name: CI_JOB_NAME,
    branches: [...new Set(branches.filter((each) => each !== undefined && each !== ""))] as string[],
    candidates: [base, before].filter((each) => each !== undefined && !/^0*$/.test(each)) as string[],
    greenCommits: (each) => greenCommits(api, project, each),
    ...(request ? { comments: notesOf(api, `${project}/merge_requests/${request}/notes`) } : {}),
  };
}

/** The token of a job may read little and write nothing; one that may comment is given as CULPRIT_TOKEN. */
function gitlabApi({ CI_API_V4_URL, CULPRIT_TOKEN, CI_JOB_TOKEN }: NodeJS.ProcessEnv): Api {
  const job = CI_JOB_TOKEN ? { "job-token": CI_JOB_TOKEN } : undefined;
  return {
    base: CI_API_V4_URL || "https://gitlab.com/api/v4",
    headers: CULPRIT_TOKEN ? { "private-token": CULPRIT_TOKEN } : { ...job },
  };
}

async function greenCommits(api: Api, project: string, branch: string): Promise<string[]> {
  const query = new URLSearchParams({ ref: branch, status: "success", order_by: "id", sort: "desc", per_page: "50" });
  const list = await callApi(api, { path: `${project}/pipelines?${query}` });
  return readItems(api, list, { what: "pipelines", read: (pipeline) => readHash(fieldsOf(pipeline).sha) });
}

function notesOf(api: Api, path: string): CommentThread {
  return {
    list: () => callApiForComments(api, path),
    create: (body) => callApi(api, { method: "POST", path, body: { body } }),
    update: (id, body) => callApi(api, { method: "PUT", path: `${path}/${id}`, body: { body } }),
  };
}
