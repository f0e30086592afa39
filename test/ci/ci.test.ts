import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { findGoodCommit } from "../../src/ci/good-commit.ts";
import { infrastructureSign } from "../../src/ci/infrastructure.ts";
import { movedLine } from "../../src/ci/moved-line.ts";
import { type CommentThread, type PostedComment, postComment } from "../../src/ci/post-comment.ts";
import { readJob } from "../../src/ci/read-job.ts";
import { ciCommand } from "../../src/cli/ci/ci.ts";
import { version } from "../../src/cli/version.ts";
import type { Repository } from "../../src/world/git/repository.ts";

test.each(["action.yml", "templates/culprit/template.yml"])("%s starts this version of culprit", (file) => {
  const text = readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
  expect(text).toContain(`npx --yes culprit@${version}\n`);
});

test("ci takes the options that it advises where a failure does not come back", () => {
  const names = ciCommand.options.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["failure", "interesting", "repeat"]));
});

describe("what the variables say", () => {
  test("GitHub, push: the branch, then the usual one; no pull request, so no comments", () => {
    const job = readJob({ GITHUB_ACTIONS: "true", GITHUB_REF_NAME: "feature", GITHUB_REPOSITORY: "a/b" });
    expect(job).toMatchObject({ system: "github", branches: ["feature"], candidates: [] });
    expect(job.comments).toBeUndefined();
  });

  test("GitLab, merge request: its branch, then the target; where it begins may pass", () => {
    const job = readJob({
      GITLAB_CI: "true",
      CI_MERGE_REQUEST_IID: "7",
      CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: "feature",
      CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "main",
      CI_MERGE_REQUEST_DIFF_BASE_SHA: "abc",
      CI_COMMIT_BEFORE_SHA: "0".repeat(40),
    });
    expect(job).toMatchObject({ system: "gitlab", branches: ["feature", "main"], candidates: ["abc"] });
    expect(job.comments).toBeDefined();
  });

  test.each<[string, NodeJS.ProcessEnv, string[]]>([
    ["Jenkins, a build before", { GIT_PREVIOUS_SUCCESSFUL_COMMIT: "abc" }, ["abc"]],
    ["Jenkins, a pull request", { CHANGE_TARGET: "main" }, ["origin/main", "main"]],
    ["Azure", { SYSTEM_PULLREQUEST_TARGETBRANCH: "refs/heads/main" }, ["origin/main", "main"]],
    ["nothing known", {}, []],
  ])("%s", (_, environment, candidates) => {
    expect(readJob(environment).candidates).toEqual(candidates);
  });
});

test("a branch that is not in the clone is named: it may be misspelt", async () => {
  const job = readJob({ CHANGE_TARGET: "mian" });
  const empty = { resolveCommit: () => undefined } as unknown as Repository;
  expect(await findGoodCommit(job, empty, "a".repeat(40))).toEqual({
    problems: ["Not in this clone: origin/mian, mian. If it exists, fetch it with its whole history."],
  });
});

test.each([
  [{ GITHUB_ACTIONS: "true", GITHUB_REF_NAME: "main" }, "fetch the whole history (fetch-depth: 0)"],
  [{ GITLAB_CI: "true", CI_COMMIT_BRANCH: "main" }, 'fetch the whole history (GIT_DEPTH: "0")'],
])("where a green commit is not in the clone, %j says how to get it", async (environment, how) => {
  const job = { ...readJob(environment), greenCommits: async () => ["b".repeat(40)] };
  const empty = { resolveCommit: () => undefined } as unknown as Repository;
  expect((await findGoodCommit(job, empty, "a".repeat(40))).problems).toEqual([
    `Some green commits of main are not in this clone: ${how}.`,
  ]);
});

describe("a line of an older version", () => {
  const diff = ["@@ -0,0 +1,2 @@", "@@ -5 +7,0 @@", "@@ -10,2 +11,3 @@"].join("\n");
  test.each([
    ["below lines that were added", 1, 3],
    ["that was removed", 5, 7],
    ["below a line that was removed", 6, 7],
    ["that was changed", 11, 11],
    ["below all changes", 12, 14],
  ])("%s", (_, line, moved) => {
    expect(movedLine(diff, line)).toBe(moved);
  });

  test("that nothing was added before or after", () => {
    expect(movedLine("@@ -3,0 +4,9 @@", 3)).toBe(3);
    expect(movedLine("", 3)).toBe(3);
  });
});

describe("one comment for each job", () => {
  function thread(): CommentThread & { readonly all: PostedComment[] } {
    const all: PostedComment[] = [];
    return {
      all,
      list: async () => all,
      create: async (body) => all.push({ id: all.length, body }),
      update: async (id, body) => {
        all[id] = { id, body };
      },
    };
  }

  test("is created, then updated; another job has its own", async () => {
    const comments = thread();
    const job = { job: "Tests/unit", onlyUpdate: false };
    expect(await postComment(comments, "red", job)).toBe("created");
    expect(await postComment(comments, "still red", job)).toBe("updated");
    expect(await postComment(comments, "red", { ...job, job: "Tests/unit-2" })).toBe("created");
    expect(comments.all.map(({ body }) => body.split("\n")[1])).toEqual(["still red", "red"]);
  });

  test("is not created to say nothing, and its name cannot end the hidden line", async () => {
    const comments = thread();
    expect(await postComment(comments, "?", { job: "a", onlyUpdate: true })).toBe("omitted");
    await postComment(comments, "red", { job: "--> @all", onlyUpdate: false });
    expect(comments.all[0]!.body).toBe("<!-- culprit ci %2D%2D%3E%20%40all -->\nred");
  });
});

test.each([
  ["Error: ENOSPC: no space left on device, write", "no space left on the disk"],
  ["getaddrinfo EAI_AGAIN registry", "a name that cannot be resolved"],
  ["connect ECONNREFUSED 127.0.0.1:5432", "a network connection"],
  ["exit 1 with java.lang.OutOfMemoryError: Java heap space", "not enough memory"],
  ["MemoryError: Unable to allocate 8 GiB", "not enough memory"],
  ["SIGKILL (nothing in its output identifies it further)", "a signal from outside of the program"],
  ["dial tcp: lookup proxy.golang.org: no such host", "a name that cannot be resolved"],
  ["[Errno -2] Name or service not known", "a name that cannot be resolved"],
  ["net/http: TLS handshake timeout", "a network connection"],
  ["read tcp 10.0.0.1:443: i/o timeout", "a network connection"],
  ["Error: socket hang up", "a network connection"],
  ["fatal: the requested URL returned error: HTTP/1.1 503", "a service that does not answer"],
  ["OSError: [Errno 30] Read-only file system", "a disk that cannot be written to or read"],
  ["exit 1 with AssertionError: 1 !== 2", undefined],
  ["npm error Could not resolve dependency: react@19", undefined],
  ["SIGSEGV in parse", undefined],
  ["expected status 200, got 503", undefined],
])("%s", (failure, sign) => {
  expect(infrastructureSign(failure)).toBe(sign);
});
