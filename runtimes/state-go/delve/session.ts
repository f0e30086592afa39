import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { PlanFailure } from "../../shared/plan-errors.ts";
import { startWatchdog } from "../../shared/watchdog.ts";
import { Connection } from "./connection.ts";

export interface DelveSession {
  readonly connection: Connection;
  /** Ends delve and the program. */
  close(): Promise<void>;
  /** The same at once, where nothing can be waited for. */
  killNow(): void;
}

/** The file descriptor on which delve says that it is ready, or why it is not. */
const log = 3;
/** The system allows 107 bytes for the path of a socket. */
const maxSocketPath = 100;
/** Milliseconds. */
const maxDetachTime = 2000;

/** Starts delve with the program, which stands before its first instruction and has the standard streams of this process. */
export async function startDelve(delve: string, command: readonly string[], planFile: string): Promise<DelveSession> {
  const [program = "", ...words] = command;
  const { path, folder } = socketFor(planFile);
  const options = ["--headless", "--api-version=2", "--check-go-version=false", `--log-dest=${log}`];
  const child = spawn(delve, ["exec", ...options, `--listen=unix:${path}`, program, "--", ...words], {
    stdio: ["inherit", "inherit", "inherit", "pipe"],
  });
  const watchdog = startWatchdog(child);
  const ended = new Promise<void>((resolve) => {
    child.on("close", () => resolve());
    child.on("error", () => resolve());
  });
  const cleanUpFiles = () => rmSync(folder ?? path, { recursive: true, force: true });
  const cleanUp = () => {
    watchdog.stop();
    cleanUpFiles();
  };
  try {
    await readiness(child, program);
  } catch (error) {
    cleanUp();
    throw error;
  }
  const connection = new Connection(path);
  return {
    connection,
    close: async () => {
      if (await isDetached(connection)) child.kill("SIGKILL");
      else watchdog.killNow();
      connection.close();
      await ended;
      cleanUp();
    },
    killNow: () => {
      watchdog.killNow();
      cleanUpFiles();
    },
  };
}

/** Whether delve has killed the program. It does not answer while the program runs. */
async function isDetached(connection: Connection): Promise<boolean> {
  const answer = connection.call("Detach", { Kill: true }).then(
    () => true,
    () => false,
  );
  const isLate = new Promise<false>((resolve) => setTimeout(() => resolve(false), maxDetachTime).unref());
  return Promise.race([answer, isLate]);
}

/** Beside the plan, which somebody removes; or in a folder of its own, where that path is too long for a socket. */
function socketFor(planFile: string): { readonly path: string; readonly folder?: string } {
  const path = join(dirname(planFile), `delve-${process.pid}`);
  if (Buffer.byteLength(path) <= maxSocketPath) return { path };
  const folder = mkdtempSync(join(tmpdir(), "culprit-"));
  return { path: join(folder, "delve"), folder };
}

function readiness(child: ChildProcess, program: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = "";
    (child.stdio[log] as Readable).on("data", (bytes: Buffer) => {
      text += bytes;
      if (text.includes("server listening at")) resolve();
    });
    child.on("error", (error) => reject(new PlanFailure("no-debugger", `delve cannot be started: ${error.message}`)));
    child.on("exit", () => {
      const reason = text.trim().replaceAll(/\s+/g, " ");
      reject(new PlanFailure("cannot-start", `delve could not start ${program}${reason === "" ? "" : `: ${reason}`}`));
    });
  });
}
