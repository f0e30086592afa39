import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { reasonOf } from "../../core/reason.ts";
import { UserError } from "../../core/user-error.ts";
import { Journal } from "../../trial/journal.ts";
import { writeFileAtomically } from "../../world/files/write-atomically.ts";
import type { RunRequest } from "../request.ts";
import { holderOf, takeLock } from "./lock.ts";
import { recordsFolder } from "./records-folder.ts";
import { type SessionVariables, sessionVariables } from "./session-variables.ts";

/** The request of a run, with all that is needed to resume it. */
export interface RunHeader {
  readonly run: string;
  readonly kind: string;
  readonly started: string;
  /** The folder in which the run was started. */
  readonly cwd: string;
  /** culprit's version and the journal's format: a different search would ask different questions. */
  readonly version: string;
  readonly format: number;
  /** The application's own request, as plain data. */
  readonly request: RunRequest;
  /** Of the environment in which it began; records of older versions lack them. */
  readonly variables?: SessionVariables;
}

export const journalFormat = 2;

/** Between the names of a run and of one inside of it. */
export const insideOf = "/inner/";

/** The folder in which a run saves what it knows. */
export class RunRecord {
  readonly folder: string;
  readonly header: RunHeader;
  /** Called with each text that is saved or kept. */
  beforeWrite: (text: string) => void = () => {};

  private constructor(folder: string, header: RunHeader) {
    this.folder = folder;
    this.header = header;
  }

  /** Creates a record under a name that no other run has. */
  static create(cwd: string, about: Pick<RunHeader, "kind" | "request" | "version">): RunRecord {
    const now = new Date();
    try {
      const folder = newFolder(cwd, now);
      const header = { run: basename(folder), ...about, cwd, ...beginning(now.toISOString()) };
      const record = new RunRecord(folder, header);
      record.#begin();
      return record;
    } catch (error) {
      throw new UserError(
        `Cannot keep the record of the run in ${recordsFolder(cwd)}: ${reasonOf(error)}.\n` +
          "Make that a folder that you can write to and that has space, or run culprit in another one.",
      );
    }
  }

  /** The record of a run inside of another one. The same request goes on with the one that is there. */
  static inside(outer: RunRecord, name: string, about: Pick<RunHeader, "kind" | "request">): RunRecord {
    const folder = join(outer.folder, "inner", name);
    const known = RunRecord.#read(folder);
    if (known && isSameRequest(known.header, about)) return known;
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const { version } = outer.header;
    const header = { run: name, ...about, cwd: about.request.cwd, version, ...beginning(new Date().toISOString()) };
    const record = new RunRecord(folder, header);
    record.#begin();
    return record;
  }

  /** A copy of all that it has, in another folder. */
  copyTo(folder: string): RunRecord {
    cpSync(this.folder, folder, { recursive: true, filter: (path) => path !== this.#lockPath });
    return new RunRecord(folder, this.header);
  }

  #begin(): void {
    try {
      writeFileAtomically(join(this.folder, "run.json"), `${JSON.stringify(this.header, null, 2)}\n`);
    } catch (error) {
      this.remove();
      throw error;
    }
  }

  /** Finds a run by its name, or the newest by `last`, or one inside of either: `RUN/inner/NAME`. */
  static find(cwd: string, name: string): RunRecord {
    const [outerName, innerName] = name.split(insideOf);
    const outer = RunRecord.#findOuter(cwd, outerName!);
    if (innerName === undefined) return outer;
    const inner = RunRecord.innerOf(outer).find(({ header }) => header.run === innerName);
    if (!inner) throw new UserError(`There is no run ${innerName} inside of ${outer.header.run}.`);
    return inner;
  }

  static #findOuter(cwd: string, name: string): RunRecord {
    const all = RunRecord.all(cwd);
    const found = name === "last" ? all[0] : all.find(({ header }) => header.run === name);
    const damaged = RunRecord.damaged(cwd).find((folder) =>
      name === "last" ? !found || basename(folder) > found.header.run : basename(folder) === name,
    );
    if (damaged !== undefined)
      throw new UserError(
        `The record of the run ${basename(damaged)} cannot be read: ${join(damaged, "run.json")} is damaged or not yours. ` +
          "culprit runs lists the others.",
      );
    if (found) return found;
    const folder = recordsFolder(cwd);
    if (name === "last") throw new UserError(`No runs yet in ${folder}.`);
    const known = all.length === 0 ? "no run was made here yet" : "culprit runs lists them";
    throw new UserError(`There is no run ${name} in ${folder}: ${known}.`);
  }

  /** All runs made in a folder, the newest first; those that cannot be read are left out. */
  static all(cwd: string): RunRecord[] {
    return foldersIn(cwd)
      .flatMap((folder) => RunRecord.#read(folder) ?? [])
      .sort((a, b) => b.header.started.localeCompare(a.header.started) || b.header.run.localeCompare(a.header.run));
  }

  /** The names of all runs made in a folder, those too that cannot be read. */
  static names(cwd: string): string[] {
    return foldersIn(cwd).map((folder) => basename(folder));
  }

  /** The run of that very name, if there is one that can be read; the others are not looked at. */
  static named(cwd: string, run: string): RunRecord | undefined {
    // Whoever asks may not be trusted, and a name is a part of a path.
    return /^\w[\w-]*$/.test(run) ? RunRecord.#read(join(recordsFolder(cwd), "runs", run)) : undefined;
  }

  /** The folders of runs that cannot be read. One with neither header nor journal does not count: its run was killed before it began. */
  static damaged(cwd: string): string[] {
    return foldersIn(cwd).filter(
      (folder) =>
        ["run.json", "journal.jsonl"].some((name) => existsSync(join(folder, name))) &&
        RunRecord.#read(folder) === undefined,
    );
  }

  /** The runs inside of a run, in the order of their names. */
  static innerOf(outer: RunRecord): RunRecord[] {
    const folder = join(outer.folder, "inner");
    if (!existsSync(folder)) return [];
    return readdirSync(folder)
      .sort()
      .flatMap((name) => RunRecord.#read(join(folder, name)) ?? []);
  }

  static #read(folder: string): RunRecord | undefined {
    try {
      const header: unknown = JSON.parse(readFileSync(join(folder, "run.json"), "utf8"));
      return isHeaderOf(basename(folder), header) ? new RunRecord(folder, header) : undefined;
    } catch {
      return undefined;
    }
  }

  get journalPath(): string {
    return join(this.folder, "journal.jsonl");
  }

  get stepsPath(): string {
    return join(this.folder, "steps.jsonl");
  }

  /** The file in which runs of the same test in this folder leave their outcomes for each other; makes its folder. */
  prepareReuseFile(test: string): string {
    const folder = join(this.folder, "..", "..", "reuse");
    mkdirSync(folder, { recursive: true });
    return join(folder, `${test}.jsonl`);
  }

  readEvents<E extends object>(): E[] {
    return Journal.read<E>(this.journalPath);
  }

  save(name: string, value: unknown): void {
    const text = `${JSON.stringify(value)}\n`;
    this.beforeWrite(text);
    writeFileAtomically(join(this.folder, name), text);
  }

  load<T>(name: string): T | undefined {
    try {
      return JSON.parse(readFileSync(join(this.folder, name), "utf8"));
    } catch {
      return undefined;
    }
  }

  removeFile(name: string): void {
    rmSync(join(this.folder, name), { force: true });
  }

  /** The path for a file or folder beside the journal; makes the folder that it is in. */
  prepareOutputPath(name: string): string {
    mkdirSync(join(this.folder, "output"), { recursive: true });
    return join(this.folder, "output", name);
  }

  /** Keeps a text, such as a test's output, beside the journal. */
  keep(name: string, text: string): void {
    this.beforeWrite(text);
    writeFileSync(this.prepareOutputPath(name), text);
  }

  kept(name: string): string | undefined {
    const path = join(this.folder, "output", name);
    return existsSync(path) ? readFileSync(path, "utf8") : undefined;
  }

  /** Locks the run for this process; false if another process works on it. */
  lock(): boolean {
    return takeLock(this.#lockPath);
  }

  unlock(): void {
    rmSync(this.#lockPath, { force: true });
  }

  /** The process that works on the run, if it is alive. */
  lockedBy(): number | undefined {
    return holderOf(this.#lockPath);
  }

  get #lockPath(): string {
    return join(this.folder, "lock");
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Whether a run was asked for the same, so that it can go on. */
export function isSameRequest(header: RunHeader, about: Pick<RunHeader, "kind" | "request">): boolean {
  return header.format === journalFormat && requestText(header) === requestText(about);
}

/** What is asked for, without what may differ from one session to the next. */
function requestText({ kind, request }: Pick<RunHeader, "kind" | "request">): string {
  const { jobs: _, maxTests: _2, budget: _3, ...conditions } = request.conditions;
  return JSON.stringify({ kind, ...request, conditions });
}

/** Makes the folder of a new run. */
function newFolder(cwd: string, started: Date): string {
  const runs = join(recordsFolder(cwd), "runs");
  mkdirSync(runs, { recursive: true });
  writeFileSync(join(recordsFolder(cwd), ".gitignore"), "*\n");
  for (let attempt = 1; ; attempt++) {
    const folder = join(runs, nameOf(started, attempt));
    try {
      mkdirSync(folder);
      return folder;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

/** The folders of all runs made in a folder. */
function foldersIn(cwd: string): string[] {
  const runs = join(recordsFolder(cwd), "runs");
  try {
    return readdirSync(runs).map((name) => join(runs, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw new UserError(`Cannot read the records of runs in ${runs}: ${reasonOf(error)}.`);
  }
}

/** Whether this is the header of the run of that name; a damaged file may contain anything. */
function isHeaderOf(run: string, value: unknown): value is RunHeader {
  const { run: name, kind, started, request } = (value ?? {}) as { readonly [K in keyof RunHeader]?: unknown };
  return name === run && typeof kind === "string" && typeof started === "string" && request instanceof Object;
}

/** `20261115-091233`, with a number appended if several runs start in the same second. */
function nameOf(started: Date, attempt: number): string {
  const digits = started
    .toISOString()
    .replace(/[-:]|\..*/g, "")
    .replace("T", "-");
  return attempt === 1 ? digits : `${digits}-${attempt}`;
}

function beginning(started: string): Pick<RunHeader, "started" | "format" | "variables"> {
  return { started, format: journalFormat, variables: sessionVariables(process.env, started) };
}
