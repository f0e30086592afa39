/** A file or a link of a version. Its content is read when it is needed. */
export interface Item {
  readonly kind: "file" | "link" | "module";
  readonly executable: boolean;
  /** As git names contents. */
  readonly id: string;
  readonly bytes: () => Uint8Array;
}

/** The mode of an item in git. */
export function modeOf({ kind, executable }: Item): string {
  return kind === "link" ? linkMode : executable ? "100755" : "100644";
}

/** A state of a tree of files: a commit, a folder, the working tree. */
export interface Version {
  /** For people. */
  readonly name: string;
  readonly commit?: string;
  /** The commit that a working tree was checked out from. */
  readonly parent?: string;
  /** The folder that it was read from. */
  readonly root?: string;
  /** What the user should know about files that are missing, or not as they should be. */
  readonly notes?: readonly string[];
  /** By path, with slashes. */
  readonly items: ReadonlyMap<string, Item>;
  /** Reads the contents of these ahead, where that is quicker than one by one. */
  readonly load?: (paths: readonly string[]) => void;
  /** Makes all of it real in an empty folder. */
  readonly checkOut: (folder: string) => void;
}

/** Modes in git. */
export const linkMode = "120000";
export const submoduleMode = "160000";

/** Never part of a version: the data of version control, the records of runs, installed packages. */
const excludedNames = new Set([".git", ".culprit", "node_modules"]);

/** Whether a path is in a folder that is never part of a version. */
export function isExcluded(path: string): boolean {
  return path.split("/").some((part) => excludedNames.has(part));
}
