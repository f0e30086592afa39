import { spawn } from "node:child_process";
import { withoutPasswords } from "./managers/passwords.ts";

/** A command that installs packages outside of any test. */
export interface Installer {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
}

export interface InstallerEnd {
  readonly status: number;
  /** Of both streams, the end if there is much. */
  readonly output: string;
}

const maxOutput = 1_000_000;
const maxLines = 12;
/** pip has the reason for a lost connection after 200 characters. */
const maxWidth = 400;

/** Runs an installer in a process group of its own, so that what packages start ends with it. Rejects if it cannot be started. */
export function runInstaller({ argv, cwd, environment, signal }: Installer): Promise<InstallerEnd> {
  return new Promise((done, fail) => {
    const [program, ...words] = argv;
    const child = spawn(program!, words, { cwd, env: environment, detached: true, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        output = (output + text).slice(-maxOutput);
      });
    const end = () => {
      try {
        process.kill(-child.pid!, "SIGKILL");
      } catch {} // it is over already
    };
    signal.addEventListener("abort", end, { once: true });
    const settled = () => signal.removeEventListener("abort", end);
    child.on("error", (error) => {
      settled();
      fail(error);
    });
    child.on("close", (status) => {
      settled();
      done({ status: status ?? 1, output });
    });
    if (signal.aborted) end();
  });
}

/** The first or the last lines that an installer printed, for a message. Frames of its own stack would push out what is wrong. */
export function installerWords(output: string, which: "first" | "last"): string {
  const lines = output.split("\n").filter((line) => line.trim() !== "" && !/^(?:npm error)?\s+at \S.*[:(]/.test(line));
  return (which === "first" ? lines.slice(0, maxLines) : lines.slice(-maxLines))
    .map((line) => withoutPasswords(line))
    .map((line) => `  │ ${line.length > maxWidth ? `${line.slice(0, maxWidth)}…` : line}`)
    .join("\n");
}
