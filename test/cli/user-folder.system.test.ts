import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import type { AnyFinding } from "../any-finding.ts";
import { missing, skippedBecause } from "../tiers/skipped-because.ts";
import { noOverlaysHere } from "../trial/isolation/overlays-here.ts";
import { until } from "../until.ts";
import { contents, type Folder, newFolder, program } from "./culprit.ts";
import { commit, type Files, git, put, repository } from "./repository.ts";

/** A repository with two versions, and what lies in its folder besides. */
function project(versions: readonly Files[], unversioned: Files = {}): Folder {
  const folder = newFolder();
  repository(folder.path, versions[0]!);
  for (const [i, files] of versions.slice(1).entries()) commit(folder.path, `version ${i + 2}`, files);
  put(folder.path, unversioned);
  return folder;
}

/** Options, and at the end the script that is the test. */
const call = (...words: readonly string[]) => {
  return ["changes", "v1", ...words.slice(0, -1), "--json", "--", "sh", "-c", words.at(-1)!];
};

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const good = { "lib.sh": "sum=2\n", "other.txt": "1\n" };
const bad = { "lib.sh": "sum=3\n", "other.txt": "2\n" };

const needsMake = skippedBecause(missing("make"));

/** Each in the place of the user's folder, and in copies. */
describe.each([
  ["in the place of the user's folder", [], noOverlaysHere],
  ["in copies", ["--copy"], undefined],
])("trees %s", (_, how, obstacle) => {
  describe("hold what the user's folder holds", skippedBecause(obstacle), () => {
    test("committed packages, also further inside: as they are here", async () => {
      const before = { "fixture/node_modules/x/a": "old\n", "fixture/node_modules/x/gone": "old\n" };
      const now = { "fixture/node_modules/x/a": "new\n", "fixture/node_modules/x/gone": null };
      const folder = project([
        { ...good, ...before },
        { ...bad, ...now, "fixture/node_modules/x/b": "new\n" },
      ]);
      const script =
        "[ \"$(cat fixture/node_modules/x/*)\" = 'new\nnew' ] || exit 9; . ./lib.sh; [ $sum = 2 ] || exit 7";
      const { json, stderr } = await folder.culprit(...call(...how, script));
      expect(json.cause, stderr).toMatchObject([{ file: "lib.sh" }]);
    });

    test("an ignored file that the test reads", async () => {
      const folder = project([{ ...good, ".gitignore": ".env\n" }, bad], { ".env": "expected=2\n" });
      const { json, stderr } = await folder.culprit(...call(...how, ". ./.env; . ./lib.sh; [ $sum = $expected ]"));
      expect(json.cause, stderr).toMatchObject([{ file: "lib.sh", line: 1 }]);
      expect(json).toMatchObject({ verdict: "found", minimal: true });
    });

    test("packages behind a link, as in a worktree", async () => {
      const folder = project([{ ...good, ".gitignore": "node_modules/\n" }, bad]);
      put(folder.path, { "node_modules/two/index.sh": "expected=2\n" });
      const tree = join(folder.path, ".git", "tree");
      git(folder.path, "worktree", "add", "-q", tree);
      symlinkSync("../../node_modules", join(tree, "node_modules"));
      const inTree = Object.assign(Object.create(folder), { path: tree }) as Folder;
      const script =
        ". ./node_modules/two/index.sh; . ./lib.sh; echo x > node_modules/two/written; [ $sum = $expected ]";
      const { json, stderr } = await inTree.culprit(...call(...how, script));
      expect(json.cause, stderr).toMatchObject([{ file: "lib.sh" }]);
      expect(readdirSync(join(folder.path, "node_modules/two"))).toEqual(["index.sh"]);
    });

    test("what a test writes into an ignored folder does not reach the user's", async () => {
      const folder = project([{ ...good, ".gitignore": "cache/\n" }, bad], { "cache/a": "1\n" });
      const script = "echo x > cache/a; rm -rf cache; mkdir cache; echo 2 > cache/b; . ./lib.sh; [ $sum = 2 ]";
      const { json, stderr } = await folder.culprit(...call(...how, script));
      expect(json.cause, stderr).toMatchObject([{ file: "lib.sh" }]);
      expect(readdirSync(join(folder.path, "cache"))).toEqual(["a"]);
      expect(folder.read("cache/a")).toBe("1\n");
    });

    test("between two commits: new files too, which are no change", async () => {
      const folder = project([good, bad], { "expected.sh": "expected=2\n" });
      const words = call(...how, ". ./expected.sh; . ./lib.sh; [ $sum = $expected ]");
      const { json, stderr } = await folder.culprit("changes", "v1", "main", ...words.slice(2));
      expect(json.cause, stderr).toMatchObject([{ file: "lib.sh" }]);
    });
  });

  describe("touch nothing behind a link that leads out of the folder", skippedBecause(obstacle), () => {
    /** The old version has a folder `a`, the new one a link to a folder elsewhere; the user is at the old one. */
    function linking(leading: (outside: Folder) => string): { readonly folder: Folder; readonly outside: Folder } {
      const outside = newFolder();
      put(outside.path, { "b.txt": "precious\n", "deep/c.txt": "precious\n" });
      const before = { "a/b.txt": "1\n", "a/deep/c.txt": "1\n", ".gitignore": "cache\n" };
      const link = { a: { link: leading(outside) } };
      const folder = project([
        { ...good, ...before },
        { ...bad, ...link },
      ]);
      git(folder.path, "checkout", "-q", "v1");
      put(folder.path, { "a/cache": "1\n" });
      return { folder, outside };
    }

    describe.each([
      ["an absolute link", (outside: Folder) => outside.path],
      ["a relative link", (outside: Folder) => join("..", basename(outside.path))],
    ])("%s", (_, leading) => {
      test("in the place of a folder of the old version", async () => {
        const { folder, outside } = linking(leading);
        const [, , ...words] = call(...how, ". ./lib.sh; [ $sum = 2 ] || exit 7");
        const { json, stderr } = await folder.culprit("changes", "v1", "main", ...words);
        expect(json.cause, stderr).toMatchObject([{ file: "lib.sh" }]);
        expect([...contents(outside).values()]).toEqual(["precious\n", "precious\n"]);
        expect(readdirSync(outside.path).sort()).toEqual(["b.txt", "deep"]);
      });

      test("in the place of the folder where the user stands", async () => {
        const { folder, outside } = linking(leading);
        put(folder.path, { "a/here/d.txt": "1\n" });
        const here = Object.assign(Object.create(folder), { path: join(folder.path, "a/here") }) as Folder;
        const { stderr } = await here.culprit("changes", "v1", "main", ...how, "--json", "--", "sh", "-c", "exit 7");
        expect(stderr).not.toContain("internal error");
        expect(readdirSync(outside.path, { recursive: true }).sort()).toEqual(["b.txt", "deep", "deep/c.txt"]);
      });

      test("in the place of a folder that git tracks", async () => {
        const { folder, outside } = linking(leading);
        git(folder.path, "checkout", "-q", "-B", "side", "v1");
        put(folder.path, { ...bad, a: { link: leading(outside) } });
        const { json, stderr } = await folder.culprit(...call(...how, ". ./lib.sh; [ $sum = 2 ] || exit 7"));
        expect(json.cause, stderr).toMatchObject([{ file: "lib.sh" }]);
        expect([...contents(outside).values()]).toEqual(["precious\n", "precious\n"]);
      });
    });
  });

  test("a link with an absolute path into the folder leads to the candidate", skippedBecause(obstacle), async () => {
    const folder = project([{ ...good, "src/lib.sh": "sum=2\n", ".gitignore": "ignored\ncache\n" }]);
    const target = join(folder.path, "src");
    commit(folder.path, "links", { tracked: { link: target }, "src/lib.sh": "sum=2\n" });
    git(folder.path, "tag", "-f", "v1");
    commit(folder.path, "bad", { "src/lib.sh": "sum=3\n", "other.txt": "2\n" });
    put(folder.path, { ignored: { link: target }, "cache/deep/link": { link: target } });
    const links = ["tracked", "ignored", "cache/deep/link"];
    const script = `for link in ${links.join(" ")}; do echo x > $link/log; . $link/lib.sh; [ $sum = 2 ] || exit 7; done`;
    const { json, stderr } = await folder.culprit(...call(...how, script));
    expect(json.cause, stderr).toMatchObject([{ file: "src/lib.sh" }]);
    expect(readdirSync(target)).toEqual(["lib.sh"]);
  });

  describe(
    "say what is known about an old version that does not pass",
    skippedBecause(obstacle ?? missing("make")),
    () => {
      const make = { Makefile: "built: lib.sh\n\tcp lib.sh built\n", ".gitignore": "built\n" };

      test("a file that the test uses may be built from the new one: --build is asked for, and with it the cause is found", async () => {
        const folder = project([{ ...good, ...make }, bad], { built: "sum=3\n" });
        const without = await folder.culprit(...call(...how, ". ./built; [ $sum = 2 ] || exit 7"));
        expect(without.json.verdict).toBe("not-reproduced");
        expect(without.json.reason).toContain(
          "in the same way as on the working tree (exit 7), with built as in your folder",
        );
        expect(without.json.reason).toContain("The test uses built, which no version contains");
        expect(without.json.reason).toContain("--build CMD");
        const { json, stderr } = await folder.culprit(
          ...call(...how, "--build", "make", ". ./built; [ $sum = 2 ] || exit 7"),
        );
        expect(json.cause, stderr).toMatchObject([{ file: "lib.sh" }]);
      });

      test("built files that the build trips over are left out, and it goes on", async () => {
        const linking = { Makefile: "all: lib.sh\n\tln -s lib.sh built\n", ".gitignore": "built\n" };
        const folder = project([{ ...good, ...linking }, bad], { built: { link: "lib.sh" } });
        const { json, stderr } = await folder.culprit(
          ...call(...how, "--build", "make", ". ./built; [ $sum = 2 ] || exit 7"),
        );
        expect(json.cause, stderr).toMatchObject([{ file: "lib.sh" }]);
        expect(stderr).toContain("from now on every tree starts without it");
      });

      test("a file without which the old version passes: nothing else is said of that version", async () => {
        const folder = project([{ ...good, ".gitignore": "cached\n" }, bad], { cached: "sum=3\n" });
        const script = "if [ -e cached ]; then . ./cached; else . ./lib.sh; fi; [ $sum = 2 ] || exit 7";
        const { json } = await folder.culprit(...call(...how, script));
        expect(json.verdict).toBe("not-reproduced");
        expect(json.reason).toBe(
          "On v1 the outcome depends on cached, which no version contains: with it, it fails (exit 7); without it, it passes.\n" +
            "It may have been built from another version, so v1 itself was not really tested.\n" +
            "Name the command that builds it: --build CMD.",
        );
      });

      test("a new test file that passes on both versions is neither ignored nor built", async () => {
        const folder = project([good, bad], { "test.sh": ". ./lib.sh; [ $sum != 9 ]\n" });
        const words = ["changes", "v1", "main", ...how, "--json", "--", "sh", "./test.sh"];
        const { json } = await folder.culprit(...words);
        expect(json.reason).toMatch(/^The test passes on main \(exit 0\), so there is no failure to explain\./);
        expect(json.reason).not.toContain("no version contains");
      });

      test("a build that fails on the new version is not said to pass", async () => {
        const folder = project([good, bad], { "other.txt": "1\n" });
        const { json } = await folder.culprit(...call(...how, "--build", "exit 2", "exit 7"));
        expect(json.reason).toContain("does not build (the build: exit 2)");
        expect(json.reason).not.toContain("passes");
      });

      test("a run that was stopped while it looked for the reason goes on to look for it", async () => {
        const folder = project([{ ...good, ".gitignore": "cache\n" }, bad], { cache: "1\n" });
        const signals = newFolder();
        const waits = `[ -e cache ] || [ -e ${signals.path}/go ] || { touch ${signals.path}/reached; sleep 1000; }`;
        const run = folder.start(call(...how, `${waits}; exit 7`));
        await until(() => existsSync(join(signals.path, "reached")));
        run.kill("SIGINT");
        expect((await run.ended).json).toMatchObject({ verdict: "interrupted", cause: [] });
        signals.write("go", "");
        const { json, stderr } = await folder.culprit("resume", "last", "--json");
        expect(json.reason, stderr).toContain(
          "fails on v1 in the same way as on the working tree (exit 7), with and without cache",
        );
      });

      test("packages of another lockfile may be the reason", async () => {
        const folder = project(
          [
            { ...good, "pnpm-lock.yaml": "old\n", ".gitignore": "node_modules\n" },
            { ...bad, "pnpm-lock.yaml": "new\n" },
          ],
          { "node_modules/two/index.sh": "exit 5\n" },
        );
        const { json } = await folder.culprit(...call(...how, ". ./node_modules/two/index.sh"));
        expect(json.reason).toContain("The test fails on v1 in the same way as on the working tree (exit 5).");
        expect(json.reason).toContain(
          "pnpm-lock.yaml differs, and v1 was tested with the packages that are installed here",
        );
      });
    },
  );
});

describe("trees in the place of the user's folder", skippedBecause(noOverlaysHere), () => {
  test("absolute paths lead to the candidate, and git knows the repository", async () => {
    const folder = project([{ ...good, ".gitignore": "path\n" }, bad]);
    put(folder.path, { path: folder.path });
    const { json, stderr } = await folder.culprit(
      ...call('. "$(cat path)/lib.sh"; cd "$(git rev-parse --show-toplevel)" || exit 9; [ $sum = 2 ] || exit 7'),
    );
    expect(json.cause, stderr).toMatchObject([{ file: "lib.sh" }]);
    expect(git(folder.path, "status", "--porcelain")).toBe("");
  });

  test.each([
    ["absolute", (outside: Folder) => outside.path],
    ["relative", (outside: Folder) => join("..", basename(outside.path))],
  ])(
    "what a test writes behind links out of the folder that git tracks is thrown away: %s ones",
    async (_, leading) => {
      const [before, now] = [newFolder(), newFolder()];
      const folder = project([
        { ...good, old: { link: leading(before) } },
        { ...bad, old: null, new: { link: leading(now) } },
      ]);
      const script =
        "for link in old new; do [ ! -e $link ] || echo x > $link/log || exit 9; done; . ./lib.sh; [ $sum = 2 ]";
      const { json, stderr } = await folder.culprit(...call(script));
      expect(json.cause, stderr).toMatchObject([{ file: "lib.sh" }]);
      expect([before, now].map(({ path }) => readdirSync(path))).toEqual([[], []]);
    },
  );

  test("a test that fails only in culprit's tree: both places are named, and nothing else is concluded", async () => {
    const folder = project([good, bad]);
    const longAgo = new Date("2001-01-01");
    utimesSync(join(folder.path, "lib.sh"), longAgo, longAgo);
    const script = "find lib.sh -mtime +100 | grep -q . && exit 0; . ./lib.sh; [ $sum = 2 ] || exit 7";
    const { json } = await folder.culprit(...call(script));
    expect(json).toMatchObject({ verdict: "not-reproduced", cause: [] });
    expect(json.reason).toContain("in your folder, it passes; in the tree, it fails (exit 7)");
  });

  test("whole folders that only the new version has are not there for the old one", async () => {
    const folder = project([good, { ...bad, "a/b/c.txt": "1\n", "a/d.txt": "1\n", "e.txt": "1\n" }]);
    const script = "[ -e e.txt ] || { [ ! -e a ] || exit 9; exit 0; }; . ./lib.sh; [ $sum = 2 ] || exit 7";
    const { json, stderr } = await folder.culprit(...call("--no-history", script));
    expect(json.cause.map(({ file }) => file).sort(), stderr).toEqual(["e.txt", "lib.sh"]);
  });

  test("a test that writes beside its files changes nothing of the user's", async () => {
    const folder = project([good, bad]);
    const { json, stderr } = await folder.culprit(...call("echo x > written; . ./lib.sh; [ $sum = 2 ]"));
    expect(json.cause, stderr).toMatchObject([{ file: "lib.sh" }]);
    expect(existsSync(join(folder.path, "written"))).toBe(false);
  });
});

describe("where a part of the folder is a mount of its own", skippedBecause(noOverlaysHere ?? noMountsHere()), () => {
  /** Runs culprit in a namespace in which `node_modules` is a file system of its own, with one file. */
  const withMount = (folder: Folder, script: string) => {
    const mount = "mount -t tmpfs none node_modules && echo expected=2 > node_modules/x";
    const line = `${mount} && exec "$0" "$@"`;
    const words = ["-m", "sh", "-c", line, process.execPath, program, ...call(script)];
    const { stdout, stderr } = spawnSync("unshare", words, { cwd: folder.path, encoding: "utf8" });
    return { json: JSON.parse(stdout || "{}") as AnyFinding, stderr };
  };

  function mounted(): Folder {
    const folder = project([{ ...good, ".gitignore": "node_modules\n" }, bad]);
    mkdirSync(join(folder.path, "node_modules"));
    return folder;
  }

  test("trees are copies, which hold what is there", () => {
    const { json, stderr } = withMount(
      mounted(),
      ". node_modules/x || exit 9; . ./lib.sh; [ $sum = $expected ] || exit 7",
    );
    expect(json.cause, stderr).toMatchObject([{ file: "lib.sh" }]);
  });

  test("this is said if the old version does not pass", () => {
    const { json, stderr } = withMount(mounted(), "exit 5");
    expect(json.reason, stderr).toContain("(node_modules in it is a mount of its own)");
  });
});

/** Why no test can mount anything here. */
function noMountsHere(): string | undefined {
  const tried = spawnSync("unshare", ["-m", "mount", "-t", "tmpfs", "none", tmpdir()], { encoding: "utf8" });
  if (tried.status === 0) return undefined;
  return `nothing can be mounted: ${tried.error?.message ?? tried.stderr.trim()}`;
}

describe("trees that are reused", () => {
  test("a build that does not survive another version's leftovers is no flaky test", needsMake, async () => {
    const files = { Makefile: "all:\n\tcp lib.sh made\n\tln -s made built\n", ".gitignore": "made\nbuilt\n" };
    const folder = project([{ ...good, ...files }, bad]);
    const { json, stderr } = await folder.culprit(...call("--build", "make", ". ./built; [ $sum = 2 ] || exit 7"));
    expect(json.cause, stderr).toMatchObject([{ file: "lib.sh" }]);
    expect(stderr).toContain("from now on everything that a test leaves behind is removed");
    expect(json).toMatchObject({ verdict: "found", minimal: true, assumptions: [] });
  });

  test("a test that goes by what an earlier one left is not misled", async () => {
    const folder = project([{ ...good, ".gitignore": "cache\n" }, bad]);
    const { json, stderr } = await folder.culprit(
      ...call('[ -e cache ] || { . ./lib.sh; [ $sum = 2 ]; echo $? > cache; }; exit "$(cat cache)"'),
    );
    expect(json.cause, stderr).toMatchObject([{ file: "lib.sh" }]);
    expect(json.minimal).toBe(true);
  });
});

describe("builds and tests", () => {
  test.each([
    ["CI=1, where the environment has no CI", undefined, "1"],
    ["the CI of the environment, where there is one", "false", "false"],
  ])("run with %s", async (_, given, expected) => {
    const folder = project([good, bad]);
    const script = `[ "$CI" = ${expected} ] || exit 9; . ./lib.sh; [ $sum = 2 ] || exit 7`;
    const { json, stderr } = await folder.start(call(script), { CI: given }).ended;
    expect(json.cause, stderr).toMatchObject([{ file: "lib.sh" }]);
  });

  test("have what --setup starts for their slot, until --teardown", async () => {
    const folder = project([good, bad]);
    const log = join(folder.path, ".git/log");
    mkdirSync(log);
    const setup = `sleep 1000 & echo $! > ${log}/$CULPRIT_SLOT.pid`;
    const teardown = `kill -0 $(cat ${log}/$CULPRIT_SLOT.pid) && touch ${log}/$CULPRIT_SLOT.down`;
    const script = `kill -0 $(cat ${log}/$CULPRIT_SLOT.pid) || exit 9; . ./lib.sh; [ $sum = 2 ] || exit 7`;
    const { json, stderr } = await folder.culprit(
      ...call("--jobs", "2", "--setup", setup, "--teardown", teardown, script),
    );
    expect(json.cause, stderr).toMatchObject([{ file: "lib.sh" }]);
    expect(readdirSync(log).sort()).toEqual(["0.down", "0.pid", "1.down", "1.pid"]);
    for (const slot of ["0", "1"]) {
      const pid = Number(readFileSync(join(log, `${slot}.pid`), "utf8"));
      await until(() => !isAlive(pid));
    }
  });

  test("run beside --setup also where the temporary folder has a quote in its name", async () => {
    const folder = project([good, bad]);
    const temporary = join(newFolder().path, "it's");
    mkdirSync(temporary);
    const words = call("--jobs", "1", "--setup", "true", ". ./lib.sh; [ $sum = 2 ]");
    const { json, stderr } = await folder.start(words, { TMPDIR: temporary }).ended;
    expect(json.cause, stderr).toMatchObject([{ file: "lib.sh" }]);
  });

  test("wait for --setup, and a note says so where it takes long", async () => {
    const folder = project([good, bad]);
    const go = join(folder.path, ".git/go");
    const setup = `until [ -e ${go} ]; do sleep 0.1; done`;
    const child = folder.start(call("--jobs", "1", "--setup", setup, ". ./lib.sh; [ $sum = 2 ]"));
    let notes = "";
    child.stderr!.on("data", (text) => (notes += text));
    try {
      await until(() => notes.includes("Still "));
      expect(notes).toContain("Still waiting for --setup in slot 0.");
      expect(notes).not.toContain("Still running the test");
    } finally {
      writeFileSync(go, "");
    }
    const { json, stderr } = await child.ended;
    expect(json.cause, stderr).toMatchObject([{ file: "lib.sh" }]);
  });

  test("do not begin where --setup fails, which is said with what it printed", async () => {
    const folder = project([good, bad]);
    const { code, stderr } = await folder.culprit(...call("--setup", "echo no database >&2; exit 4", "exit 3"));
    expect(code).toBe(1);
    expect(stderr).toContain("--setup failed in slot 0 (exit 4). It printed:\n  │ no database");
  });
});
