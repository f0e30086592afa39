import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { AnyFinding } from "../any-finding.ts";
import { confirmed, type History, makeHistory, twoCures } from "../worlds/histories.ts";
import { type Folder, newFolder } from "./culprit.ts";
import { commit, git, repository } from "./repository.ts";

const fixture = fileURLToPath(new URL("../worlds/programs/history/", import.meta.url));

const run = (folder: Folder, words: readonly string[]) => folder.start(words).ended;

const subjects = ({ history }: AnyFinding) => history!.cures.filter(({ file }) => file).map(({ subject }) => subject);

/** 28 published versions of semver, with a check that no version passes. */
function semver(check: string): Folder {
  const folder = newFolder();
  git(folder.path, "clone", "--quiet", join(fixture, "semver.bundle"), ".");
  copyFileSync(join(fixture, check), join(folder.path, check));
  return folder;
}

describe("published versions of semver, none of which passes", () => {
  test("one function that the check calls came later than the change of behaviour", async () => {
    const { json, code } = await run(semver("lowest.cjs"), ["history", "--json", "--", "node", "lowest.cjs"]);
    expect(code).toBe(0);
    expect(json).toMatchObject({ kind: "history", verdict: "found", minimal: true });
    expect(json.cause).toMatchObject([
      { subject: "4.3.5", file: "semver.js", old: "        return true;\n", new: "        continue;\n" },
    ]);
    expect(subjects(json)).toEqual(["5.3.0"]);
    expect(json.tests.needed).toBeLessThan(28);
  });

  test("two functions that the check calls came later, one after the other", async () => {
    const { json } = await run(semver("upgrade.cjs"), ["history", "--json", "--", "node", "upgrade.cjs"]);
    expect(json.cause[0]).toMatchObject({ subject: "4.0.0", file: "semver.js" });
    expect(subjects(json)).toEqual(["4.3.0", "4.2.0"]);
    expect(json.history!.cures.map(({ cures }) => cures)).toEqual([
      "TypeError: semver.major is not a function",
      "TypeError: semver.diff is not a function",
    ]);
    expect(json.notes).toEqual(["The fix was merged into the working tree: with fix.patch the test passes there."]);
  });

  test("where the patch does not fit older versions as it is, it is merged or isolated anew", async () => {
    const folder = semver("channel.cjs");
    const { json } = await run(folder, ["history", "--json", "--", "node", "channel.cjs"]);
    expect(json.cause[0]).toMatchObject({ subject: "4.3.2", file: "semver.js" });
    const { passing, failing } = json.history!;
    const sh = (command: string) => spawnSync("sh", ["-ec", command], { cwd: folder.path, encoding: "utf8" });
    const check = (which: string) => `cd ${folder.path}-${which} && node ${join(folder.path, "channel.cjs")} .`;
    const identity = "export GIT_COMMITTER_NAME=Ann GIT_COMMITTER_EMAIL=ann@example.org;";
    try {
      expect(sh(`${identity} ${passing!.command}; ${check("passes")}`).status).toBe(0);
      expect(sh(`${identity} ${failing!.command}; ${check("fails")}`).stderr).toContain("no channel for a long name");
    } finally {
      sh(`rm -rf ${folder.path}-passes ${folder.path}-fails`);
    }
  });
});

/** Runs culprit on a generated history; what it finds is checked with git and node alone. */
async function explain(history: History, folder: Folder, ...options: string[]): Promise<AnyFinding> {
  const build = history.build === undefined ? [] : ["--build", history.build];
  const { json } = await run(folder, ["history", "--json", ...build, ...options, "--", ...history.test]);
  if (json.verdict === "found")
    expect(confirmed(history, json as never)).toEqual({ commit: true, passes: true, fails: true });
  return json;
}

describe("generated histories", () => {
  test.each([
    { seed: 1, commits: 200, masks: 1 },
    { seed: 2, commits: 300, masks: 2, merges: true },
    { seed: 3, commits: 250, masks: 3, stretches: 2, renames: 2, moves: 2 },
  ])("seed $seed, $masks masks in $commits versions", async (options) => {
    const folder = newFolder();
    const history = makeHistory(folder.path, options);
    const json = await explain(history, folder);
    expect(json.verdict).toBe("found");
    const linear = json.history!.walks.at(-1)!.failing;
    expect(json.tests.needed).toBeLessThan(linear);
  });

  test.each(["with the cure", "before it"] as const)("of two cures one leads nowhere: %s", async (ledger) => {
    const folder = newFolder();
    const json = await explain(twoCures(folder.path, { ledger }), folder);
    expect(json.verdict).toBe("found");
    const ends = json.history!.branches.map(({ ended }) => ended);
    expect(ends).toEqual(ledger === "before it" ? ["oldest", "passed"] : ["passed", "not followed"]);
  });

  test("with one way only, the dead end is the end", async () => {
    const folder = newFolder();
    const json = await explain(twoCures(folder.path, { ledger: "before it" }), folder, "--branches", "1");
    expect(json).toMatchObject({ verdict: "not-reproduced", cause: [] });
    expect(json.reason).toMatch(
      /None of the versions tried passes, back to \w+, even with .* --branches N tries more ways/,
    );
    expect(json.reason).toMatch(/To go on by hand.*culprit history --from \w+ --carry \S+carried -- node check.js/);
  });
});

/** A library of which the check needs something that came after the defect. */
function smallHistory(folder: Folder): string[] {
  const lines = (total: string, more = "") =>
    `exports.sum = (list) => {\n  let total = ${total};\n  for (const item of list) total += item;\n  return total;\n};\n${more}`;
  const noise = (i: number) => "// so far\n".repeat(i);
  const mean = "\nexports.mean = (list) => exports.sum(list) / list.length;\n";
  repository(folder.path, { "stats.js": lines("0") });
  for (let i = 1; i <= 3; i++) commit(folder.path, `noise ${i}`, { "stats.js": noise(i) + lines("0") });
  commit(folder.path, "defect", { "stats.js": noise(3) + lines("list.length > 2 ? 1 : 0") });
  for (let i = 4; i <= 6; i++)
    commit(folder.path, `noise ${i}`, { "stats.js": noise(i) + lines("list.length > 2 ? 1 : 0") });
  commit(folder.path, "mean", { "stats.js": noise(6) + lines("list.length > 2 ? 1 : 0", mean) });
  for (let i = 7; i <= 9; i++)
    commit(folder.path, `noise ${i}`, { "stats.js": noise(i) + lines("list.length > 2 ? 1 : 0", mean) });
  writeFileSync(
    join(folder.path, "check.js"),
    'const { mean } = require("./stats.js");\nif (mean([2, 4]) !== 3) throw new Error("none");\nif (mean([1, 2, 3]) !== 2) throw new Error("the mean is wrong");\n',
  );
  return ["history", "--json", "--", "node", "check.js"];
}

describe("a walk back", () => {
  test("that is stopped at any time goes on to the same finding", async () => {
    const folder = newFolder();
    const words = smallHistory(folder);
    const whole = await run(folder, words);
    expect(whole.json.cause).toMatchObject([{ subject: "defect" }]);
    for (let most = 1; most < whole.json.tests.needed; most += 3) {
      const part = await run(folder, [words[0]!, "--max-tests", String(most), ...words.slice(1)]);
      expect(part.json.verdict).toBe("exhausted");
      const resumed = await run(folder, ["resume", part.json.run, "--json"]);
      expect(resumed.json.cause).toEqual(whole.json.cause);
      expect(resumed.json.tests.needed).toBe(whole.json.tests.needed);
      expect(resumed.json.history!.walks).toEqual(whole.json.history!.walks);
      expect(existsSync(join(folder.path, ".culprit", "runs", part.json.run, "past"))).toBe(false);
    }
  });

  test("begins with the patches that are given", async () => {
    const folder = newFolder();
    smallHistory(folder);
    const mean = git(folder.path, "log", "--format=%H", "--grep", "mean");
    writeFileSync(join(folder.path, "mean.patch"), `${git(folder.path, "show", mean)}\n`);
    const from = git(folder.path, "rev-parse", `${mean}~2`);
    const words = ["history", "--json", "--from", from, "--carry", "mean.patch", "--", "node", "check.js"];
    const { json } = await run(folder, words);
    expect(json.cause).toMatchObject([{ subject: "defect" }]);
    expect(json.history!.cures).toHaveLength(1);
    const wrong = await run(folder, ["history", "--carry", "mean.patch", "--", "node", "check.js"]);
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toMatch(/mean.patch does not apply to .*: --from names the version it is for/);
  });

  test("leaves the repository as it is", async () => {
    const folder = newFolder();
    const words = smallHistory(folder);
    for (const hook of ["post-checkout", "reference-transaction", "post-index-change", "applypatch-msg"])
      folder.script(join(".git", "hooks", hook), `echo ${hook} >> ${folder.path}/hooks.txt`);
    const look = () => {
      const files = readdirSync(join(folder.path, ".git"), { recursive: true, encoding: "utf8" }).sort();
      return [
        files,
        git(folder.path, "--no-optional-locks", "status", "--porcelain"),
        git(folder.path, "for-each-ref"),
      ];
    };
    const before = look();
    expect((await run(folder, words)).code).toBe(0);
    expect(look()).toEqual(before);
    expect(existsSync(join(folder.path, "hooks.txt"))).toBe(false);
  });

  test("writes patches where they are wanted, with their authors", async () => {
    const folder = newFolder();
    const words = smallHistory(folder);
    const { json } = await run(folder, ["history", "--json", "--output", "found", ...words.slice(2)]);
    const carried = join(folder.path, "found", "carried");
    expect(json.files).toEqual({
      cause: join(folder.path, "found", "cause.patch"),
      fix: join(folder.path, "found", "cause.fix.patch"),
      carried,
    });
    const [name] = readdirSync(carried);
    expect(name).toBe("0001-mean.patch");
    const mail = readFileSync(join(carried, name!), "utf8");
    expect(mail).toContain("From: Ada <ada@example.org>\n");
    expect(mail).toContain("TypeError: mean is not a function");
  });

  test("that finds the same failure everywhere says so", async () => {
    const folder = newFolder();
    smallHistory(folder);
    const { code, json } = await run(folder, [
      "history",
      "--json",
      "--",
      "sh",
      "-c",
      "echo 'error: always' >&2; exit 3",
    ]);
    expect(code).toBe(1);
    expect(json.reason).toMatch(/fails in the same way on every version tried, back to \w+ \(the oldest of 13\)/);
  });
});
