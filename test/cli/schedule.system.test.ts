import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, inject, test } from "vitest";
import type { AnyFinding } from "../any-finding.ts";
import { type Folder, newFolder } from "./culprit.ts";

const programs = fileURLToPath(new URL("../worlds/programs/schedule/", import.meta.url));

function withProgram(name: string): Folder {
  const folder = newFolder();
  copyFileSync(join(programs, name), join(folder.path, basename(name)));
  return folder;
}

/** What a build compiles for all programs is compiled once for all tests. */
const cache = { XDG_CACHE_HOME: inject("sharedFolder") };

const run = (folder: Folder, ...words: string[]) => folder.start(words, cache).ended;

/** The schedule that was found replays to the same end, again and again. */
async function replays(folder: Folder, { schedules }: AnyFinding): Promise<void> {
  for (const [which, code] of [
    ["failing", 1],
    ["passing", 0],
  ] as const) {
    const command = schedules!.commands[which].replace(/^culprit/, `"${process.execPath}" "${program()}"`);
    const env = { ...process.env, ...cache };
    const ends = [1, 2, 3].map(() => spawnSync("sh", ["-c", command], { cwd: folder.path, env, encoding: "utf8" }));
    expect(ends.map(({ status }) => status)).toEqual([code, code, code]);
    expect(new Set(ends.map(({ stdout }) => stdout.split("\n").at(-2))).size).toBe(1);
  }
}

const program = () => fileURLToPath(new URL("../../dist/src/cli/main.js", import.meta.url));

describe("threads of native programs", () => {
  test.each([
    ["lost-update.c", /1\.\d is interrupted between lost-update\.c:9.* and lost-update\.c:10.* while 1\.\d runs/],
    ["check-then-act.c", /is interrupted between check-then-act\.c:10.* and check-then-act\.c:16/],
    [
      "missed-signal.c",
      /^1 is interrupted between missed-signal\.c:19.* and missed-signal\.c:20.* while 1\.1 runs .*:12/,
    ],
    [
      "end-of-main.c",
      /^1 is interrupted between end-of-main\.c:11 \(writes table\) and .* while 1\.1 runs .*end-of-main\.c:18/,
    ],
    ["double-checked.c", /is interrupted between double-checked\.c:13.* and double-checked\.c:14/],
    ["abba.c", /is interrupted between abba\.c:8.* and abba\.c:9.* while 1\.\d runs abba\.c:\d+ → abba\.c:8/],
  ])(
    "%s: the switch is found, and both schedules replay",
    async (name, expected) => {
      const folder = withProgram(`native/${name}`);
      const binary = name.replace(".c", "");
      const built = await run(folder, "schedule", "build", "--", "cc", "-g", "-O1", "-o", binary, name, "-pthread");
      expect(built.code, built.stderr).toBe(0);
      const { json } = await run(folder, "schedule", "--json", "--", `./${binary}`);
      expect(json).toMatchObject({ kind: "schedule", verdict: "found", minimal: true });
      expect(json.cause.map(({ text }) => text).join("\n")).toMatch(expected);
      await replays(folder, json);
    },
    300_000,
  );

  test("a deadlock says who waits for what", async () => {
    const folder = withProgram("native/abba.c");
    await run(folder, "schedule", "build", "--", "cc", "-g", "-o", "abba", "abba.c", "-pthread");
    const { json } = await run(folder, "schedule", "--json", "--", "./abba");
    expect(json.notes!.join("\n")).toMatch(/1\.1 waits for mutex \d \(held by 1\.2\) at abba\.c:9/);
  });
});

describe("threads of Node", () => {
  test.each([
    [
      "lost-update.mjs",
      /1\.\d is interrupted between lost-update\.mjs:12 \(reads counts\[0\]\) and lost-update\.mjs:13 \(writes counts\[0\]\)/,
    ],
    ["message-order.mjs", /message-order\.mjs/],
  ])(
    "%s: the switch is found, and both schedules replay",
    async (name, expected) => {
      const folder = withProgram(`workers/${name}`);
      const { json } = await run(folder, "schedule", "--json", "--", "node", name);
      expect(json).toMatchObject({ kind: "schedule", verdict: "found", minimal: true });
      expect(json.cause.map(({ text }) => text).join("\n")).toMatch(expected);
      await replays(folder, json);
    },
    300_000,
  );
});

describe("events of Node", () => {
  test.each([
    ["htpasswd.mjs", /fs\.(?:read|open) htpasswd\.mjs:13:\d+ runs before fs\.\w+ htpasswd\.mjs:14/],
    ["init-twice.mjs", /init-twice\.mjs:\d+:\d+ runs before .*init-twice\.mjs/],
    ["double-callback.cjs", /timeout double-callback\.cjs:5:\d+ runs before/],
  ])(
    "%s: the two events are found, and both orders replay",
    async (name, expected) => {
      const folder = withProgram(name);
      const { json } = await run(folder, "schedule", "--json", "--", "node", name);
      expect(json).toMatchObject({ kind: "schedule", verdict: "found", minimal: true });
      expect(json.cause[0]!.text).toMatch(expected);
      await replays(folder, json);
    },
    300_000,
  );

  test("a program that does the same whatever the order says so", async () => {
    const folder = newFolder();
    folder.write("calm.mjs", "setTimeout(() => {}, 5); setTimeout(() => {}, 1);\n");
    const { code, json } = await run(folder, "schedule", "--json", "--explore", "20", "--", "node", "calm.mjs");
    expect(code).toBe(1);
    expect(json.reason).toMatch(/passes \(exit 0\) under each of \d+ schedules/);
  });
});

describe("a program that fails whatever the schedule", () => {
  test("is told as such: a deadlock, with what each lane waits for", async () => {
    const folder = newFolder();
    folder.write(
      "stuck.c",
      `#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *twice(void *x) {
  pthread_mutex_lock(&lock);
  pthread_mutex_lock(&lock);
  return x;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, twice, 0);
  return pthread_join(thread, 0);
}
`,
    );
    const built = await run(folder, "schedule", "build", "--", "cc", "-g", "-o", "stuck", "stuck.c", "-pthread");
    expect(built.code).toBe(0);
    const { code, stdout } = await run(folder, "schedule", "--explore", "10", "--", "./stuck");
    expect(code).toBe(0);
    expect(stdout).toContain("It fails under every schedule that was tried (11; exit 123)");
    expect(stdout).toContain("1.1 waits for mutex 1 (held by 1.1) at stuck.c:5");
    expect(stdout).not.toMatch(/not reproduced|schedule build/);
  });

  test("so does one without yield points, which is noticed", async () => {
    const folder = newFolder();
    folder.write(
      "plain.c",
      "#include <pthread.h>\nvoid *f(void *x) { return x; }\nint main(void) {\n  pthread_t t;\n  pthread_create(&t, 0, f, 0);\n  pthread_join(t, 0);\n  return 1;\n}\n",
    );
    execFileSync("cc", ["-o", "plain", "plain.c", "-pthread"], { cwd: folder.path });
    const { stderr, json } = await run(folder, "schedule", "--json", "--explore", "5", "--", "./plain");
    expect(stderr).toContain("The program has no yield points before memory accesses");
    expect(json).toMatchObject({ verdict: "found", everyScheduleFails: { failed: 6, ended: "exit 1" }, cause: [] });
    const explored = await run(folder, "schedule", "explore", "--explore", "5", "--", "./plain");
    expect(explored.stdout).toContain("It fails under every schedule that was tried (6; exit 1).");
  });
});

describe("which way round", () => {
  const stale = (fails: string) => `import { stat } from "node:fs"; let state = "old";
stat(".", () => { state = "new"; });
setTimeout(() => { if (state ${fails} "old") throw new Error("stale"); }, 1);
`;

  test("of a program that fails as it comes, what makes it pass is sought", async () => {
    const folder = newFolder();
    folder.write("late.mjs", stale("!=="));
    const { json } = await run(folder, "schedule", "--json", "--", "node", "late.mjs");
    expect(json).toMatchObject({ verdict: "found", schedules: { byDefault: "fails" } });
    expect(json.cause).toHaveLength(1);
    expect(json.cause[0]!.text).toMatch(/fs\.stat late\.mjs:2:\d+ runs before timeout late\.mjs:3/);
  });

  test("a failure is what the user says it is", async () => {
    const folder = newFolder();
    folder.write("odd.mjs", `${stale("===").replace("throw new Error", "console.log")}\n`);
    const words = ["schedule", "--json", "--failure", "match:stale", "--", "node", "odd.mjs"];
    expect((await run(folder, ...words)).json).toMatchObject({ verdict: "found", minimal: true });
    folder.write("unsure.mjs", "setTimeout(() => process.exit(125), 1);\n");
    const unsure = await run(folder, "schedule", "--json", "--", "node", "unsure.mjs");
    expect(unsure.json.reason).toMatch(/neither passes nor fails \(exit 125\)/);
    folder.write("plain.mjs", "process.exit(1);\n");
    const plain = await run(folder, "schedule", "--json", "--", "node", "plain.mjs");
    expect(plain.json.reason).toMatch(/only one order/);
  });
});

describe("stopping and going on", () => {
  test("a limit on tests ends the exploration, which goes on where it was; nothing is left behind", async () => {
    const folder = withProgram("htpasswd.mjs");
    const first = await run(folder, "schedule", "--json", "--max-tests", "1", "--", "node", "htpasswd.mjs");
    expect(first.json.verdict).toBe("exhausted");
    const resumed = await run(folder, "resume", "last", "--json", "--max-tests", "100");
    expect(resumed.json).toMatchObject({ verdict: "found", minimal: true });
    const whole = await run(withProgram("htpasswd.mjs"), "schedule", "--json", "--", "node", "htpasswd.mjs");
    expect(resumed.json.cause).toEqual(whole.json.cause);
    expect(resumed.json.schedules!.tried).toBe(whole.json.schedules!.tried);
    expect(existsSync(join(folder.path, ".culprit", "runs", resumed.json.run, "logs"))).toBe(false);
  });

  test("with --reuse a second run searches by the outcomes of the first", async () => {
    const folder = withProgram("htpasswd.mjs");
    const words = ["schedule", "--json", "--reuse", "--", "node", "htpasswd.mjs"];
    const [first, second] = [await run(folder, ...words), await run(folder, ...words)];
    expect(first.json.tests.needed).toBeGreaterThan(0);
    expect(second.json.tests).toMatchObject({ needed: 0, cached: first.json.tests.needed });
    expect(second.json.cause).toEqual(first.json.cause);
  });

  test("a replay that is interrupted leaves no record", async () => {
    const folder = newFolder();
    folder.write("endless.mjs", `import { writeFileSync } from "node:fs"; writeFileSync("begun", ""); while (true);`);
    const started = folder.start(["schedule", "record", "--", "node", "endless.mjs"]);
    await expect.poll(() => existsSync(join(folder.path, "begun")), { timeout: 120_000 }).toBe(true);
    started.kill("SIGINT");
    expect((await started.ended).code).toBe(130);
    expect(readdirSync(join(folder.path, ".culprit", "runs"))).toEqual([]);
  });
});

describe("misuse", () => {
  test.each([
    [["schedule"], /Put it after --/],
    [["schedule", "--kind", "java", "--", "node", "x.js"], /--kind is native, workers or async/],
    [["schedule", "replay", "what", "--", "node", "x.js"], /is not a schedule/],
    [["schedule", "dance", "--", "node", "x.js"], /has no command "dance"/],
    [["schedule", "build"], /Name the command that builds the program/],
  ])("%j", async (words, message) => {
    const { code, stderr } = await run(newFolder(), ...words);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });
});
