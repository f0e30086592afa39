import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect } from "vitest";
import { type Ended, type Folder, newFolder, program } from "../cli/culprit.ts";

/** How a call of culprit ended, and the files that it made where the user stands. */
export interface Survived extends Ended {
  readonly made: readonly string[];
}

/**
 * A folder and a temporary folder for one call of culprit after another. Whatever happens in a call, no stack trace is
 * shown, no file of the user's is changed, nothing is left running and nothing is left in the temporary folder.
 */
export class BadDay {
  readonly folder: Folder = newFolder();
  readonly temporary: Folder = newFolder();
  readonly #uid: number | undefined;
  /** What culprit has made: a resumed run may change it. */
  readonly #results = new Set<string>();

  /** With a user's number, culprit is run by that user, to whom the folders belong. */
  constructor(uid?: number) {
    this.#uid = uid;
    this.#own(this.folder.path);
    this.#own(this.temporary.path);
  }

  write(name: string, content: string | Uint8Array, mode?: number): string {
    return this.#own(this.folder.write(name, content, mode));
  }

  script(name: string, body: string): string {
    return this.#own(this.folder.script(name, body));
  }

  path(name: string): string {
    return join(this.folder.path, name);
  }

  start(argv: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess & { ended: Promise<Ended> } {
    return this.folder.start(argv, { TMPDIR: this.temporary.path, ...env }, this.#uid);
  }

  culprit(...argv: string[]): Promise<Survived> {
    return this.under({}, ...argv);
  }

  /** The same under another environment. */
  under(env: NodeJS.ProcessEnv, ...argv: string[]): Promise<Survived> {
    return this.survive(() => this.start(argv, env).ended);
  }

  /** Runs a line of shell in which `culprit` is the built command. */
  shell(line: string): Promise<Survived> {
    const script = `culprit() { "${process.execPath}" "${program}" "$@"; }; ${line}`;
    const env = { ...process.env, TMPDIR: this.temporary.path };
    return this.survive(async () => {
      const child = spawn("sh", ["-c", script], { cwd: this.folder.path, env });
      const [stdout, stderr, [code]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, "close"),
      ]);
      return { code, stdout, stderr, json: undefined as never };
    });
  }

  async survive(call: () => Promise<Ended>): Promise<Survived> {
    const before = contentsOf(this.folder.path);
    const ended = await call();
    const after = contentsOf(this.folder.path);
    expect(`${ended.stderr}${ended.stdout}`).not.toMatch(/^ +at .*\.[jt]s/m);
    for (const [name, content] of before)
      if (!this.#results.has(name)) expect([name, after.get(name)]).toEqual([name, content]);
    this.expectNothingLeft();
    const made = [...after.keys()].filter((name) => !before.has(name)).sort();
    for (const name of made) this.#results.add(name);
    return Object.assign(ended, { made });
  }

  expectNothingLeft(): void {
    expect(readdirSync(this.temporary.path)).toEqual([]);
    expect(runningWith(this.temporary.path)).toEqual([]);
  }

  /** The folders of all recorded runs. */
  get records(): string[] {
    const runs = this.path(".culprit/runs");
    return (existsSync(runs) ? readdirSync(runs) : []).map((name) => join(runs, name));
  }

  #own(path: string): string {
    if (this.#uid !== undefined) chownSync(path, this.#uid, this.#uid);
    return path;
  }
}

/** Everything below a folder with its mode and content, the record of runs apart. */
function contentsOf(folder: string, above = ""): Map<string, string> {
  const contents = new Map<string, string>();
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === ".culprit") continue;
    const path = join(folder, entry.name);
    contents.set(join(above, entry.name), `${lstatSync(path).mode.toString(8)} ${contentOf(path)}`);
    if (!entry.isDirectory()) continue;
    for (const [name, content] of contentsOf(path, join(above, entry.name))) contents.set(name, content);
  }
  return contents;
}

function contentOf(path: string): string {
  const stat = lstatSync(path);
  if (stat.isSymbolicLink()) return readlinkSync(path);
  if (!stat.isFile()) return "";
  try {
    return readFileSync(path, "base64");
  } catch {
    return "closed even to us";
  }
}

/** The command lines of all processes that hold a path in their words or their environment, however they have hidden. */
export function runningWith(path: string): string[] {
  const found: string[] = [];
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const words = readFileSync(`/proc/${pid}/cmdline`, "utf8");
      if (`${words}\0${readFileSync(`/proc/${pid}/environ`, "utf8")}`.includes(path)) found.push(words);
    } catch {} // gone meanwhile, or nobody's business
  }
  return found;
}

const nobody = 65534;

/**
 * A user who may not do everything: undefined where the tests are run by one, and a reason where root has no way to
 * become one here.
 */
export function ordinaryUser(): { readonly uid?: number; readonly reason?: string } {
  if (process.getuid?.() !== 0) return {};
  const tried = spawnSync(process.execPath, [program, "--version"], { uid: nobody, gid: nobody, cwd: "/" });
  if (tried.status === 0) return { uid: nobody };
  return { reason: `no ordinary user can run ${program}: ${tried.error ?? tried.stderr}` };
}
