import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The number of the system call unshare on Linux. */
const unshare: Partial<Record<string, number>> = { x64: 272, arm64: 97 };
const program = fileURLToPath(new URL("./own-network.pl", import.meta.url));

/** Words before a command that give it a network of its own, in which there is only its own machine. */
export function ownNetworkWords(): readonly string[] {
  return ["perl", program, String(unshare[process.arch])];
}

let possible: boolean | undefined;

/** Whether the system allows that here. */
export function canHaveOwnNetwork(): boolean {
  if (process.platform !== "linux" || unshare[process.arch] === undefined) return false;
  const [first = "", ...words] = ownNetworkWords();
  possible ??= spawnSync(first, [...words, "true"], { stdio: "ignore", timeout: 20_000 }).status === 0;
  return possible;
}
