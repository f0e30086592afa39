import { execFileSync } from "node:child_process";

/** The path of Python itself: `python3` may be a script of pyenv that takes longer than many a test. */
export function interpreter(): string {
  return execFileSync("python3", ["-c", "import sys; print(sys.executable)"], { encoding: "utf8" }).trim();
}
