import { type SpawnSyncReturns, spawnSync } from "node:child_process";

interface Circumstances {
  readonly cwd: string;
  readonly input: Uint8Array | undefined;
  readonly env?: NodeJS.ProcessEnv;
}

/** Runs a command of the user's by sh; after so many seconds it is ended with all that it has started. */
export function runBriefly(command: string, seconds: number, circumstances: Circumstances): SpawnSyncReturns<Buffer> {
  const limited = spawnSync("timeout", ["-k", "1", `${seconds}`, "sh", "-c", command], options(seconds, circumstances));
  // Not every system has that program; then only the shell itself is ended.
  return limited.error && "code" in limited.error && limited.error.code === "ENOENT"
    ? spawnSync("sh", ["-c", command], options(seconds, circumstances))
    : limited;
}

function options(seconds: number, { cwd, input, env = process.env }: Circumstances) {
  const timeout = 1000 * (seconds + 2);
  return { cwd, input: input ?? new Uint8Array(), env, timeout, maxBuffer: 1 << 30 };
}
