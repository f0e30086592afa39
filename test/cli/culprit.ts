import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach } from "vitest";
import type { AnyFinding } from "../any-finding.ts";
import { until } from "../until.ts";
import { checkFinding } from "./finding-schema.ts";

/** The built command: what users run. */
export const program = fileURLToPath(new URL("../../dist/src/cli/main.js", import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Standard output as the one JSON object it is to be. */
  readonly json: AnyFinding;
}

/** A folder of one test, gone after it. */
export class Folder {
  readonly path = realpathSync(mkdtempSync(join(tmpdir(), "culprit-test-")));

  write(name: string, content: string | Uint8Array, mode = 0o644): string {
    const path = join(this.path, name);
    writeFileSync(path, content);
    chmodSync(path, mode);
    return path;
  }

  /** An executable shell script. */
  script(name: string, body: string): string {
    return this.write(name, `#!/bin/sh\n${body}\n`, 0o755);
  }

  read(name: string): string {
    return readFileSync(join(this.path, name), "utf8");
  }

  /** The names of what is here. */
  names(): string[] {
    return readdirSync(this.path);
  }

  /** The exit status of a line that is pasted into a shell here. */
  shell(line: string): number | null {
    return spawnSync("bash", ["-c", line], { cwd: this.path }).status;
  }

  /** Starts culprit here, as another user if so told. */
  start(argv: readonly string[], env: NodeJS.ProcessEnv = {}, uid?: number): ChildProcess & { ended: Promise<Ended> } {
    const child = spawn(process.execPath, [program, ...argv], {
      cwd: this.path,
      env: { ...environment(), ...env },
      ...(uid === undefined ? {} : { uid, gid: uid }),
    });
    let [stdout, stderr] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text) => (stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text) => (stderr += text));
    const ended = new Promise<Ended>((resolve) => {
      child.on("close", (code) =>
        resolve({
          code,
          stdout,
          stderr,
          get json() {
            if (stdout === "") throw new Error(`culprit printed no JSON, and ended with ${code}:\n${stderr}`);
            const printed = JSON.parse(stdout);
            if ("$schema" in printed) checkFinding(printed);
            return printed;
          },
        }),
      );
    });
    return Object.assign(child, { ended });
  }

  /** Waits until the only run here has so many lines in its journal. */
  async hasLearned(lines: number): Promise<void> {
    const runs = join(this.path, ".culprit", "runs");
    const journal = () => join(runs, existsSync(runs) ? (readdirSync(runs)[0] ?? "") : "", "journal.jsonl");
    await until(() => existsSync(journal()) && readFileSync(journal(), "utf8").split("\n").length >= lines);
  }

  culprit(...argv: string[]): Promise<Ended> {
    return this.start(argv).ended;
  }
}

/** Variables that change how culprit, git or Python work: a test that is about one sets it. */
const left =
  /^(?:CI|CI_.*|GITHUB_.*|GITLAB_CI|AI_AGENT|CLAUDE_?CODE|CURSOR_AGENT|GEMINI_CLI|CODEX_.*|OPENCODE|COPILOT_.*|GIT_(?!SSL).*|XDG_STATE_HOME|NODE_OPTIONS|PYTHONDONTWRITEBYTECODE|npm_command)$/;

/** The environment of this process without those. */
export function environment(): NodeJS.ProcessEnv {
  const all = Object.entries(process.env).filter(([name]) => !left.test(name));
  return { ...Object.fromEntries(all), GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" };
}

const folders: Folder[] = [];

export function newFolder(): Folder {
  const folder = new Folder();
  folders.push(folder);
  return folder;
}

afterEach(() => {
  for (const { path } of folders.splice(0)) {
    spawnSync("chmod", ["-R", "u+rwx", path]); // for tests that have closed folders to themselves
    rmSync(path, { recursive: true, force: true });
  }
});

/** All files in a folder with their contents, but for records of runs. */
export function contents(folder: Folder): Map<string, string> {
  return new Map([...filesBelow(folder.path)].filter(([path]) => !path.includes("/.culprit/")));
}

/** All that culprit keeps in a folder. */
export function recordedFiles(folder: Folder): Map<string, string> {
  return filesBelow(join(folder.path, ".culprit"));
}

function filesBelow(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name));
  return new Map(paths.map((path) => [path, readFileSync(path, "latin1")]));
}

/** The line of the Mozilla story, and a printer that crashes on it. */
export const selectLine = '<SELECT NAME="priority" MULTIPLE SIZE=7>';
export const printer = `if grep -q '<SELECT[^>]*>' "\${1:-/dev/stdin}"; then echo "printer: segmentation fault" >&2; exit 3; fi`;

/** A folder with both. */
export function selectFolder(): Folder {
  const folder = newFolder();
  folder.write("bug.html", selectLine);
  folder.script("printer.sh", printer);
  return folder;
}
