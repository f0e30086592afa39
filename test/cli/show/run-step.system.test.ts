import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, inject, test, vi } from "vitest";
import { contents, type Folder, newFolder, selectFolder } from "../culprit.ts";
import { commit, repository } from "../repository.ts";

// Limits end what hangs, and are no statement about speed.
vi.setConfig({ testTimeout: 300_000 });

const programs = fileURLToPath(new URL("../../worlds/programs/", import.meta.url));
const mocha = fileURLToPath(new URL("../../../node_modules/mocha/bin/mocha.js", import.meta.url));

const check = `cat config; if grep -q 'depth=9' config && grep -q 'color=red' config; then echo "too deep" >&2; exit 4; fi`;

function versionsFolder(): Folder {
  const folder = newFolder();
  const config = (depth: number, color: string) =>
    `size=1\n\ndepth=${depth}\n\nspeed=3\n\ncolor=${color}\n\nend\n${"#\n".repeat(9)}`;
  repository(folder.path, { config: config(1, "blue"), "check.sh": { program: `#!/bin/sh\n${check}\n` } });
  commit(folder.path, "deeper", { config: config(9, "blue") });
  commit(folder.path, "other", { other: "1" });
  commit(folder.path, "red", { config: config(9, "red") });
  return folder;
}

function suiteFolder(): Folder {
  const folder = newFolder();
  folder.write("settings.cjs", "module.exports = { locale: 'en' };\n");
  const idle = Array.from({ length: 9 }, (_, i) => `it("idle ${i}", () => {});`).join("\n");
  folder.write("a.cjs", `it("euros", () => { require("./settings.cjs").locale = "de"; });\n${idle}`);
  folder.write(
    "b.cjs",
    `it("locale", () => { if (require("./settings.cjs").locale !== "en") throw new Error("not English"); });`,
  );
  return folder;
}

function raceFolder(): Folder {
  const folder = newFolder();
  copyFileSync(join(programs, "schedule/native/lost-update.c"), join(folder.path, "lost-update.c"));
  return folder;
}

function sortFolder(): Folder {
  const folder = newFolder();
  copyFileSync(join(programs, "state/sample.py"), join(folder.path, "sample.py"));
  return folder;
}

function environmentFolder(): Folder {
  const folder = newFolder();
  folder.write("bad.env", "A=1\nB=2\nC=3\nD=4\n");
  folder.write("good.env", "A=1\nB=0\nC=0\nD=0\n");
  folder.script("test.sh", '[ "$C" != 3 ] || { echo "C is $C" >&2; exit 5; }');
  return folder;
}

const python = "/usr/bin/python3";

interface Kind {
  readonly name: string;
  readonly prepare: () => Folder;
  readonly commands: readonly (readonly string[])[];
  /** The run whose steps are run again; undefined: the last one. */
  readonly run?: string;
}

const state = ["state", "--pass", `${python} sample.py 7 8 9`, "--fail", `${python} sample.py 11 14`];

const kinds: readonly Kind[] = [
  { name: "input", prepare: selectFolder, commands: [["input", "bug.html", "--", "./printer.sh", "{}"]] },
  {
    name: "input, as a pair",
    prepare: selectFolder,
    commands: [["input", "bug.html", "--isolate", "--output", "pair/", "--", "./printer.sh", "{}"]],
  },
  {
    name: "args",
    prepare: selectFolder,
    commands: [["args", "--", "sh", "-c", 'case "$*" in *c*) exit 3;; esac', "sh", ":::", "a", "b", "c"]],
  },
  { name: "env", prepare: environmentFolder, commands: [["env", "good.env", "bad.env", "--", "./test.sh"]] },
  {
    name: "changes",
    prepare: versionsFolder,
    commands: [["changes", "v1", "--output", "patches", "--", "./check.sh"]],
  },
  { name: "history", prepare: versionsFolder, commands: [["history", "--", "./check.sh"]] },
  {
    name: "tests",
    prepare: suiteFolder,
    commands: [["tests", "--", process.execPath, mocha, "*.cjs"]],
    run: "last/inner/victim-1",
  },
  {
    name: "schedule",
    prepare: raceFolder,
    commands: [
      ["schedule", "build", "--", "cc", "-g", "-O1", "-o", "race", "lost-update.c", "-pthread"],
      ["schedule", "--", "./race"],
    ],
  },
  {
    name: "state",
    prepare: sortFolder,
    commands: [[...state, "--at", "shell_sort", "--", "sh", "-c", '! grep -q "Output: 0"']],
  },
];

test.each(kinds)(
  "$name: each step can be run again, and nothing changes",
  async ({ prepare, commands, run = "last" }) => {
    const folder = prepare();
    const env = { XDG_CACHE_HOME: inject("sharedFolder") };
    for (const words of commands) {
      const { code, stderr } = await folder.start(words, env).ended;
      expect(code, stderr).toBe(0);
    }
    const { stdout: brief } = await folder.culprit("show", "last", "--agent");
    expect(brief.split("\n").length - 1, brief).toBeLessThanOrEqual(40);
    expect(brief).toMatch(/^\S.*\nNext: .*\nAll of it: culprit show \S+ --json\n$/s);
    const before = contents(folder);
    const record = recordOf(folder);
    const { stdout } = await folder.culprit("show", run, "--step", "1");
    const count = Number(/^Step 1 of (\d+) /.exec(stdout)![1]);
    expect(count).toBeGreaterThan(0);
    for (const step of new Set([1, 2, Math.ceil(count / 2), count].filter((each) => each <= count))) {
      const again = await folder.start(["show", run, "--step", `${step}`, "--run"], env).ended;
      expect([step, again.code, again.stdout], again.stderr).toEqual([
        step,
        0,
        expect.stringMatching(/as it did\.\n$/),
      ]);
    }
    expect(contents(folder)).toEqual(before);
    expect(recordOf(folder)).toEqual(record);
    expect(readdirSync(join(folder.path, ".culprit", "scratch"))).toEqual([]);
  },
);

/** The files of the record of the only run, with their contents. */
function recordOf(folder: Folder): string {
  return spawnSync("sh", ["-c", "find .culprit/runs -type f | sort | xargs sha256sum"], {
    cwd: folder.path,
    encoding: "utf8",
  }).stdout;
}

test("a step that ends differently now is told apart", async () => {
  const folder = selectFolder();
  await folder.culprit("input", "bug.html", "--quiet", "--", "./printer.sh", "{}");
  folder.script("printer.sh", "echo nothing to see");
  const { stdout } = await folder.culprit("show", "last", "--step", "1");
  const failing = /fails/.test(stdout) ? 1 : 2;
  const again = await folder.culprit("show", "last", "--step", `${failing}`, "--run");
  expect([again.code, again.stdout]).toEqual([
    1,
    expect.stringMatching(
      /nothing to see\nRun again: it passes \(exit 0\), but it was recorded as a step that fails\.\n$/,
    ),
  ]);
});

test("what a killed process left is removed by the next one", async () => {
  const folder = selectFolder();
  await folder.culprit("input", "bug.html", "--quiet", "--", "./printer.sh", "{}");
  const scratch = join(folder.path, ".culprit", "scratch");
  mkdirSync(join(scratch, "99999999", "runs"), { recursive: true });
  writeFileSync(join(scratch, "99999999.lock"), "99999999 1");
  await folder.culprit("show", "last", "--step", "1", "--run");
  expect(existsSync(join(scratch, "99999999"))).toBe(false);
  expect(readdirSync(scratch)).toEqual([]);
});
