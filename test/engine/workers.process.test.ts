import { execFile } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { create } from "@bufbuild/protobuf";
import { afterEach, describe, expect, test, vi } from "vitest";
import { readWorkerRecord } from "../../src/engine/action/worker-record.ts";
import { Command_EnvironmentVariableSchema } from "../../src/engine/protocol/remote_execution_pb.ts";
import { runRequest } from "../../src/trial/process/run-request.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { skippedBecause } from "../tiers/skipped-because.ts";
import { noOwnEngine } from "../tools/buildbox.ts";
import { MemoryEngine } from "../tools/memory-engine.ts";
import { runTask, serve } from "../tools/memory-server.ts";
import { closing, engineHere, exitOf, open, runOn, script } from "./open-engine.ts";

const hour = 3_600_000;

afterEach(() => {
  vi.restoreAllMocks();
});

function program(path: string, text: string): void {
  writeFileSync(path, text);
  chmodSync(path, 0o755);
}

describe("a worker with another version of a tool is noticed", skippedBecause(noOwnEngine), () => {
  test.each([
    ["that the test names", "compiler", (name: string) => ["sh", "-c", `${name} file; exit 3`]],
    ["that is the interpreter of a program", "runner", () => ["front"]],
    ["that a script of the test calls", "checker", () => ["./check.sh"]],
  ])("one %s", async (_, name, words) => {
    const tools = temporaryFolder("engine-tools");
    const project = temporaryFolder("engine-project");
    program(join(tools, "front"), `#!/usr/local/bin/${name}\n`);
    program(join(project, "check.sh"), `#!/bin/sh\n# other words\n${name} src\n`);
    const versions = ["#!/bin/sh\nexit 3\n", "#!/bin/sh\nexit 4\n"];
    const engine = await engineHere({ mounts: [`${tools}:/usr/local/bin`] });
    const opened = await open(engine.url);
    for (const text of [versions[0]!, versions[0]!, versions[1]!]) {
      program(join(tools, name), text);
      await runOn(opened, script(String(Math.random()), { argv: words(name), cwd: project }));
    }
    const said = opened.notes.filter((note) => note.includes("are not the same"));
    const path = name === "runner" ? "/usr/local/bin/runner" : name;
    expect(said).toEqual([
      expect.stringMatching(
        new RegExp(`: ${path} is /usr/local/bin/${name} \\(17 bytes, .*\\(2 tests\\) and .*--platform`),
      ),
    ]);
    expect(opened.engine.remarks).toEqual(said);
  });

  test("what travels with the test is no tool of the worker", async () => {
    const project = temporaryFolder("engine-project");
    const engine = await engineHere();
    const opened = await open(engine.url);
    for (const exit of [1, 2]) {
      program(join(project, "check.sh"), `#!/bin/sh\nexit ${exit}\n`);
      const again = await open(engine.url); // files of the user are read once
      await runOn(again, script("", { argv: ["./check.sh"], cwd: project }));
      expect(again.engine.remarks).toEqual([]);
    }
    expect(await exitOf(opened, "ls; exit 3")).toBe(3);
    expect(opened.engine.remarks).toEqual([]);
  });
});

test("one worker on which tests have different PATHs is not said to differ", async () => {
  const tools = temporaryFolder("engine-tools");
  program(join(tools, "env"), "#!/bin/sh\n");
  const { url, close } = await serve(new MemoryEngine(runTask));
  closing.push(close);
  const opened = await open(url);
  for (const path of ["/usr/bin:/bin", `${tools}:/usr/bin:/bin`]) {
    expect((await runOn(opened, script("env; exit 3", { environment: { PATH: path } }))).exit).toBe(3);
  }
  expect(opened.engine.remarks).toEqual([]);
});

/** A worker that has no network of its own, unlike those of the other tests: many tests run in one container. */
const notLinux = process.platform === "linux" ? undefined : "abstract sockets are Linux's";
test("tests that run on one worker at a time have different slots", skippedBecause(notLinux), async () => {
  const folder = temporaryFolder("engine-slots");
  const root = fileURLToPath(new URL("../../src/", import.meta.url));
  const runs = Array.from({ length: 4 }, async (_, i) => {
    const at = join(folder, String(i));
    mkdirSync(join(at, "culprit"), { recursive: true });
    mkdirSync(join(at, "input"));
    for (const name of ["engine/action/worker.pl", "engine/action/tools.pl", "trial/process/supervisor.pl"]) {
      copyFileSync(join(root, name), join(at, "culprit", basename(name)));
    }
    writeFileSync(join(at, "culprit", "id"), "");
    const argv = ["sh", "-c", 'sleep 2; echo "slot $CULPRIT_SLOT"'];
    const command = { argv, cwd: at, stdin: undefined, timeLimit: 60_000, environment: {} };
    writeFileSync(join(at, "culprit", "test"), runRequest(1, command).subarray(4));
    await promisify(execFile)("perl", ["culprit/worker.pl"], { cwd: at });
    return readWorkerRecord(readFileSync(join(at, "output", "record")))?.test?.stdout;
  });
  const slots = await Promise.all(runs);
  expect(new Set(slots).size).toBe(4);
  expect(slots).toEqual(Array(4).fill(expect.stringMatching(/^slot \d+\n$/)));
});

describe("files that were written in the same second are in the same order on a worker", () => {
  test.each([
    ["whose perl sets times to the microsecond", []],
    ["whose perl sets them to the second", ["Time/HiRes.pm"]],
  ])("%s", async (_, modules) => {
    const project = temporaryFolder("engine-times");
    const hourAgo = Math.floor(Date.now() / 1000) - 3600;
    const times = {
      oldest: -0.5,
      older: 0.3,
      old: 0.7,
      same: 0.7,
      new: 0.700002,
      newer: 1.2,
      future: 7200.2,
      far: 7200.3,
    };
    for (const [name, seconds] of Object.entries(times)) {
      writeFileSync(join(project, name), "");
      utimesSync(join(project, name), hourAgo + seconds, hourAgo + seconds);
    }
    const opened = await open(await workersWithout(modules));
    const text = "touch built; ls -t; [ same -nt old ] || [ old -nt same ] || echo the same";
    const { output } = await runOn(opened, script(text, { cwd: project }));
    expect(output.stdout).toBe("far\nfuture\nbuilt\nnewer\nnew\nold\nsame\nolder\noldest\nthe same\n");
  });
});

describe("clocks that differ by an hour do not matter", skippedBecause(noOwnEngine), () => {
  const build = "touch made; [ made -nt new ] && [ new -nt old ] && exit 7";

  test.each([
    ["behind", hour],
    ["ahead", -hour],
  ])("the worker's is %s", async (_, skew) => {
    const here = Date.now() + skew;
    vi.spyOn(Date, "now").mockImplementation(() => here);
    expect(await exitOver({ old: here - 20_000, new: here - 10_000 }, build)).toBe(7);
  });

  test("a file that is later than now on the user's machine is so there", async () => {
    const now = Date.now();
    const text = "touch made; [ later -nt made ] && [ made -nt new ] && exit 8";
    expect(await exitOver({ new: now - 10_000, later: now + 20 * hour }, text)).toBe(8);
  });

  async function exitOver(times: Readonly<Record<string, number>>, text: string): Promise<number | undefined> {
    const project = join(temporaryFolder("engine-clock"), "project");
    mkdirSync(project);
    for (const [name, milliseconds] of Object.entries(times)) {
      writeFileSync(join(project, name), "");
      utimesSync(join(project, name), milliseconds / 1000, milliseconds / 1000);
    }
    const opened = await open((await engineHere()).url);
    return (await runOn(opened, script(text, { cwd: project }))).exit;
  }
});

/** The address of an engine whose workers have a perl without these modules. */
async function workersWithout(modules: readonly string[]): Promise<string> {
  const broken = temporaryFolder("engine-perl");
  for (const name of modules) {
    mkdirSync(join(broken, dirname(name)), { recursive: true });
    writeFileSync(join(broken, name), "die;");
  }
  const engine = new MemoryEngine((task) => {
    task.command.environmentVariables.push(
      create(Command_EnvironmentVariableSchema, { name: "PERL5LIB", value: broken }),
    );
    return runTask(task);
  });
  const { url, close } = await serve(engine);
  closing.push(close);
  return url;
}
