import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { ApiError } from "../../src/ci/api.ts";
import type { CiJob } from "../../src/ci/ci-job.ts";
import { readJob } from "../../src/ci/read-job.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { CiApi, type Nonsense } from "./ci-api.ts";

const event = join(temporaryFolder("event"), "event.json");
writeFileSync(event, JSON.stringify({ pull_request: { number: 7, base: { sha: "0".repeat(40) } } }));

const systems: readonly (readonly [string, (address: string) => CiJob])[] = [
  ["GitHub", (address) => readJob({ GITHUB_ACTIONS: "true", GITHUB_API_URL: address, GITHUB_EVENT_PATH: event })],
  ["GitLab", (address) => readJob({ GITLAB_CI: "true", CI_API_V4_URL: address, CI_MERGE_REQUEST_IID: "7" })],
];

const nonsense: readonly (readonly [string, Nonsense, RegExp])[] = [
  ["a page", { body: "<html>Sign in</html>" }, /^127\.0\.0\.1:\d+ answered with something other than JSON$/],
  ["nothing", { body: "" }, /answered with something other than JSON$/],
  ["null", { body: "null" }, /answered with something other than (?:runs of a workflow|pipelines|comments)$/],
  ["an empty object", { body: "{}" }, /answered with something other than/],
  ["a list of something else", { body: "[null, {}, 7]" }, /answered with something other than/],
  [
    "a list of something else in an object",
    { body: '{"workflow_runs": [{"head_sha": "-x"}]}' },
    /something other than/,
  ],
  ["half of it", { body: '{"workflow_runs": [', length: 1000 }, /^127\.0\.0\.1:\d+ did not finish its answer \(\w+\)$/],
];

describe.each(systems)("an API of %s that answers something else", (_, jobAt) => {
  let api: CiApi;
  beforeEach(async () => {
    api = await CiApi.start();
  });

  test.each(nonsense)("%s: the error is one of the API", async (_, answer, message) => {
    api.nonsense = answer;
    const job = jobAt(api.address);
    for (const asked of [() => job.greenCommits!("main"), () => job.comments!.list()]) {
      const error = await asked().then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(error).toBeInstanceOf(ApiError);
      expect((error as ApiError).message).toMatch(message);
    }
  });

  test("an address that is none is an error of the API", async () => {
    await expect(jobAt("nonsense").greenCommits!("main")).rejects.toThrow(
      new ApiError("The address of the API that the job names is not a URL"),
    );
  });

  test("a comment without a text is a comment", async () => {
    api.nonsense = { body: '[{"id": 1, "body": null}, {"id": 2}]' };
    expect(await jobAt(api.address).comments!.list()).toEqual([
      { id: 1, body: "" },
      { id: 2, body: "" },
    ]);
  });
});
