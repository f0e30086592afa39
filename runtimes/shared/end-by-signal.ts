import { spawnSync } from "node:child_process";
import { constants } from "node:os";

/** Ends this process by the signal that ended the program, but without a second core dump. */
export function endBySignal(signal: NodeJS.Signals): void {
  const [program, ...words] = ["prlimit", "--core=0", "--pid", String(process.pid)];
  spawnSync(program!, words, { stdio: "ignore" });
  // Node ignores some signals and handles others. Removing the last listener restores the system's default.
  if (signal !== "SIGKILL" && signal !== "SIGSTOP") process.on(signal, () => {}).removeAllListeners(signal);
  process.kill(process.pid, signal);
  // If the signal does not end it, exit as a shell would.
  setTimeout(() => process.exit(128 + constants.signals[signal]), 1000);
}
