import type { CiJob } from "./ci-job.ts";

/** The commit of the last build that passed. */
const passed = ["GIT_PREVIOUS_SUCCESSFUL_COMMIT"];
/** The branch that a pull request is to be merged into: of Jenkins, Bitbucket, Buildkite, Azure, Drone and Woodpecker, Travis. */
const targets = [
  "CHANGE_TARGET",
  "BITBUCKET_PR_DESTINATION_BRANCH",
  "BUILDKITE_PULL_REQUEST_BASE_BRANCH",
  "SYSTEM_PULLREQUEST_TARGETBRANCH",
  "CI_COMMIT_TARGET_BRANCH",
  "DRONE_TARGET_BRANCH",
  "TRAVIS_BRANCH",
];

/** A job of a CI system that culprit asks nothing: its variables may name a version that passes. */
export function otherJob(environment: NodeJS.ProcessEnv): CiJob {
  const valuesOf = (names: readonly string[]) => names.flatMap((name) => environment[name] || []);
  const branches = valuesOf(targets).map((branch) => branch.replace(/^refs\/heads\//, ""));
  return {
    system: "other",
    name: environment.JOB_NAME ?? environment.BUILDKITE_LABEL ?? "",
    branches: [],
    candidates: [...valuesOf(passed), ...branches.flatMap((branch) => [`origin/${branch}`, branch])],
  };
}
