import { spawn } from "node:child_process";
import type { Command } from "./tool.ts";

export interface Circumstances {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** On the clock of Date.now(). */
  readonly until: number;
}

/** Runs them one after the other. What is given back is how one of them ended badly; "CUT" is for the time limit. */
export async function runCommands(commands: readonly Command[], around: Circumstances): Promise<string | undefined> {
  for (const command of commands) {
    const end = await run(command, around);
    if (end !== undefined) return end;
  }
  return undefined;
}

function run({ argv: [program, ...words], env, cwd }: Command, around: Circumstances): Promise<string | undefined> {
  // In a group of its own, so that the limit ends the tests too.
  const options = { cwd: cwd ?? around.cwd, env: { ...process.env, ...around.env, ...env }, detached: true } as const;
  const child = spawn(program, words, { ...options, stdio: process.env.BENCH_VERBOSE ? "inherit" : "ignore" });
  let isCut = false;
  const cut = () => {
    isCut = true;
    process.kill(-child.pid!, "SIGKILL");
  };
  const timer = setTimeout(cut, Math.max(0, around.until - Date.now()));
  return new Promise<string | undefined>((settle) => {
    child.on("error", ({ message }) => settle(message));
    child.on("exit", (status, signal) => settle(isCut ? "CUT" : status === 0 ? undefined : `exit ${signal ?? status}`));
  }).finally(() => clearTimeout(timer));
}
