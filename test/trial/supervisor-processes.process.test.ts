import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { Supervisor, SupervisorError, type TestCommand } from "../../src/trial/process/supervisor.ts";
import { until } from "../until.ts";

let cwd: string;
let folder: string;
let supervisor: Supervisor;
let marker: string;
let markers = 0;

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "culprit-supervisor-"));
  folder = mkdtempSync(join(tmpdir(), "culprit-supervisor-"));
  supervisor = Supervisor.start({ folder });
  marker = `${1000 + ++markers}.${process.pid}`; // seconds that nobody else sleeps
});

afterEach(async () => {
  await supervisor.close();
  rmSync(cwd, { recursive: true, force: true });
});

const command = (script: string, rest: Partial<TestCommand> = {}): TestCommand => ({
  argv: ["sh", "-c", script],
  cwd,
  environment: {},
  stdin: undefined,
  timeLimit: undefined,
  ...rest,
});
const sh = (script: string, signal?: AbortSignal) => supervisor.execute(command(script), signal);
const pids = () => readdirSync("/proc").filter((name) => /^\d+$/.test(name));
const contentOf = (path: string) => {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
};
/** The processes that sleep for the marker's time. */
const sleepers = () => pids().filter((pid) => contentOf(`/proc/${pid}/cmdline`).includes(`sleep\0${marker}`));
const supervisorPid = async () => Number((await sh("echo $PPID")).output.stdout);

/** Ways to leave a process behind; each has left when its script goes on. All but the first leave the process group. */
const ways: Record<string, string> = {
  "a background child": "sleep MARKER & echo > fifo & read x < fifo",
  "a child in a session of its own": "setsid sh -c 'echo > fifo; exec sleep MARKER' & read x < fifo",
  "a daemon that has forked twice": "(setsid sh -c '(sleep MARKER; true) & echo > fifo' &) ; read x < fifo",
  "a daemon with no output and no environment":
    "env -i setsid sh -c 'echo > fifo; exec sleep MARKER' > /dev/null 2>&1 & read x < fifo",
};
const leave = (how: string) => `mkfifo fifo; ${ways[how]?.replaceAll("MARKER", marker)}; rm fifo`;

describe.each(Object.keys(ways))("%s", (how) => {
  test("is gone when its test has ended", async () => {
    expect(await sh(`${leave(how)}; until pgrep -fx "sleep ${marker}"; do :; done; exit 7`)).toMatchObject({
      exit: 7,
      output: { stdout: expect.stringMatching(/^\d+\n$/), dropped: 0 },
    });
    expect(sleepers()).toEqual([]);
  });

  test("is gone when its test has run out of time", async () => {
    const execution = await supervisor.execute(command(`${leave(how)}; sleep ${marker}`, { timeLimit: 2000 }));
    expect(execution.timedOut).toBe(true);
    expect(sleepers()).toEqual([]);
  });

  test("is gone when its test was aborted", async () => {
    const stop = new AbortController();
    const execution = sh(`${leave(how)}; sleep ${marker}`, stop.signal);
    await until(() => sleepers().length === 2);
    stop.abort(new Error("no longer wanted"));
    await expect(execution).rejects.toThrow("no longer wanted");
    expect(sleepers()).toEqual([]);
  });

  test("is left alone while its test runs, and others end", async () => {
    const running = sh(`${leave(how)}; until test -e go; do sleep 0.01; done; pgrep -fx "sleep ${marker}"`);
    await until(() => sleepers().length === 1);
    for (let i = 0; i < 10; i++) await sh("true");
    expect(sleepers()).toHaveLength(1);
    writeFileSync(join(cwd, "go"), "");
    expect((await running).output.stdout).toMatch(/^\d+\n$/);
    expect(sleepers()).toEqual([]);
  });
});

test("a stray that hides whose it is goes when every test it may belong to has ended", async () => {
  const first = sh("until test -e go; do sleep 0.01; done");
  await sh(leave("a daemon with no output and no environment"));
  expect(sleepers()).toHaveLength(1); // as far as anyone can tell it is the first test's
  const stop = new AbortController();
  const later = sh("sleep 1000", stop.signal);
  writeFileSync(join(cwd, "go"), "");
  await first;
  expect(sleepers()).toEqual([]);
  stop.abort();
  await expect(later).rejects.toThrow();
});

test("a stray that goes on forking is killed with all it forks", async () => {
  const fork = `perl -e 'setpgrp; while (1) { fork and exit; exec "sleep", "${marker}" if rand() < 0.02 }'`;
  await sh(`${fork} & sleep 0.1`);
  expect(sleepers()).toEqual([]);
});

test("the tests of a run within a test bear the marks of both", async () => {
  vi.stubEnv("CULPRIT_TRIAL", "1.1");
  const inner = Supervisor.start({ folder: mkdtempSync(join(tmpdir(), "culprit-supervisor-")) });
  vi.unstubAllEnvs();
  const stop = new AbortController();
  const running = inner.execute(command("sleep 1000"), stop.signal);
  const script = `export CULPRIT_TRIAL=$CULPRIT_TRIAL:2.2; ${leave("a child in a session of its own")}`;
  await inner.execute(command(script));
  expect(sleepers()).toEqual([]);
  const { output } = await inner.execute(command("echo $CULPRIT_TRIAL $PPID"));
  expect(output.stdout).toMatch(/^1\.1:(\d+)\.3 \1\n$/);
  stop.abort();
  await expect(running).rejects.toThrow();
  await inner.close();
});

test("no zombie is left", async () => {
  const pid = await supervisorPid();
  await Promise.all(Array.from({ length: 20 }, () => sh(`(setsid true &) ; sleep ${marker} & true`)));
  expect(contentOf(`/proc/${pid}/task/${pid}/children`)).toBe("");
});

describe("abort", () => {
  test("before the start runs nothing", async () => {
    await expect(sh("touch ran", AbortSignal.abort(new Error("too late")))).rejects.toThrow("too late");
    await sh("true");
    expect(existsSync(join(cwd, "ran"))).toBe(false);
  });

  test("of many with one signal ends those that run, and no others", async () => {
    const stop = new AbortController();
    const warned = vi.fn();
    process.on("warning", warned);
    const aborted = Array.from({ length: 30 }, () => sh(`sleep ${marker}`, stop.signal));
    const kept = sh("until test -e go; do sleep 0.01; done; echo done");
    await until(() => sleepers().length === 30);
    stop.abort(new Error("all of you"));
    const results = await Promise.allSettled(aborted);
    expect(results.map((result) => result.status === "rejected" && String(result.reason))).toEqual(
      results.map(() => "Error: all of you"),
    );
    expect(sleepers()).toEqual([]);
    writeFileSync(join(cwd, "go"), "");
    expect((await kept).output.stdout).toBe("done\n");
    process.off("warning", warned);
    expect(warned).not.toHaveBeenCalled();
  });

  test("after the end changes nothing", async () => {
    const stop = new AbortController();
    const execution = await sh("echo well", stop.signal);
    stop.abort();
    expect(execution.output.stdout).toBe("well\n");
    expect((await sh("echo still")).output.stdout).toBe("still\n");
  });
});

describe("the supervisor", () => {
  test("leaves it to Node what an interruption means", async () => {
    const pid = await supervisorPid();
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.kill(pid, signal);
    expect((await sh("echo well")).output.stdout).toBe("well\n");
  });

  test("keeps Node from ending only while a command runs", async () => {
    const held = () => process.getActiveResourcesInfo().filter((name) => /Pipe|Process/.test(name)).length;
    const before = held();
    const execution = sh("sleep 0.05");
    expect(held()).toBeGreaterThan(before);
    await execution;
    expect(held()).toBe(before);
  });

  test("when closed kills what runs, removes the folder and takes no more", async () => {
    mkdirSync(join(folder, "deep/er"), { recursive: true });
    const execution = sh(`${leave("a daemon that has forked twice")}; sleep ${marker}`);
    const refused = expect(execution).rejects.toThrow(SupervisorError);
    await until(() => sleepers().length === 2);
    await supervisor.close();
    await refused;
    expect(sleepers()).toEqual([]);
    expect(existsSync(folder)).toBe(false);
    await expect(sh("true")).rejects.toThrow("has been closed");
  });

  test("when killed fails what was pending and what comes later, and its tests die too", async () => {
    const pid = await supervisorPid();
    const execution = sh(`exec sleep ${marker}`);
    const refused = expect(execution).rejects.toThrow(
      "the process that runs the tests has ended unexpectedly (SIGKILL)",
    );
    await until(() => sleepers().length === 1);
    process.kill(pid, "SIGKILL");
    await refused;
    await expect(sh("true")).rejects.toThrow(SupervisorError);
    await until(() => sleepers().length === 0);
    await supervisor.close();
    expect(existsSync(folder)).toBe(false);
  });

  test("without perl says what to install", async () => {
    vi.stubEnv("PATH", cwd);
    const helpless = Supervisor.start({ folder });
    vi.unstubAllEnvs();
    await expect(helpless.execute(command("true"))).rejects.toThrow(/Install perl/);
    await expect(helpless.execute(command("true"))).rejects.toThrow(SupervisorError);
    await helpless.close();
  });
});

/** A Node process that starts a supervisor as Supervisor does, asks it to run the scripts, and waits. */
function owner(scripts: readonly string[], systemCalls: readonly number[]) {
  const program = `
    const [perl, cwd, folder, numbers, ...scripts] = process.argv.slice(1);
    const argv = [perl, folder, ...numbers.split(",")];
    const child = require("node:child_process").spawn("perl", argv, { detached: true, stdio: ["pipe", "inherit", "inherit"] });
    scripts.forEach((script, i) => {
      const body = ["run", i, cwd, 0, "", "", "", 0, "sh", "-c", script].join("\\0");
      const length = Buffer.alloc(4);
      length.writeUInt32BE(body.length);
      child.stdin.write(Buffer.concat([length, Buffer.from(body)]));
    });
    setInterval(() => {}, 1000);`;
  const perl = fileURLToPath(new URL("../../src/trial/process/supervisor.pl", import.meta.url));
  const numbers = [64, ...systemCalls, constants.O_NONBLOCK].join(",");
  const node = spawn(process.execPath, ["-e", program, perl, cwd, folder, numbers, ...scripts], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void node.kill("SIGKILL"));
  return node;
}

describe.each([
  ["with the supervisor as subreaper", process.arch === "x64" ? [157, 228, 292] : [167, 113, 24]],
  ["without", [0, 0, 0]],
])("when Node is killed, %s", (_, systemCalls) => {
  test("nothing is left but the user's files", async () => {
    mkdirSync(join(folder, "world"));
    const used = Object.keys(ways).slice(0, systemCalls[0] === 0 ? 3 : 4);
    const node = owner(
      used.map((how, i) => `mkdir ${i}; cd ${i}; ${leave(how)}; sleep ${marker}`),
      systemCalls,
    );
    await until(() => sleepers().length === 2 * used.length);
    node.kill("SIGKILL");
    await once(node, "close"); // its standard output is held by the supervisor alone
    expect(sleepers()).toEqual([]);
    expect(existsSync(folder)).toBe(false);
    expect(existsSync(cwd)).toBe(true);
  });
});

test("without a subreaper, too, a reply comes when the processes are gone", async () => {
  const unmarked = `env -i sh -c 'echo > fifo; exec sleep ${marker}' & read x < fifo`;
  const node = owner([`mkfifo fifo; ${unmarked}; rm fifo; ${leave("a daemon that has forked twice")}`], [0, 0, 0]);
  await once(node.stdout, "data");
  expect(sleepers()).toEqual([]);
  node.kill("SIGKILL");
  await once(node, "close");
});
