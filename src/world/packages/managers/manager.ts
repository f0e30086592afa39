import type { ListFolders } from "../../tree/list-folders.ts";
import type { Item } from "../../tree/version.ts";
import type { RequirerMove } from "./requirer-moves.ts";

/**
 * What culprit has to know of a package manager. Everything else is the manager's own work: a candidate is a lockfile with some
 * packages as in the new one and the others as in the old one, and the manager itself installs it.
 */
export interface Manager {
  readonly name: ManagerName;
  /** The names of its lockfile; the first is the usual one. */
  readonly lockfiles: readonly string[];
  /** Folders of a project in which it installs; the candidate has its own. */
  readonly installed: readonly string[];
  /** What the project is called in the manager's own manifest; undefined: it has no name, or the manifest cannot be read. */
  readonly projectName: (side: Pick<SideFiles, "read">) => string | undefined;
  /** Throws a UserError if a lockfile cannot be read. */
  readonly compare: (old: SideFiles, now: SideFiles) => Promise<LockDifference> | LockDifference;
  /** A command for sh that installs what the lockfile asks for, and nothing else; it runs in the lockfile's folder. */
  readonly install: (place: InstallPlace) => string;
  /**
   * A command that installs the same in a new place as the user would, where `install` puts it together without the manager; it refuses
   * versions that do not accept each other. Undefined: `install` does that.
   */
  readonly installAnew?: (place: InstallPlace) => string;
  /** Variables for that command, for the build and for the test. */
  readonly environment?: (place: InstallPlace) => Readonly<Record<string, string>>;
  /** How a word of the test reads in a copy of the project, such as the path of a program that the manager has installed. */
  readonly testWord?: (word: string, place: InstallPlace) => string;
  /** Why the test cannot run with what has just been installed in this place, and what to do; undefined: nothing is known against it. */
  readonly unready?: (test: readonly string[], place: InstallPlace) => string | undefined;
  readonly folders: PackageFolders;
  /** Files of a candidate that it may complete when it installs them, or when a test uses it. */
  readonly completes?: readonly string[];
  /** How a user keeps one package as it was, in the manager's own words. */
  readonly remedy?: (held: MovedPackage, now: SideFiles) => Remedy | undefined;
}

export const managerNames = ["npm", "pnpm", "yarn", "bun", "uv", "pip", "poetry", "cargo", "go"] as const;
export type ManagerName = (typeof managerNames)[number];
/** Those that install every candidate themselves. */
export type LockedManager = Exclude<ManagerName, "npm">;

/** The files of one side, by their paths from the lockfile's folder on. */
export interface SideFiles {
  /** For people. */
  readonly name: string;
  /** The name of the lockfile. */
  readonly lockfile: string;
  /** Undefined: there is no such file. */
  readonly read: (path: string) => string | undefined;
  /** Undefined: only single files are known. */
  readonly listFolders?: ListFolders;
}

export interface InstallPlace {
  /** The copy of the project: the folder with the lockfile. */
  readonly folder: string;
  /** The user's own folder in the same place. */
  readonly home: string;
  /** A folder of our own beside the copy, which stays from test to test. */
  readonly kept: string;
  /** A folder of our own for all copies of a run: what the first installations put there, the others can use. */
  readonly shared: string;
  readonly lockfile: string;
  /** True for the first installations, one of each side; false: everything is here, and nothing else may be used. */
  readonly network: boolean;
}

/** How the files of an installed package are found. */
export interface PackageFolders {
  /**
   * A command for sh that prints the folders with a package, each on a line; it runs in the lockfile's folder. What is in these folders
   * may be changed.
   */
  readonly find: (upgraded: UpgradedPackage, place: InstallPlace) => string;
  /** The files of that package in such a folder, by their paths there; undefined: it is not there in this version. */
  readonly files: (folder: string, upgraded: UpgradedPackage, version: string) => ReadonlyMap<string, Item> | undefined;
  /** What such a folder is called in a report. */
  readonly shown: (name: string) => string;
  /** A command for sh that fails if the manager does not accept a package that was changed. */
  readonly check?: (upgraded: UpgradedPackage, place: InstallPlace) => string;
}

/** What differs between two lockfiles, and how to write one in between. */
export interface LockDifference {
  /** Packages that both have, in other versions, and those that the project itself requires on one side only; by name. */
  readonly packages: readonly MovedPackage[];
  /** Files of a candidate instead of those of the new side: the lockfile, perhaps the manifest. */
  readonly compose: (isUpgraded: (id: string) => boolean) => ReadonlyMap<string, string>;
  /** The manifests with which the lockfiles have to agree, of both sides, by their paths from the lockfile's folder on. */
  readonly manifests: readonly string[];
  /** What the manifest must have for such a lockfile, besides what it has on the new side: `"qs": "6.7.0" in package.json`. */
  readonly manifestNeeds?: (isUpgraded: (id: string) => boolean) => readonly string[];
  /** Which files of a candidate belong to its lockfile, and are written with a good one, such as go.sum. */
  readonly companions?: readonly string[];
  /** Files of a candidate that are not the project's: only its installation reads them. */
  readonly temporary?: readonly string[];
}

export interface MovedPackage {
  readonly name: string;
  /** For a part of a package of which there are several versions: the names of those who find these versions; undefined: the project. */
  readonly by?: ReadonlySet<string | undefined>;
  /** The version, or several with commas between; undefined: that side does not have it. */
  readonly old: string | undefined;
  readonly new: string | undefined;
  /**
   * The names from what the project requires down to what requires this package, on the new side; empty: the project does. What only a
   * workspace of the project requires begins with the name of that.
   */
  readonly requiredBy: readonly string[];
  /** True: the project or one of its workspaces requires the first of these, and it is not known which. */
  readonly isStartUnknown?: boolean;
  /** Upgraded packages whose declared ranges rule out the old version, as in `express 4.22.1`, where the manager's files have ranges. */
  readonly broughtBy?: readonly string[];
  /** Where one side has several versions: who finds another one than before. */
  readonly moves?: readonly RequirerMove[];
}

/** What candidates know it by: its name, and for a part of a package also the versions. */
export function idOf({ name, by, old, new: now }: MovedPackage): string {
  return by === undefined ? name : `${name} ${old} ${now}`;
}

/** A package with one version on each side. */
export interface UpgradedPackage extends MovedPackage {
  readonly old: string;
  readonly new: string;
}

/** How to keep a package as it was. */
export interface Remedy {
  /** What to write, for people: `pnpm.overrides in package.json: "qs": "6.7.0"`. */
  readonly text: string;
  /** The files with that, by path. */
  readonly files: ReadonlyMap<string, string>;
  /** A command for sh that makes the new lockfile from them; it may install it, too. It has the network. */
  readonly update: (place: InstallPlace) => string;
  /** Another way, for versions of the manager to which this one means nothing. */
  readonly otherwise?: Remedy;
}
