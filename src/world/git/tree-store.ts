import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { type Item, linkMode, submoduleMode, type Version } from "../tree/version.ts";
import { noRepository } from "./git-variables.ts";
import type { Repository } from "./repository.ts";
import { runGit } from "./run-git.ts";

/** What a tree has besides what the user's git ignores; where there is no git, packages are not ignored by anybody. */
const neverKept = [".culprit/", "culprit-capture*.json", "node_modules/", ".venv/", "venv/", "__pycache__/"];

/** Files are kept as they are, byte by byte: nothing converts line ends, and nobody's filters run. */
const attributes = "* -text -filter -ident -working-tree-encoding -export-subst\n";

/**
 * Trees of one folder as they were at several times, in a repository of our own. What git has once stored is not stored again, and
 * files that have not changed are not read again. The user's repository is only read.
 */
export class TreeStore {
  readonly #folder: string;
  readonly #root: string;

  constructor(folder: string, root: string) {
    this.#folder = folder;
    this.#root = root;
  }

  /** Keeps all files of the folder, except ignored ones and those that cannot be read; returns the tree's id. */
  take(repository: Repository | undefined): string {
    this.#prepare(repository);
    const index = join(this.#folder, "index");
    const own = `${index}.${process.pid}`;
    if (existsSync(index)) copyWithTime(index, own);
    try {
      this.#add(own);
      const tree = this.#git(["write-tree"], { index: own }).toString().trim();
      // Another process may do the same: the last one wins, and nobody waits.
      renameSync(own, index);
      return tree;
    } finally {
      rmSync(own, { force: true });
      rmSync(`${own}.lock`, { force: true });
    }
  }

  /** A file may vanish while git looks at it, as those of editors do: then it looks again. */
  #add(index: string, again = 5): void {
    try {
      this.#git(["add", "--all", "--ignore-errors", "."], { index, cwd: this.#root });
    } catch (error) {
      if ((error as { readonly status?: number }).status === someNotAdded) return;
      if (again === 0) throw error;
      rmSync(`${index}.lock`, { force: true });
      this.#add(index, again - 1);
    }
  }

  /** Git may clear away what no name refers to. */
  name(name: string, id: string): void {
    this.#git(["update-ref", `refs/culprit/${name}`, id]);
    try {
      this.#git(["gc", "--auto", "--quiet"]);
    } catch {
      // Objects of older trees may be gone from the user's repository. This only saves space.
    }
  }

  /** Whether all of a tree is there: it may share objects with the user's repository, which may have been cleared. */
  has(tree: string): boolean {
    try {
      this.#git(["rev-list", "--objects", "--quiet", "--no-walk", tree]);
      return true;
    } catch {
      return false;
    }
  }

  /** Writes the files of a tree into a folder, which is made anew. */
  checkOut(tree: string, folder: string): void {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const index = join(this.#folder, `index.out.${process.pid}`);
    try {
      const env = { GIT_WORK_TREE: folder };
      this.#git(["-c", "submodule.recurse=false", "read-tree", "-m", "-u", tree], { index, cwd: folder, env });
    } finally {
      rmSync(index, { force: true });
    }
  }

  /** The paths at which two trees differ. */
  changed(one: string, other: string): string[] {
    return this.#differences(one, other).map(({ path }) => path);
  }

  /** Two trees as versions that have only what differs. */
  differing(one: string, other: string): readonly [Version, Version] {
    const all = this.#differences(one, other);
    return [
      this.#version("the files that passed", all, ({ old }) => old),
      this.#version("the files as they are now", all, ({ now }) => now),
    ];
  }

  #differences(one: string, other: string): Difference[] {
    const printed = this.#git(["diff-tree", "-r", "-z", "--raw", "--no-abbrev", "--no-renames", one, other]);
    const fields = printed.toString("utf8").split("\0").slice(0, -1);
    return fields.flatMap((field, i): Difference[] => {
      if (i % 2 === 1) return [];
      const [, oldMode, newMode, oldId, newId] = /^:(\d+) (\d+) (\w+) (\w+)/.exec(field)!;
      return [{ path: fields[i + 1]!, old: { mode: oldMode!, id: oldId! }, now: { mode: newMode!, id: newId! } }];
    });
  }

  #version(name: string, all: readonly Difference[], sideOf: (difference: Difference) => Blob): Version {
    const items = new Map(
      all.flatMap((each): [string, Item][] => {
        const { mode, id } = sideOf(each);
        return mode === noMode ? [] : [[each.path, this.#item(mode, id)]];
      }),
    );
    return {
      name,
      items,
      checkOut: () => {
        throw new Error("Only what differs is known.");
      },
    };
  }

  #item(mode: string, id: string): Item {
    if (mode === submoduleMode) return { kind: "module", executable: false, id, bytes: () => new Uint8Array() };
    let known: Uint8Array | undefined;
    const bytes = () => {
      known ??= this.#git(["cat-file", "blob", id]);
      return known;
    };
    return { kind: mode === linkMode ? "link" : "file", executable: mode === "100755", id, bytes };
  }

  /** A tree with all contents, except those of a commit. */
  pack(tree: string, base: string | undefined): Buffer {
    const input = `${tree}\n${base === undefined ? "" : `^${base}^{tree}\n`}`;
    return this.#git(["pack-objects", "--revs", "--stdout", "--quiet"], { input });
  }

  /** Takes in what `pack` made. */
  unpack(pack: Uint8Array, repository: Repository | undefined): void {
    this.#prepare(repository);
    this.#git(["unpack-objects", "-q"], { input: pack });
  }

  #prepare(repository: Repository | undefined): void {
    const isNew = !existsSync(join(this.#folder, "HEAD"));
    if (isNew) {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      runGit(["init", "--quiet", "--bare", "--template=", this.#folder], { env: environment() });
      for (const [name, value] of settings) this.#git(["config", name, value]);
    }
    const info = join(this.#folder, "info");
    mkdirSync(info, { recursive: true });
    writeFileSync(join(info, "attributes"), attributes);
    writeFileSync(join(info, "exclude"), [...neverKept, ...(repository ? excludedBy(repository) : [])].join("\n"));
    const objects = repository?.text(["rev-parse", "--path-format=absolute", "--git-path", "objects"]);
    const shared = join(this.#folder, "objects", "info");
    mkdirSync(shared, { recursive: true });
    if (objects !== undefined) writeFileSync(join(shared, "alternates"), `${JSON.stringify(objects)}\n`);
  }

  #git(words: readonly string[], { index, cwd = this.#folder, env = {}, input = "" }: StoreCommand = {}): Buffer {
    return runGit(["-C", cwd, ...words], {
      input,
      env: {
        ...environment(),
        GIT_DIR: this.#folder,
        GIT_WORK_TREE: this.#root,
        ...(index === undefined ? {} : { GIT_INDEX_FILE: index }),
        ...env,
      },
    });
  }
}

interface Blob {
  readonly mode: string;
  readonly id: string;
}

interface Difference {
  readonly path: string;
  readonly old: Blob;
  readonly now: Blob;
}

/** How `git add --ignore-errors` exits if it has added all but files that it cannot read, or repositories without a commit. */
const someNotAdded = 1;

/** Of what is not there. */
const noMode = "000000";

interface StoreCommand {
  readonly index?: string;
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly input?: string | Uint8Array;
}

const settings = [
  ["core.autocrlf", "false"],
  ["core.safecrlf", "false"],
  ["core.fsync", "none"],
  ["core.untrackedCache", "true"],
  ["core.fsmonitor", "false"],
  ["gc.autoDetach", "false"],
  ["advice.addEmbeddedRepo", "false"],
] as const;

function environment(): NodeJS.ProcessEnv {
  return { ...process.env, ...noRepository, LC_ALL: "C" };
}

function excludedBy(repository: Repository): string[] {
  const path = repository.text(["rev-parse", "--path-format=absolute", "--git-path", "info/exclude"]);
  return existsSync(path) ? readFileSync(path, "utf8").split("\n") : [];
}

/**
 * By the time of its index git knows which files were written in the same second, so that another content may have the same time and
 * size. A copy that was newer would hide these edits.
 */
function copyWithTime(from: string, to: string): void {
  copyFileSync(from, to);
  // Rounded down: a little too old costs a look at some files, too new would cost an edit.
  const seconds = Math.floor(statSync(from).mtimeMs) / 1000;
  utimesSync(to, seconds, seconds);
}
