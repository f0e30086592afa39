import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { type Folder, newFolder } from "../cli/culprit.ts";
import { checkFinding } from "../cli/finding-schema.ts";
import { commit, git } from "../cli/repository.ts";
import { CiApi } from "./ci-api.ts";
import { type Job, runAction, token } from "./run-action.ts";

const maker = fileURLToPath(new URL("../../examples/red-pull-request/make.sh", import.meta.url));

/** The pull request of the example, checked out, and an API that knows that main was green. */
async function redPullRequest(): Promise<{ folder: Folder; api: CiApi; job: Job }> {
  const folder = newFolder();
  const made = spawnSync("bash", [maker, folder.path], { encoding: "utf8" });
  expect(made.status, made.stderr).toBe(0);
  const api = await CiApi.start();
  api.green = { main: ["f".repeat(40), git(folder.path, "rev-parse", "main")] };
  return { folder, api, job: { folder: folder.path, api: api.address, inputs: { test: "node --test" } } };
}

/** All texts that the job has left for people, besides its log. */
function reports({ path }: Folder): string {
  const folder = join(path, ".culprit/ci");
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("\n");
}

describe("a red pull request", () => {
  test("is explained in the summary, at the guilty line, in one comment, and in the artifacts", async () => {
    const { folder, api, job } = await redPullRequest();
    const first = await runAction(job);
    expect(first.code, first.log).toBe(0);
    expect(first.summary).toContain("It fails because of `price.js:2`");
    expect(first.summary).toContain("+ exports.taxed = (price, rate) => price + Math.floor(price * rate);");
    expect(first.summary).toContain("CI was green on it, on main.");
    // The guilty line has moved since.
    expect(first.log).toMatch(
      /^::error file=price\.js,line=3,title=culprit::It fails because of price\.js:2, changed in /m,
    );
    expect(first.outputs).toMatchObject({ verdict: "found", confidence: "proved", status: "0", report: ".culprit/ci" });
    expect(git(folder.path, "log", "-1", "--format=%s", first.outputs.commit!)).toBe("Round the tax");
    expect(api.ownComments).toHaveLength(1);
    expect(api.ownComments[0]).toMatch(/^<!-- culprit ci .* -->\n### It fails because of `price.js:2`/);
    const artifacts = readdirSync(join(folder.path, ".culprit/ci"));
    expect(artifacts).toEqual(
      expect.arrayContaining(["report.html", "culprit.sarif", "summary.md", "finding.json", "fix-on-new.patch"]),
    );
    checkFinding(JSON.parse(folder.read(".culprit/ci/finding.json")));
    git(folder.path, "apply", ".culprit/ci/fix-on-new.patch");
    expect(folder.shell("node --test")).toBe(0);
    git(folder.path, "checkout", "-q", "price.js");

    const second = await runAction(job);
    expect(second.outputs.commit).toBe(first.outputs.commit);
    expect(api.ownComments).toHaveLength(1);
    expect(api.requests.filter(({ method }) => method !== "GET").map(({ method }) => method)).toEqual([
      "POST",
      "PATCH",
    ]);
  });

  test("of a fork: the token may not comment, so the summary has it all, and says why", async () => {
    const { api, job } = await redPullRequest();
    api.refusesComments = 403;
    const { code, summary, log } = await runAction(job);
    expect(code, log).toBe(0);
    expect(summary).toContain("It fails because of `price.js:2`");
    expect(summary).toContain("There is no comment on the pull request: 127.0.0.1");
    expect(summary).toContain("answered 403 Forbidden. A job for a fork's pull request may not write there.");
    expect(api.ownComments).toEqual([]);
  });

  test("with an API that answers about comments with a page: the summary has it all", async () => {
    const { folder, api, job } = await redPullRequest();
    api.nonsense = { body: "<html>Sign in</html>" };
    api.isNonsenseAboutComments = true;
    const { code, summary, log, outputs } = await runAction(job);
    expect(code, log).toBe(0);
    expect(summary).toContain("It fails because of `price.js:2`");
    expect(summary).toContain("There is no comment on the pull request: 127.0.0.1");
    expect(summary).toContain("answered with something other than JSON.");
    expect(outputs).toMatchObject({ verdict: "found", status: "0" });
    expect(folder.read(".culprit/ci/summary.md")).toContain("There is no comment on the pull request");
  });

  test("in a clone of the last commit alone: the action fetches the history", async () => {
    const { folder, job } = await redPullRequest();
    const clone = newFolder();
    const from = ["--quiet", "--depth", "1", "--branch", "pull-request", `file://${folder.path}`];
    git(clone.path, "clone", ...from, clone.path);
    const { log, outputs } = await runAction({ ...job, folder: clone.path });
    expect(outputs.verdict, log).toBe("found");
  });

  test("that was cancelled half way goes on in the next job", async () => {
    const { folder, job } = await redPullRequest();
    const slow = { ...job, inputs: { test: "sleep 1; node --test", options: "--jobs 1" } };
    const cancelled = await runAction({
      ...slow,
      onStart: (child) => void folder.hasLearned(4).then(() => process.kill(-child.pid!, "SIGTERM")),
    });
    expect(cancelled.code).not.toBe(0);
    expect(cancelled.summary).toContain("The next job for this commit goes on from here");
    expect(cancelled.summary).not.toContain("culprit resume");
    const { log, outputs } = await runAction(slow);
    expect(log).toContain("An earlier job began this search");
    expect(outputs).toMatchObject({ verdict: "found", confidence: "proved" });
    expect(readdirSync(join(folder.path, ".culprit/runs"))).toHaveLength(1);
  });
});

test("a secret that a test prints is in no report, and the token of the action is not given to tests", async () => {
  const { folder, api, job } = await redPullRequest();
  const secret = "s3cr3t-of-the-shop";
  const other = "ghp_abcdefghijklmnopqrstuvwxyz0123456789";
  const check = `node --test >/dev/null || { echo "Error: $DEPLOY_TOKEN ${other} \${CULPRIT_TOKEN-none}" >&2; exit 1; }\n`;
  commit(folder.path, "A check that prints secrets", { "check.sh": check });
  const { log, summary } = await runAction({
    ...job,
    inputs: { test: "sh check.sh" },
    env: { DEPLOY_TOKEN: secret },
  });
  const texts = [log, summary, reports(folder), ...api.ownComments];
  expect(summary).toContain("DEPLOY");
  for (const text of texts) for (const hidden of [secret, other, token]) expect(text).not.toContain(hidden);
  expect(summary).toContain("none");
  expect(api.requests.every((request) => request.token === `Bearer ${token}`)).toBe(true);
});

describe("no commit is blamed", () => {
  test("if the failure does not come back", async () => {
    const { api, job } = await redPullRequest();
    const { code, summary, log, outputs } = await runAction({ ...job, inputs: { test: "true" } });
    expect(code, log).toBe(0);
    expect(outputs).toMatchObject({ verdict: "not-reproduced", confidence: "none", status: "75", commit: "" });
    expect(summary).toContain("No commit is blamed.");
    expect(log).toMatch(/^::notice title=culprit::/m);
    expect(log).not.toContain("::error");
    expect(api.ownComments).toEqual([]);
  });

  test("if the green commit fails here in the same way: the machine is not what it was", async () => {
    const { folder, job } = await redPullRequest();
    const check = "echo 'Error: connect ECONNREFUSED 10.0.0.1:5432' >&2; exit 1\n";
    commit(folder.path, "A check that needs a database", { "check.sh": check });
    const { code, summary, log, outputs } = await runAction({ ...job, inputs: { test: "sh check.sh", budget: "40s" } });
    expect(code, log).toBe(0);
    expect(outputs).toMatchObject({ confidence: "none", commit: "" });
    expect(summary).toContain("No commit is blamed. The failure is about a network connection");
    expect(summary).toContain("Its changes could not be judged here.");
    expect(log).not.toContain("::error");
  });

  test.each([1, 2, 3, 4])("if the failure ends after %i runs, as an outage does", async (outage) => {
    const { folder, job } = await redPullRequest();
    // Outside of the tree: what a test writes there is thrown away.
    const count = join(newFolder().path, "count");
    const check = `echo >> ${count}; [ $(wc -l < ${count}) -gt ${outage} ] || { echo 'Error: no answer' >&2; exit 1; }\n`;
    commit(folder.path, "A check that needs a service", { "check.sh": check });
    const { code, log, outputs } = await runAction({ ...job, inputs: { test: "sh check.sh", budget: "40s" } });
    expect(code, log).toBe(0);
    expect(outputs).toMatchObject({ confidence: "none", commit: "" });
    expect(log).not.toContain("::error");
  });
});

test("without an API, the job says so and compares with where the pull request begins", async () => {
  const { folder, api, job } = await redPullRequest();
  await api.stop();
  const { summary, log, outputs } = await runAction({
    ...job,
    inputs: { ...job.inputs, base: "main" },
  });
  expect(summary, log).toContain("The green commits of main are not known: 127.0.0.1:");
  expect(summary).toContain("did not answer (ECONNREFUSED).");
  expect(outputs.verdict).toBe("found");
  expect(existsSync(join(folder.path, ".culprit/ci/report.html"))).toBe(true);
});
