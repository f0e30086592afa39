import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { environment, newFolder, program } from "../cli/culprit.ts";
import { commit, git, repository } from "../cli/repository.ts";
import { until } from "../until.ts";
import { CiApi } from "./ci-api.ts";
import { runScript } from "./run-script.ts";

const maker = fileURLToPath(new URL("../../examples/red-pull-request/make.sh", import.meta.url));
const template = readFileSync(new URL("../../templates/culprit/template.yml", import.meta.url), "utf8");

interface Template {
  readonly culprit: {
    readonly before_script: readonly string[];
    readonly script: readonly string[];
    readonly variables: Readonly<Record<string, string>>;
    readonly artifacts: { readonly paths: readonly string[]; readonly reports: { readonly codequality: string } };
  };
}

/** The job of the component with its inputs filled in, as GitLab does before it reads the YAML. */
function jobWith(inputs: Readonly<Record<string, string>>): Template["culprit"] {
  const [spec] = parseAllDocuments(template);
  const known = spec!.toJS().spec.inputs as Record<string, { default?: string }>;
  const filled = template.replace(
    /\$\[\[ inputs\.(\w+) \]\]/g,
    (_, name: string) => inputs[name] ?? known[name]!.default!,
  );
  return (parseAllDocuments(filled)[1]!.toJS() as Template).culprit;
}

test("the component for GitLab explains a red merge request: a note that is updated, and Code Quality", async () => {
  const folder = newFolder();
  expect(spawnSync("bash", [maker, folder.path]).status).toBe(0);
  const api = await CiApi.start();
  api.green = { main: [git(folder.path, "rev-parse", "main")] };
  const job = jobWith({ test: "node --test", culprit: `${process.execPath} ${program}` });
  const env = {
    ...environment(),
    ...job.variables,
    GITLAB_CI: "true",
    CI: "true",
    CI_API_V4_URL: `${api.address}/api/v4`,
    CI_PROJECT_ID: "42",
    CI_JOB_NAME: "culprit",
    CI_JOB_TOKEN: "glcbt-of-the-job-0123456789",
    CULPRIT_TOKEN: "glpat-0123456789abcdefghij",
    CI_MERGE_REQUEST_IID: "7",
    CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: "pull-request",
    CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "main",
  };
  for (const time of ["first", "second"]) {
    const { code, log } = await runScript([...job.before_script, ...job.script].join("\n"), { cwd: folder.path, env });
    expect(code, `${time}: ${log}`).toBe(0);
    expect(log).toContain("It fails because of price.js:2");
    expect(log).not.toContain("::error");
  }
  expect(api.ownComments).toHaveLength(1);
  expect(api.requests.filter(({ method }) => method !== "GET")).toMatchObject([
    { method: "POST", path: "/api/v4/projects/42/merge_requests/7/notes", token: "glpat-0123456789abcdefghij" },
    { method: "PUT", path: "/api/v4/projects/42/merge_requests/7/notes/2" },
  ]);
  expect(JSON.parse(folder.read(job.artifacts.reports.codequality))).toMatchObject([
    { location: { path: "price.js", lines: { begin: 3 } } },
  ]);

  api.refusesComments = 401;
  const { CULPRIT_TOKEN: _, ...withoutToken } = env;
  const { code, log } = await runScript(job.script.join("\n"), { cwd: folder.path, env: withoutToken });
  expect(code, log).toBe(0);
  expect(log).toMatch(
    /no comment on the merge request: .* answered 401 Unauthorized\. Notes need a token .* CULPRIT_TOKEN/,
  );
});

test("any other system: --base names the branch, and the variables of the system may", async () => {
  const folder = newFolder();
  expect(spawnSync("bash", [maker, folder.path]).status).toBe(0);
  const given = await folder.culprit("ci", "--base", "main", "--output", "out", "--", "node", "--test");
  expect(given.stdout, given.stderr).toContain("It fails because of price.js:2");
  expect(folder.names()).toContain("out");
  // The guilty line has moved since.
  const shown = await folder.culprit("show", "last", "--reporter", "github");
  expect(shown.stdout).toMatch(/^::error file=price\.js,line=3,title=culprit::It fails because of price\.js:2/);
  const jenkins = await folder.start(["ci", "--test", "node --test"], { CHANGE_TARGET: "main" }).ended;
  expect(jenkins.code, jenkins.stderr).toBe(0);
  expect(folder.read(".culprit/ci/summary.md")).toContain("It fails because of `price.js:2`");
});

test("--bad names a commit that is not checked out, as in a matrix over commits", async () => {
  const folder = newFolder();
  expect(spawnSync("bash", [maker, folder.path]).status).toBe(0);
  git(folder.path, "checkout", "-q", "main");
  const { stdout, stderr } = await folder.culprit(
    "ci",
    "--good",
    "main",
    "--bad",
    "pull-request",
    "--test",
    "node --test",
  );
  expect(stdout, stderr).toContain("It fails because of price.js:2");
});

describe("a file that the test names", () => {
  test("is each commit's own: the green one passes with its own, and the commit that broke the file is blamed", async () => {
    const folder = newFolder();
    repository(folder.path, { "check.sh": "exit 0\n" });
    const broken = commit(folder.path, "Break the check", { "check.sh": "echo 'Error: bad' >&2; exit 1\n" });
    commit(folder.path, "More", { "other.txt": "x\n" });
    const { stdout, stderr, code } = await folder.culprit("ci", "--good", "v1", "--test", "sh check.sh");
    expect(stdout, stderr).toContain(`It fails because of check.sh:1, changed in ${broken.slice(0, 10)}`);
    expect(code).toBe(0);
  });

  test("is the job's own if the green commit has none, which is said where its changes cannot be judged", async () => {
    const folder = newFolder();
    repository(folder.path, { "price.txt": "4\n", "limit.txt": "4\n" });
    commit(folder.path, "Raise", { "price.txt": "5\n", "check.sh": "cmp price.txt limit.txt >&2 || exit 1\n" });
    const judged = await folder.culprit("ci", "--good", "v1", "--keep", "other.txt", "--test", "sh check.sh");
    expect(judged.stdout, judged.stderr).toContain("It fails because of price.txt:1");
    expect(judged.stdout).toContain("Not searched: check.sh. Every candidate had your copy.\n");

    commit(folder.path, "Always fail", { "check.sh": "echo 'Error: bad' >&2; exit 1\n" });
    await folder.culprit("ci", "--good", "v1", "--budget", "20s", "--test", "sh check.sh");
    const summary = folder.read(".culprit/ci/summary.md");
    expect(summary).toContain("Its changes could not be judged here.");
    expect(summary).toContain("Not searched: check.sh. Every candidate had your copy.");
  });
});

test("a search that another process makes is left to it: no other one begins", async () => {
  const folder = newFolder();
  repository(folder.path, { "check.sh": "exit 0\n" });
  const reached = join(newFolder().path, "reached");
  commit(folder.path, "Break it", { "check.sh": `touch ${reached}; sleep 60; exit 1\n` });
  const words = ["ci", "--good", "v1", "--test", "sh check.sh"];
  const first = folder.start(words);
  await until(() => existsSync(reached));
  const summary = join(newFolder().path, "summary.md");
  const second = await folder.start(words, { GITHUB_ACTIONS: "true", GITHUB_STEP_SUMMARY: summary }).ended;
  // The other process still needs its record.
  const records = readdirSync(join(folder.path, ".culprit/runs"));
  first.kill("SIGTERM");
  await first.ended;
  expect(records).toHaveLength(1);
  expect(second.stderr).toMatch(/^culprit: The run \S+ is in use by process \d+: wait for it, or stop it first\.$/m);
  expect(second.stderr).not.toContain("could not be judged");
  expect(second.code).toBe(75);
  expect(readFileSync(summary, "utf8")).toMatch(/^### Another process makes this search: no commit is blamed\.\n/);
});

test.each([
  ["no test", ["ci"], "What is the test?"],
  ["two tests", ["ci", "--test", "true", "--", "true"], "The test is both in --test and after --: give one of them."],
  ["a folder with other files in it", ["ci", "--output", ".", "--", "true"], "--output . has other files in it"],
  ["a commit that is not there", ["ci", "--good", "v9", "--", "true"], "There is no commit v9 in this clone."],
])("%s is wrong usage", async (_, argv, message) => {
  const folder = newFolder();
  spawnSync("bash", [maker, folder.path]);
  const { code, stderr } = await folder.culprit(...argv);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});
