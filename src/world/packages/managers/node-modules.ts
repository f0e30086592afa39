import { readFileSync } from "node:fs";
import { join } from "node:path";
import { wordsForSh } from "../../../core/command-line.ts";
import { folderVersion } from "../../tree/folder-version.ts";
import type { PackageFolders } from "./manager.ts";

/**
 * In folders called node_modules, or where their links lead: a package may be there several times. Archives of plug'n'play have none.
 */
export const nodeModules: PackageFolders = {
  find: ({ name }) => wordsForSh(["find", ".", "-type", "d", "-path", `*/node_modules/${name}`]),
  // Packages inside of it have their own versions.
  files: (folder, { name }, version) => (versionIn(folder) === version ? folderVersion(folder, name).items : undefined),
  shown: (name) => `node_modules/${name}`,
};

function versionIn(folder: string): unknown {
  try {
    return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).version;
  } catch {
    return undefined; // a folder of something else
  }
}
