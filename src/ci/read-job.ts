import type { CiJob } from "./ci-job.ts";
import { githubJob } from "./github.ts";
import { gitlabJob } from "./gitlab.ts";
import { otherJob } from "./other-job.ts";

/** Reads the variables that the CI systems set. */
export function readJob(environment: NodeJS.ProcessEnv): CiJob {
  if (environment.GITHUB_ACTIONS === "true") return githubJob(environment);
  if (environment.GITLAB_CI === "true") return gitlabJob(environment);
  return otherJob(environment);
}
