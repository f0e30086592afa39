import { spawnSync } from "node:child_process";

/** Runs a program that has to succeed: throws, with the last line that it printed, where it does not. */
export function execute(cwd: string, program: string, words: readonly string[], env = process.env): void {
  const { status, stderr, error } = spawnSync(program, words, { cwd, env, encoding: "utf8", maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Error(`${program} ${words[0]}: ${error?.message ?? stderr.trim().split("\n").at(-1)}`);
}
