import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

interface ScriptOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly onStart?: ((child: ChildProcess) => void) | undefined;
}

/** Runs a script with bash as CI systems do: it ends at the first command that fails. */
export async function runScript(
  script: string,
  { cwd, env, onStart }: ScriptOptions,
): Promise<{ readonly code: number | null; readonly log: string }> {
  const place = mkdtempSync(join(tmpdir(), "culprit-step-"));
  const file = join(place, "step.sh");
  writeFileSync(file, script);
  const child = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", file], { cwd, env, detached: true });
  let log = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (log += text));
  onStart?.(child);
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  rmSync(place, { recursive: true });
  return { code, log };
}
