import { readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { UserError } from "../core/user-error.ts";
import { recordsFolder } from "../run/record/records-folder.ts";
import { lstatIfThere, statIfThere } from "../world/files/stat-if-there.ts";

/** Maximum number of links that lead to each other, as in the kernel. */
const maxLinks = 40;

/** The folders that a client may work in. What is checked is where a path really leads: links are followed. */
export class Roots {
  /** Without links; the first one is where relative folders begin. */
  readonly folders: readonly [string, ...string[]];

  constructor(folders: readonly [string, ...string[]]) {
    this.folders = folders.map(readRoot) as [string, ...string[]];
  }

  /** The folder that a client names, relative to the first root; without a name, that root itself. */
  folder(name = "."): string {
    const path = resolve(this.folders[0], name);
    this.check(path, name);
    if (!statIfThere(path)?.isDirectory()) throw new UserError(`${name} is not a folder.`);
    const records = recordsFolder(path);
    // A folder that is read-only has its records among the user's own files; a link must not lead the records elsewhere.
    if (dirname(records) === path) this.check(join(records, "runs"), `${name}/.culprit/runs`);
    return realpathSync(path);
  }

  /** The roots, each with its records where they belong. */
  all(): string[] {
    return this.folders.map((root) => this.folder(root));
  }

  /** How a client calls a folder: as little as leads there. */
  nameOf(folder: string): string {
    const name = relative(this.folders[0], folder);
    return name.startsWith("..") ? folder : name;
  }

  /** Refuses a path that leads out of all roots. */
  check(path: string, name: string): void {
    if (this.contains(path)) return;
    throw new UserError(
      `${name} is outside of the folders that this server may work in (${this.folders.join(", ")}). ` +
        "Use a path inside, or have the server started with a further --root DIR.",
    );
  }

  contains(path: string): boolean {
    const real = whereItLeads(path);
    return this.folders.some((root) => real === root || real.startsWith(root.endsWith(sep) ? root : root + sep));
  }
}

function readRoot(name: string): string {
  const path = resolve(name);
  if (statIfThere(path)?.isDirectory()) return realpathSync(path);
  throw new UserError(`--root ${name} is not a folder.`);
}

/** The path without links. The end of it need not exist: a link to nothing is a file that would be made elsewhere. */
function whereItLeads(path: string, links = 0): string {
  try {
    return realpathSync(path);
  } catch {
    if (dirname(path) === path) return path;
    const here = join(whereItLeads(dirname(path), links), basename(path));
    if (!lstatIfThere(here)?.isSymbolicLink()) return here;
    // Links in a circle lead nowhere, so not into a root either.
    return links >= maxLinks ? "" : whereItLeads(resolve(dirname(here), readlinkSync(here)), links + 1);
  }
}
