import { copyFileSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { type Folder, newFolder } from "./culprit.ts";

const programs = fileURLToPath(new URL("../worlds/programs/state/", import.meta.url));

function withPrograms(...names: string[]): Folder {
  const folder = newFolder();
  for (const name of names) copyFileSync(join(programs, name), join(folder.path, name));
  return folder;
}

/** Every value counts, and no mixture is like one of the two runs: a long search. */
const long = (nodes: number) => [
  ...["state", "--pass", `node nodes.js tree ${nodes} ${nodes} 1`, "--fail", `node nodes.js tree ${nodes} ${nodes} 2`],
  ...["--at", "checksum"],
];

/** The first outcomes of the search are written down; the session and the two ends take two lines. */
const someTests = 6;

describe("a search that is stopped", () => {
  test("by Ctrl-C, then by kill -9, and gone on with: it finds the same by as many tests", async () => {
    const folder = withPrograms("nodes.js");
    mkdirSync(join(folder.path, "tmp"));
    const env = { TMPDIR: join(folder.path, "tmp") };
    const first = folder.start([...long(6), "--json", "--jobs", "1"], env);
    await folder.hasLearned(someTests);
    first.kill("SIGINT");
    const stopped = await first.ended;
    expect(stopped.code).toBe(130);
    expect(stopped.json).toMatchObject({ verdict: "interrupted", minimal: false });
    const { run } = stopped.json;
    expect(stopped.stderr).toContain(`culprit resume ${run}`);
    expect(await listed(folder)).toMatchObject([{ run, kind: "state", verdict: "interrupted" }]);
    expect((await folder.culprit("show", "last", "--json")).json).toEqual(stopped.json);

    const second = folder.start(["resume", "last", "--json"], env);
    await folder.hasLearned(2 * someTests);
    second.kill("SIGKILL");
    await second.ended;
    await expect.poll(() => processesIn(folder), { timeout: 30_000 }).toEqual([]);
    await expect.poll(() => readdirSync(env.TMPDIR), { timeout: 30_000 }).toEqual([]);

    const last = await folder.start(["resume", run, "--json", "--jobs", "2"], env).ended;
    expect(last.code).toBe(0);
    expect(last.json).toMatchObject({ run, verdict: "found", minimal: true });
    const whole = await folder.culprit(...long(6), "--json", "--jobs", "2");
    expect(last.json.cause).toEqual(whole.json.cause);
    expect(last.json.tests.needed).toBe(whole.json.tests.needed);
    expect(readdirSync(env.TMPDIR)).toEqual([]);
  }, 240_000);

  test("by its budget of tests: what was found so far, and the rest later", async () => {
    const folder = withPrograms("nodes.js");
    const { code, json } = await folder.culprit(...long(3), "--json", "--max-tests", "2");
    expect(code).toBe(1);
    expect(json).toMatchObject({ verdict: "exhausted", minimal: false, tests: { needed: 2 } });
    const rest = await folder.culprit("resume", "last", "--json");
    expect(rest.code).toBe(0);
    expect(rest.json).toMatchObject({ run: json.run, verdict: "found", minimal: true });
    const again = await folder.culprit("resume", "last", "--json");
    expect(again.json).toEqual(rest.json);
    expect(again.stderr).toContain("is finished already");
  }, 120_000);

  test("by its budget of time, before anything was found", async () => {
    const folder = withPrograms("nodes.js");
    const { code, json } = await folder.culprit(...long(3), "--json", "--budget", "1ms");
    expect(code).toBe(1);
    expect(json).toMatchObject({ verdict: "exhausted", cause: [] });
  }, 60_000);

  test("by SIGTERM", async () => {
    const folder = withPrograms("nodes.js");
    const run = folder.start([...long(6), "--quiet"]);
    await folder.hasLearned(someTests);
    run.kill("SIGTERM");
    const { code, stdout } = await run.ended;
    expect(code).toBe(143);
    expect(stdout).toMatch(/culprit resume \d{8}-\d{6}/);
  }, 60_000);
});

async function listed(folder: Folder): Promise<unknown> {
  return JSON.parse((await folder.culprit("runs", "--json")).stdout).runs;
}

/** All that were started with a word that names something in the folder, or run there. */
function processesIn(folder: Folder): string[] {
  return readdirSync("/proc").filter((pid) => {
    try {
      const files = ["cmdline", "environ"].map((name) => readFileSync(`/proc/${pid}/${name}`, "latin1"));
      return /^\d+$/.test(pid) && files.some((text) => text.includes(folder.path));
    } catch {
      return false; // it has ended meanwhile
    }
  });
}
