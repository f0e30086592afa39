import { type SpawnSyncReturns, spawnSync } from "node:child_process";

export interface UserCommand {
  /** Run by sh. */
  readonly command: string;
  readonly cwd: string;
  /** Standard input. */
  readonly input?: Uint8Array | undefined;
  readonly env?: NodeJS.ProcessEnv;
  /** After this time the command is ended, with everything it has started. */
  readonly maxSeconds: number;
}

export function runUserCommand(command: UserCommand): SpawnSyncReturns<Buffer> {
  const options = spawnOptions(command);
  const limit = ["-k", "1", `${command.maxSeconds}`];
  const limited = spawnSync("timeout", [...limit, "sh", "-c", command.command], options);
  // Not every system has `timeout`; without it only the shell itself is ended.
  return limited.error && "code" in limited.error && limited.error.code === "ENOENT"
    ? spawnSync("sh", ["-c", command.command], options)
    : limited;
}

function spawnOptions({ cwd, input = new Uint8Array(), env = process.env, maxSeconds }: UserCommand) {
  return { cwd, input, env, timeout: 1000 * (maxSeconds + 2), maxBuffer: 1 << 30 };
}
