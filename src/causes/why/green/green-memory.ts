import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { recordsFolder } from "../../../run/record/records-folder.ts";
import { projectRoot } from "../../../suites/project-root.ts";
import { contentHash } from "../../../world/files/content-hash.ts";
import { writeFileAtomically } from "../../../world/files/write-atomically.ts";
import { Repository } from "../../../world/git/repository.ts";
import { TreeStore } from "../../../world/git/tree-store.ts";
import { recordEnvironment } from "../surroundings/environment-record.ts";
import { toolVersions } from "../surroundings/tool-versions.ts";
import type { Green } from "./green.ts";

/** The last run that passed here, beside the files as they are now. */
export interface SinceGreen {
  readonly memory: GreenMemory;
  readonly green: Green;
  /** Undefined: they could not be kept. */
  readonly treeNow?: string;
}

/** What is remembered of this very command in this folder. It lies beside the records of runs, and only the user can read it. */
export class GreenMemory {
  readonly #cwd: string;
  readonly #test: readonly string[];
  readonly #folder: string;
  readonly #name: string;
  /** The files at several times. */
  readonly store: TreeStore;

  constructor(cwd: string, test: readonly string[]) {
    this.#cwd = cwd;
    this.#test = test;
    this.#folder = join(recordsFolder(cwd), "green");
    this.#name = contentHash(JSON.stringify(test)).slice(0, 12);
    this.store = new TreeStore(join(this.#folder, "store"), projectRoot(cwd));
  }

  /** The files as they are now. Undefined: they cannot be kept, as on a full disk. */
  takeTree(): string | undefined {
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      return this.store.take(Repository.containing(this.#cwd));
    } catch {
      return undefined;
    }
  }

  /** The test has passed with these files. False: there is no place to remember it. */
  async remember(tree: string | undefined, date: Date): Promise<boolean> {
    const green: Green = {
      format: 1,
      date: date.toISOString(),
      test: this.#test,
      ...(tree === undefined ? {} : { tree, ...this.#commitIf(tree) }),
      tools: await toolVersions(),
      environment: recordEnvironment(process.env),
    };
    try {
      if (tree !== undefined) this.store.name(this.#name, tree);
      writeFileAtomically(this.#path, `${JSON.stringify(green)}\n`);
      return true;
    } catch {
      return false;
    }
  }

  /** Undefined: the test has not passed here yet, as far as we know. */
  recall(): Green | undefined {
    try {
      const green: Green = JSON.parse(readFileSync(this.#path, "utf8"));
      if (green.format !== 1) return undefined;
      if (green.tree === undefined || this.store.has(green.tree)) return green;
      const { tree: _, ...rest } = green;
      return rest;
    } catch {
      return undefined;
    }
  }

  /** The files as they were, in a folder that stays until the test passes again. */
  filesOf(tree: string): string {
    const folder = join(this.#folder, `${this.#name}-files`);
    const mark = join(this.#folder, `${this.#name}-files.tree`);
    if (!existsSync(mark) || readFileSync(mark, "utf8") !== tree) {
      this.store.checkOut(tree, folder);
      writeFileSync(mark, tree);
    }
    return folder;
  }

  /** A version that has a name in history can be searched commit by commit. */
  #commitIf(tree: string): Pick<Green, "commit"> {
    const repository = Repository.containing(this.#cwd);
    const commit = repository?.resolveCommit("HEAD");
    if (!repository || commit === undefined) return {};
    return repository.text(["rev-parse", `${commit}^{tree}`]) === tree ? { commit } : {};
  }

  get #path(): string {
    return join(this.#folder, `${this.#name}.json`);
  }
}
