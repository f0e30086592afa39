import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { AnyFinding } from "../any-finding.ts";
import { newFolder, program } from "../cli/culprit.ts";
import { commit, type Files, git, put, repository } from "../cli/repository.ts";
import { until } from "../until.ts";
import { BadDay, ordinaryUser, runningWith, type Survived } from "./bad-day.ts";

/** Outside of the repository's files, where no version has it. */
const check = ".git/check";
const call = (...words: string[]) => ["history", ...words, "--json", "--", check];

/** A step of a check: where this holds, it ends so. */
const ends = (condition: string, status: number) =>
  `if ${condition}; then echo ended as ${status} >&2; exit ${status}; fi`;
const checks = [ends("[ ! -e tool ]", 9), ends("grep -q broken lib", 8), ends("grep -q bad text", 3)].join("\n");

type Commits = readonly (readonly [subject: string, files: Files])[];

const root: Files = { text: "one\ngood\nthree\n", lib: "a\nbroken\nc\n", other: "0\n" };
/** What comes upon the root: first the failure, then what hides it in older versions. */
const usual: Commits = [
  ["more", { other: "1\n" }],
  ["makes it bad", { text: "one\nbad\nthree\n", other: "2\n" }],
  ["even more", { other: "3\n" }],
  ["mends lib", { lib: "a\nfine\nc\n", other: "4\n" }],
  ["brings the tool", { tool: "x\n", other: "5\n" }],
  ["the newest", { other: "6\n" }],
];
const theBad = ["text:2 makes it bad"];

/** A day in a repository of these commits. */
function dayWith(files: Files, commits: Commits, test: string, day = new BadDay()): BadDay {
  repository(day.folder.path, files);
  day.script(check, test);
  for (const [subject, changed] of commits) commit(day.folder.path, subject, changed);
  return day;
}

const usualDay = (day?: BadDay) => dayWith(root, usual, checks, day);

const named = ({ cause }: AnyFinding) => cause.map(({ file, line, subject }) => `${file}:${line} ${subject}`);

function expectFound({ json, code, stderr }: Survived, cause: readonly string[] = theBad): void {
  expect(code, stderr).toBe(0);
  expect(named(json)).toEqual(cause);
  expect(json).toMatchObject({ verdict: "found", minimal: true, assumptions: [] });
}

/** That the printed commands make a tree in which the check passes, and one in which it fails. */
function expectWorlds(day: BadDay, { history }: AnyFinding): void {
  const who = { GIT_COMMITTER_NAME: "Ada", GIT_COMMITTER_EMAIL: "ada@example.org" };
  const ended = ([which, name]: readonly ["passing" | "failing", string]) => {
    const { command } = history![which]!;
    const env = { ...process.env, ...who };
    const { status, stderr } = spawnSync("sh", ["-c", command], { cwd: day.folder.path, env, encoding: "utf8" });
    expect(status, `${command}\n${stderr}`).toBe(0);
    const place = `${day.folder.path}-${name}`;
    const tried = spawnSync(day.path(check), { cwd: place });
    git(day.folder.path, "worktree", "remove", "--force", place);
    return tried.status;
  };
  const worlds = [
    ["passing", "passes"],
    ["failing", "fails"],
  ] as const;
  expect(worlds.map(ended)).toEqual([0, 3]);
}

describe("histories", () => {
  test("merges, also criss-cross: the commit within a branch is named, and what cures comes by merges", async () => {
    const day = dayWith(root, [], checks);
    const { path } = day.folder;
    const on = (branch: string, subject: string, files: Files) => {
      git(path, "checkout", "-q", branch);
      commit(path, subject, files);
    };
    const merge = (branch: string) => git(path, "merge", "-q", "--no-ff", "-m", `merges ${branch}`, branch);
    git(path, "branch", "side");
    on("main", "more", { other: "1\n" });
    on("side", "side work", { side: "1\n" });
    on("side", "makes it bad", { text: "one\nbad\nthree\n", side: "2\n" });
    on("side", "more side work", { side: "3\n" });
    on("main", "even more", { other: "2\n" });
    merge("side");
    git(path, "branch", "mending");
    on("mending", "mends lib", { lib: "a\nfine\nc\n", mended: "1\n" });
    on("main", "meanwhile", { other: "3\n" });
    git(path, "branch", "before", "main");
    merge("mending");
    git(path, "checkout", "-q", "mending");
    merge("before");
    on("mending", "brings the tool", { tool: "x\n", mended: "2\n" });
    on("main", "at last", { other: "4\n" });
    merge("mending");
    on("main", "the newest", { other: "5\n" });
    const ended = await day.culprit(...call());
    expectFound(ended);
    expect(ended.json.history!.cures).toHaveLength(2);
    expectWorlds(day, ended.json);
  });

  test("a file that was renamed, and a function that was moved, after what they cure", async () => {
    const around = Array.from({ length: 12 }, (_, i) => `# line ${i * i}\n`).join("");
    const broken = "f() {\n  echo start\n  false\n}\n";
    const sourcing = (name: string) => `. './${name}'\nf > /dev/null\n`;
    const day = dayWith(
      { "old lib.sh": around + broken, text: "good\n", other: "0\n", main: sourcing("old lib.sh") },
      [
        ["more", { other: "1\n" }],
        ["makes it bad", { text: "bad\n", other: "2\n" }],
        ["even more", { other: "3\n" }],
        ["renames", { "old lib.sh": null, "src/lib.sh": around + broken, main: sourcing("src/lib.sh") }],
        ["moves", { "src/lib.sh": broken + around }],
        ["mends", { "src/lib.sh": broken.replace("false", "true") + around }],
        ["the newest", { other: "4\n" }],
      ],
      `${ends("! (. ./main)", 8)}\n${ends("grep -q bad text", 3)}`,
    );
    const ended = await day.culprit(...call());
    expectFound(ended, ["text:1 makes it bad"]);
    expectWorlds(day, ended.json);
  });

  test("a shallow clone: it is told how to get the rest", async () => {
    const clone = new BadDay();
    git(clone.folder.path, "clone", "-q", "--depth", "3", `file://${usualDay().folder.path}`, ".");
    clone.script(check, checks);
    const { json, code } = await clone.culprit(...call());
    expect([code, json.reason]).toEqual([1, expect.stringContaining("git fetch --unshallow")]);
    const one = await clone.culprit(...call("--from", "HEAD~2"));
    expect([one.code, one.stderr]).toEqual([2, expect.stringContaining("git fetch --unshallow")]);
  });

  test("no version passes: the patches are there, and the printed command goes on with them", async () => {
    const day = dayWith({ ...root, text: "bad\n" }, usual.slice(2), checks);
    const build = "grep -q 1 other && exit 1; true";
    const { json, code } = await day.culprit(...call("--branches", "1", "--failure", "exit", "--build", build));
    expect([code, json.verdict]).toEqual([1, "not-reproduced"]);
    const [, command] = /: (culprit history .*)$/s.exec(json.reason!)!;
    for (const option of ["--failure exit", `--build '${build}'`]) expect(command).toContain(option);
    const again = await day.shell(command!.replace(" -- ", " --json -- "));
    expect(again.code, again.stderr).toBe(1);
    const { reason, history } = JSON.parse(again.stdout) as AnyFinding;
    expect(reason).toMatch(/^None of the versions tried passes, back to \w+, even with the 2 patches applied\./);
    expect(history!.versions).toBe(2);
    expect(history!.seen).toMatchObject([{ version: 1, outcome: "fail", carried: [1, 2] }]);
  });

  test("no version passes, and the last defect is the oldest version's: the patches for it are named", async () => {
    const day = dayWith({ ...root, text: "bad\n" }, [["mends lib", { lib: "fine\n" }], ...usual.slice(4)], checks);
    const { json } = await day.culprit(...call("--branches", "1"));
    const [, folder] = /The patches, adapted to \w+, are in (.*)\.$/.exec(json.reason!)!;
    expect(readdirSync(day.path(folder!))).toEqual(["0001-brings-the-tool.patch", "0002-mends-lib.patch"]);
  });

  test("one that fails since its root", async () => {
    const day = dayWith({ text: "bad\n", other: "0\n" }, usual.slice(2), ends("grep -q bad text", 3));
    const { json, code } = await day.culprit(...call());
    expect(code).toBe(1);
    expect(json.reason).toMatch(
      /^The test fails in the same way on every version tried, back to \w+ \(the oldest of 5\): the failure is at least/,
    );
  });

  test("tags that are out of the order of dates", async () => {
    const day = dayWith(root, [], checks);
    const { path } = day.folder;
    for (const [i, [subject, files]] of usual.entries()) {
      commit(path, subject, files);
      git(path, "commit", "-q", "--amend", "--no-edit", "--date", `20${20 - i}-01-01T00:00:00Z`);
      if (i % 2 === 0) git(path, "tag", ...(i === 2 ? [] : ["-a", "-m", "tag"]), `t${9 - i}`);
    }
    const ended = await day.culprit(...call("--every", "tag"));
    expectFound(ended);
    expect(ended.json.history!.versions).toBe(5);
  });

  test("--back-to a version on the line, beside it, and one that is no ancestor", async () => {
    const day = usualDay();
    const { path } = day.folder;
    const near = await day.culprit(...call("--back-to", "HEAD~2", "--branches", "1"));
    expect([near.code, near.json.history!.versions]).toEqual([1, 3]);
    git(path, "checkout", "-q", "-b", "side", "HEAD~5");
    commit(path, "on the side", { side: "1\n" });
    git(path, "checkout", "-q", "main");
    const not = await day.culprit(...call("--back-to", "side"));
    expect([not.code, not.stderr]).toEqual([2, expect.stringContaining("side is not an ancestor")]);
    git(path, "merge", "-q", "-m", "merges", "side");
    const beside = await day.culprit(...call("--back-to", "side"));
    expectFound(beside);
    expect(beside.json.history).toMatchObject({ versions: 2, passing: { commit: git(path, "rev-parse", "side") } });
  });
});

describe("repositories", () => {
  test("a submodule that comes and changes on the way is as it lies here", async () => {
    const module = newFolder();
    repository(module.path, { "lib.sh": "answer=42\n" });
    const day = dayWith(root, usual.slice(0, 1), `. ./sub/lib.sh && [ $answer = 42 ] || exit 7\n${checks}`);
    const { path } = day.folder;
    const withFiles = ["-c", "protocol.file.allow=always"];
    git(path, ...withFiles, "submodule", "--quiet", "add", module.path, "sub");
    for (const [subject, files] of usual.slice(1)) {
      commit(path, subject, files);
      commit(module.path, "more", {});
      git(path, "-C", "sub", ...withFiles, "pull", "-q");
    }
    commit(path, "another module", {});
    expectFound(await day.culprit(...call()));
  });

  test("hooks of the user's do not run, nor what watches his files; and what git prints is understood", async () => {
    const day = dayWith(root, usual.slice(0, -1), checks);
    const { path } = day.folder;
    const { path: seen } = newFolder();
    git(path, "commit", "-q", "--amend", "--no-edit", "--author", "Zoë <zoe@example.org>");
    const hooks = ["post-checkout", "pre-applypatch", "post-index-change", "reference-transaction", "pre-auto-gc"];
    mkdirSync(day.path(".git/hooks"), { recursive: true });
    for (const hook of [...hooks, "fsmonitor"]) day.script(`.git/hooks/${hook}`, `echo > '${seen}'/${hook}`);
    git(path, "config", "core.fsmonitor", ".git/hooks/fsmonitor");
    git(path, "config", "i18n.logOutputEncoding", "latin1");
    put(path, { other: "dirty\n" });
    const ended = await day.culprit(...call());
    expectFound(ended);
    expect(ended.json.history!.cures[0]).toMatchObject({ subject: "brings the tool", author: "Zoë" });
    expect(readdirSync(seen)).toEqual([]);
  });

  test("contents that git changes when it checks them out", async () => {
    const wide = (text: string) => Buffer.from(`\ufeffa\n${text}\nc\n`, "utf16le");
    const carriage = (name: string) => `grep -q "$(printf '\\r')" ${name}`;
    const day = new BadDay();
    const { path } = day.folder;
    repository(path, {
      ...root,
      ".gitattributes": "lib eol=crlf\nwide text working-tree-encoding=UTF-16LE-BOM\n",
      wide: wide("broken"),
    });
    git(path, "config", "core.autocrlf", "true");
    git(path, "config", "apply.whitespace", "error-all");
    for (const [subject, files] of usual)
      commit(path, subject, { ...files, ...(subject === "mends lib" ? { wide: wide("fine") } : {}) });
    git(path, "rm", "-q", "--cached", "-r", ".");
    git(path, "reset", "-q", "--hard");
    const steps = [
      ends(`! ${carriage("lib")} || ! ${carriage("text")} || [ $(wc -c < wide) -lt 15 ]`, 7),
      ends("tr -d '\\0' < wide | grep -q broken", 6),
    ];
    day.script(check, [...steps, checks].join("\n"));
    const ended = await day.culprit(...call());
    expectFound(ended);
    expect(ended.json.history).toMatchObject({ versions: 7, cures: [{}, { cures: "exit 6", changes: 2 }] });
    expectWorlds(day, ended.json);
  });

  test("binaries, modes, links and odd names in what cures", async () => {
    const odd = ['a "b" c', "new\nline", "spaß", "tab\tx", "-dash", "back\\slash"];
    const all = (text: string) => Object.fromEntries(odd.map((name) => [name, `a\n${text}\nc\n`]));
    const day = dayWith(
      {
        ...{ text: "good\n", other: "0\n", ...all("broken"), "run me": "#!/bin/sh\n", link: { link: "nowhere" } },
        ...{ bytes: Buffer.from([0, 1, 2]), gone: "1\n" },
      },
      [
        ...usual.slice(0, 1),
        ["makes it bad", { text: "bad\n", other: "2\n" }],
        ["mends all", { ...all("fine"), other: "4\n" }],
        ["a mode", { "run me": { program: "#!/bin/sh\n" }, more: "1\n" }],
        ["a link", { link: { link: "text" }, bytes: Buffer.from([0, 1, 2, 3]), gone: null, other: "6\n" }],
        ["the newest", { other: "7\n" }],
      ],
      [
        ends("[ ! -e link ] || [ $(wc -c < bytes) = 3 ] || [ -e gone ]", 10),
        ends("[ ! -x 'run me' ]", 9),
        ends("grep -qr --exclude-dir=.git broken .", 8),
        ends("grep -q bad text", 3),
      ].join("\n"),
    );
    const ended = await day.culprit(...call());
    expectFound(ended, ["text:1 makes it bad"]);
    expect(ended.json.history!.cures.map(({ changes }) => changes)).toEqual([3, 1, odd.length]);
    expectWorlds(day, ended.json);
  });

  test("of SHA-256, with a working tree that differs and cures", async () => {
    const day = new BadDay();
    const { path } = day.folder;
    git(path, "init", "-q", "-b", "main", "--object-format=sha256");
    for (const [subject, files] of [["first", root] as const, ...usual.slice(0, 4)]) commit(path, subject, files);
    day.script(check, checks);
    put(path, { tool: "x\n", other: "5\n" });
    const ended = await day.culprit(...call());
    expectFound(ended);
    expect(ended.json.history!.versions).toBe(6);
    expectWorlds(day, ended.json);
    put(path, { tool: null });
    const clean = await day.culprit(...call("--from", "HEAD"));
    expect([clean.code, clean.json.reason]).toEqual([1, expect.stringContaining("on every version tried")]);
  });

  test("what is not committed yet is the cause", async () => {
    const day = dayWith({ ...root, text: "good\n" }, [], ends("grep -q bad text new", 3));
    put(day.folder.path, { text: "bad\n", other: "1\n", new: "" });
    const ended = await day.culprit(...call());
    expectFound(ended, ["text:1 undefined"]);
    expectWorlds(day, ended.json);
  });

  test("in the middle of a merge, detached; from a folder of another worktree, as in a hook", async () => {
    const day = usualDay();
    const { path } = day.folder;
    git(path, "checkout", "-q", "-b", "side", "HEAD~2");
    commit(path, "on the side", { other: "side\n" });
    git(path, "checkout", "-q", "--detach", "main");
    commit(path, "with a folder", { "sub/x": "0\n" });
    git(path, "worktree", "add", "-q", "--detach", join(path, ".git/tree"), "HEAD");
    expect(spawnSync("git", ["merge", "side"], { cwd: path }).status).not.toBe(0);
    expectFound(await day.culprit(...call()));
    const line = `cd .git/tree/sub && culprit history --json -- sh -c 'cd .. && ${day.path(check)}'`;
    const environment = `GIT_DIR='${path}/.git/worktrees/tree' GIT_WORK_TREE='${path}/.git/tree' GIT_INDEX_FILE='${path}/.git/worktrees/tree/index'`;
    const within = await day.shell(`export ${environment}; ${line}`);
    expect(within.stderr).not.toContain("fault");
    expect(named(JSON.parse(within.stdout))).toEqual(theBad);
  });

  test("whose objects may not be written", async ({ skip }) => {
    const { uid, reason } = ordinaryUser();
    if (reason) skip(reason);
    const day = usualDay(new BadDay(uid));
    if (uid !== undefined) spawnSync("chown", ["-R", String(uid), day.folder.path]);
    spawnSync("chmod", ["-R", "a-w", day.path(".git")]);
    expectFound(await day.culprit(...call()));
  });

  test("that git tidies up meanwhile", async () => {
    const day = usualDay();
    const run = day.start(call());
    while (run.exitCode === null) {
      git(day.folder.path, "gc", "--quiet", "--prune=now");
      git(day.folder.path, "commit", "-q", "--allow-empty", "-m", "more to tidy up");
      await sleep(50);
    }
    const { json, stderr } = await run.ended;
    expect(json.cause, stderr).toMatchObject([{ file: "text", subject: "makes it bad" }]);
  });
});

describe("tests that misbehave", () => {
  test.each([
    ["changes, deletes and renames files", "echo bad >> text; rm lib; mv other tool; echo broken > new"],
    [
      "calls git",
      "git checkout -q main || git stash -q || git commit -qam x; git update-ref refs/heads/x HEAD; " +
        'git init -q && git add -A && git -c user.name=A -c user.email=a@b commit -qm x; rm -rf "$PWD"',
    ],
  ])("one that %s", async (_, deed) => {
    const day = dayWith(root, usual, `(${checks}\n); r=$?; { ${deed}; } > /dev/null 2>&1; exit $r`);
    // The trees of tests are in the user's repository, too.
    mkdirSync(day.path("tmp"));
    expectFound(await day.under({ TMPDIR: day.path("tmp") }, ...call()));
    expect(readdirSync(day.path("tmp"))).toEqual([]);
  });

  test("one that hangs on some versions", async () => {
    const day = dayWith(root, usual, checks.replace("exit 8", "sleep 6000"));
    const ended = await day.culprit(...call("--timeout", "3s"));
    expectFound(ended);
    expect(ended.json.history!.cures.map(({ cures }) => cures)).toEqual(["exit 9", "timed out"]);
  });
});

describe("runs that are disturbed", () => {
  const real = spawnSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).stdout.trim();
  const isLeft = ({ temporary }: BadDay) =>
    readdirSync(temporary.path).length > 0 || runningWith(temporary.path).length > 0;

  test("signals at several moments, and resumes: the same is found, and nothing is left", async () => {
    const day = dayWith(root, usual, `sleep 0.03; ${checks}`);
    const told = ({ cause, deltas, history, tests }: AnyFinding) => {
      const { seen, walks, cures } = history!;
      return { cause, deltas, needed: tests.needed, seen, walks, cures: cures.map(({ file, ...cure }) => cure) };
    };
    const calm = await day.culprit(...call());
    expectFound(calm);
    const linesOf = (journal: string) => (existsSync(journal) ? readFileSync(journal, "utf8").split("\n").length : 0);
    for (const [signal, code] of [
      ["SIGINT", 130],
      ["SIGTERM", 143],
      ["SIGKILL", null],
    ] as const) {
      const known = day.records.length;
      const ended = await day.survive(async () => {
        for (const [i, more] of [4, 9].entries()) {
          const child = day.start(i === 0 ? call() : ["resume", "last", "--json"]);
          await until(() => day.records.length > known);
          const journal = join(day.records.sort().at(-1)!, "journal.jsonl");
          const lines = linesOf(journal) + more;
          await until(() => child.exitCode !== null || linesOf(journal) >= lines);
          child.kill(signal);
          expect((await child.ended).code).toBe(code);
          await until(() => !isLeft(day));
          day.expectNothingLeft();
        }
        return day.start(["resume", "last", "--json"]).ended;
      });
      expectFound(ended);
      expect(told(ended.json)).toEqual(told(calm.json));
      expect(readdirSync(day.records.sort().at(-1)!)).not.toContain("past");
    }
    expect(spawnSync("find", [".git", "-name", "*.lock"], { cwd: day.folder.path, encoding: "utf8" }).stdout).toBe("");
  });

  test("Ctrl-C in a terminal, which reaches git as well: it is answered in order", async () => {
    const day = usualDay();
    const { path } = newFolder();
    put(path, {
      git: {
        program: `#!/bin/sh\ncase "$*" in *"$at"*) mkdir '${path}'/"$at" 2> /dev/null && kill -INT 0;; esac\n${real} "$@"\n`,
      },
    });
    const run = async (at: string, ...words: string[]) => {
      const called = [process.execPath, program, ...words].map((word) => `'${word}'`).join(" ");
      const ended = await day.shell(`at=${at} PATH='${path}':"$PATH" setsid --wait ${called}`);
      expect(readdirSync(path)).toContain(at);
      return ended;
    };
    const interrupted = { code: 130, stderr: expect.stringContaining("culprit resume") };
    expect(await run("merge-tree", ...call())).toMatchObject(interrupted);
    expect(await run("diff-tree", "resume", "last", "--json")).toMatchObject(interrupted);
    expectFound(await day.culprit("resume", "last", "--json"));
  });

  test("limits that end it in each phase, and resumes", async () => {
    const day = usualDay();
    const calm = (await day.culprit(...call())).json;
    let ended = await day.culprit(...call("--max-tests", "2"));
    const phases = new Set<string>();
    while (ended.json.verdict === "exhausted") {
      const { stages, tests } = ended.json;
      phases.add(stages.at(-1)!.name);
      ended = await day.culprit("resume", "last", "--json", "--max-tests", String(tests.needed + 3));
    }
    expectFound(ended);
    const kinds = new Set([...phases].map((name) => name.replace(/ \d+$/, "")));
    expect([...kinds].sort()).toEqual(["changes", "cure", "walk"]);
    expect(ended.json.tests.needed).toBe(calm.tests.needed);
  });

  test("a disk that fills under the record: it is told, and a resume goes on", async ({ skip }) => {
    const day = usualDay();
    mkdirSync(day.path(".culprit"));
    const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=100k", "tmpfs", day.path(".culprit")]);
    if (mounted.status !== 0) skip(`no small disk can be mounted here: ${mounted.stderr}`);
    try {
      const { code, stderr } = await day.culprit(...call());
      expect(code).toBe(1);
      expect(stderr).toMatch(/no space left on device.*Free some space, then go on with: culprit resume last/is);
      spawnSync("mount", ["-o", "remount,size=10m", day.path(".culprit")]);
      expectFound(await day.culprit("resume", "last", "--json"));
    } finally {
      spawnSync("umount", ["--lazy", day.path(".culprit")]);
    }
  });
});

describe("what cannot be", () => {
  test("words that do not fit are told, and nothing is run", async () => {
    const day = usualDay();
    mkdirSync(day.path(".git/empty"));
    day.write(".git/not.patch", "diff --git a/text b/text\n--- a/text\n+++ b/text\n@@ -1 +1 @@\n-x\n+y\n");
    day.write(".git/rubbish.patch", "rubbish\n");
    for (const [words, said] of [
      ["--carry .git/not.patch", "not.patch does not apply to"],
      ["--carry .git/rubbish.patch", "No valid patches"],
      ["--carry .git/empty", "There is no patch in"],
      ["--carry .git/none", "no such file"],
      ["--every foo", "--every is commit or tag, not foo"],
      ["--every tag --back-to HEAD~2", "No version on the way back has a tag"],
      ["extra", "extra is one word too many"],
      ["--branches 0", "--branches takes a positive integer"],
      ["--from nowhere", "nowhere is not a revision"],
      ["--back-to HEAD:text", "HEAD:text is not a revision"],
      ["--from v1", "There is no version before v1"],
      ["--output text", "cannot be written"],
    ] as const) {
      const { code, stderr } = await day.culprit(...call(...words.split(" ")));
      expect([words, code, stderr]).toEqual([words, 2, expect.stringContaining(said)]);
    }
    expect(existsSync(day.path(".culprit/runs")) ? day.records : []).toEqual([]);
  });

  test("places without versions are told", async () => {
    const day = new BadDay();
    const { path } = day.folder;
    const told = () => day.culprit("history", "--", "false");
    expect(await told()).toMatchObject({ code: 2, stderr: expect.stringContaining("there is none here") });
    git(path, "init", "-q", "-b", "main");
    expect(await told()).toMatchObject({ code: 2, stderr: expect.stringContaining("has no commit yet") });
    commit(path, "one", { x: "1\n" });
    expect(await told()).toMatchObject({ code: 2, stderr: expect.stringContaining("no version before this one") });
    const bare = new BadDay();
    git(bare.folder.path, "clone", "-q", "--bare", path, ".");
    expect(await bare.culprit("history", "--", "false")).toMatchObject({ code: 2 });
  });

  test("a folder for the results that has other things: none is lost", async () => {
    const day = usualDay();
    const { path } = day.folder;
    put(path, { "out/mine": "1\n", "out/carried.partial/mine": "1\n" });
    day.write(".git/info/exclude", "out\n");
    const first = await day.culprit(...call("--output", "out"));
    expectFound(first);
    const carried = ["0001-brings-the-tool.patch", "0002-mends-lib.patch"].map((name) => `out/carried/${name}`);
    expect(first.made).toEqual(["out/carried", ...carried, "out/cause.fix.patch", "out/cause.patch"]);
    expectFound(await day.culprit(...call("--output", "out")));
    const refusal = (path: string) => ({ code: 2, stderr: expect.stringContaining(`${path} would be lost`) });
    const given = ["--from", first.json.history!.passing!.commit, "--carry", "out/carried"];
    expect(await day.culprit(...call("--output", "out", ...given))).toMatchObject(refusal(carried[0]!));
    put(path, { "out/carried/mine.patch": "1\n" });
    expect(await day.culprit(...call("--output", "out"))).toMatchObject(refusal("out/carried/mine.patch"));
  });
});
