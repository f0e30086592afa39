import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** culprit, and compilers for programs as old as those of the suites. */
export interface Tools {
  /** Ours; it is removed at the end. */
  readonly folder: string;
  /** Runs a build with yield points. */
  readonly build: (command: readonly string[], cwd: string) => Ended;
  readonly culprit: (words: readonly string[]) => Ended;
}

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const main = fileURLToPath(new URL("../../../dist/src/cli/main.js", import.meta.url));

export function prepareTools(): Tools {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "culprit-schedule-suites-")));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  process.once("SIGINT", () => process.exit(130)).once("SIGTERM", () => process.exit(143));
  const compilers = join(folder, "compilers");
  writeCompilers(compilers);
  const cache = { XDG_CACHE_HOME: join(folder, "cache") };
  const culprit = (words: readonly string[], cwd: string, env = {}) =>
    run([process.execPath, main, ...words], cwd, { ...cache, ...env });
  const environment = { PATH: `${compilers}:${process.env.PATH}`, CONFIG_SITE: join(compilers, "config.site") };
  return {
    folder,
    build: (command, cwd) => culprit(["schedule", "build", "--", ...command], cwd, environment),
    culprit: (words) => culprit(words, folder),
  };
}

export function run([program = "", ...words]: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}): Ended {
  const { status, stdout, stderr } = spawnSync(program, words, {
    cwd,
    env: { ...process.env, ...env },
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  return { status, stdout: stdout ?? "", stderr: stderr ?? "" };
}

export function errorIn(output: string): string {
  const lines = output.split("\n");
  return (lines.find((line) => /\berror\b|cannot find|not found/i.test(line)) ?? lines[0]!).slice(0, 160);
}

/**
 * The programs are from before 2010. What is an error today was a warning, a function that was not declared returned a pointer
 * that fits into an `int`, and 32 bits were the default. Like the study, without optimisation.
 */
function writeCompilers(folder: string): void {
  mkdirSync(folder);
  const ofC = "-std=gnu89 -fcommon";
  const standards = { cc: ofC, gcc: ofC, "c++": "-std=gnu++11 -fpermissive", "g++": "-std=gnu++11 -fpermissive" };
  for (const [name, standard] of Object.entries(standards)) {
    const compiler = join(folder, name);
    writeFileSync(compiler, compilerScript(`/usr/bin/${name} ${standard}`));
    chmodSync(compiler, 0o755);
  }
  writeFileSync(join(folder, "config.site"), "enable_64bit=yes\n");
}

function compilerScript(command: string): string {
  return `#!/bin/bash
words=()
for word; do case $word in -O*|-m32|-Werror*) ;; *) words+=("$word") ;; esac; done
exec ${command} -g -w -fno-pie -no-pie -DHUGE=HUGE_VAL "\${words[@]}"
`;
}
