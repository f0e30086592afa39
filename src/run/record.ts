import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../core/user-error.ts";
import { Journal } from "../trial/journal.ts";
import { writeWhole } from "../world/write-whole.ts";

/** What a run was asked for: enough to go on with it. */
export interface RunHeader {
  readonly run: string;
  readonly kind: string;
  readonly started: string;
  /** Where the user stood. */
  readonly cwd: string;
  /** culprit's version and the journal's format: another search would walk another tree. */
  readonly version: string;
  readonly format: number;
  /** The application's own request, as plain data. */
  readonly request: unknown;
}

export const journalFormat = 1;

const home = ".culprit";

/** The folder in which a run keeps what it knows. */
export class Record {
  readonly folder: string;
  readonly header: RunHeader;

  private constructor(folder: string, header: RunHeader) {
    this.folder = folder;
    this.header = header;
  }

  /** Begins a record under a name that no other run has. */
  static create(cwd: string, about: Pick<RunHeader, "kind" | "request" | "version">): Record {
    const started = new Date();
    const runs = join(cwd, home, "runs");
    mkdirSync(runs, { recursive: true });
    writeFileSync(join(cwd, home, ".gitignore"), "*\n");
    for (let attempt = 1; ; attempt++) {
      const run = nameOf(started, attempt);
      try {
        mkdirSync(join(runs, run));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "EEXIST") continue;
        throw error;
      }
      const header = { run, ...about, started: started.toISOString(), cwd, format: journalFormat };
      writeWhole(join(runs, run, "run.json"), `${JSON.stringify(header, null, 2)}\n`);
      return new Record(join(runs, run), header);
    }
  }

  /** Finds a run by its name, or the newest by `last`. */
  static find(cwd: string, name: string): Record {
    const all = Record.all(cwd);
    const found = name === "last" ? all[0] : all.find(({ header }) => header.run === name);
    if (found) return found;
    const known = all.length === 0 ? "none was made here yet" : "culprit runs lists them";
    throw new UserError(`There is no run ${name === "last" ? "yet" : name} in ${join(cwd, home)}: ${known}.`);
  }

  /** All runs made in a folder, the newest first; those that cannot be read are left out. */
  static all(cwd: string): Record[] {
    const runs = join(cwd, home, "runs");
    if (!existsSync(runs)) return [];
    return readdirSync(runs)
      .flatMap((name) => Record.#read(join(runs, name)) ?? [])
      .sort((a, b) => b.header.started.localeCompare(a.header.started) || b.header.run.localeCompare(a.header.run));
  }

  static #read(folder: string): Record | undefined {
    try {
      return new Record(folder, JSON.parse(readFileSync(join(folder, "run.json"), "utf8")));
    } catch {
      return undefined;
    }
  }

  get journalPath(): string {
    return join(this.folder, "journal.jsonl");
  }

  /** Where runs of the same test in this folder leave their outcomes for each other. */
  reusePath(test: string): string {
    const folder = join(this.folder, "..", "..", "reuse");
    mkdirSync(folder, { recursive: true });
    return join(folder, `${test}.jsonl`);
  }

  readEvents<E extends object>(): E[] {
    return Journal.read<E>(this.journalPath);
  }

  save(name: string, value: unknown): void {
    writeWhole(join(this.folder, name), `${JSON.stringify(value)}\n`);
  }

  load<T>(name: string): T | undefined {
    try {
      return JSON.parse(readFileSync(join(this.folder, name), "utf8"));
    } catch {
      return undefined;
    }
  }

  /** Keeps a text, such as a test's output, beside the journal. */
  keep(name: string, text: string): void {
    mkdirSync(join(this.folder, "output"), { recursive: true });
    writeFileSync(join(this.folder, "output", name), text);
  }

  /** Says that this process works on the run; false if another one does. */
  lock(): boolean {
    if (this.lockedBy() !== undefined) return false;
    writeWhole(join(this.folder, "lock"), `${process.pid} ${startOf(process.pid)}`);
    return true;
  }

  unlock(): void {
    rmSync(join(this.folder, "lock"), { force: true });
  }

  /** The process that works on the run, if it is alive. */
  lockedBy(): number | undefined {
    try {
      const [pid, start] = readFileSync(join(this.folder, "lock"), "utf8").split(" ");
      process.kill(Number(pid), 0);
      return startOf(Number(pid)) === start ? Number(pid) : undefined;
    } catch {
      return undefined;
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** `20261115-091233`, with a number behind it when two runs begin in one second. */
function nameOf(started: Date, attempt: number): string {
  const digits = started
    .toISOString()
    .replace(/[-:]|\..*/g, "")
    .replace("T", "-");
  return attempt === 1 ? digits : `${digits}-${attempt}`;
}

/** When a process began, in the system's own words: a number may be given to another process later. */
function startOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ")[19] ?? "";
  } catch {
    return "";
  }
}
