import { join } from "node:path";
import { wordsForSh } from "../../../../core/command-line.ts";
import { folderVersion } from "../../../tree/folder-version.ts";
import type { InstallPlace, PackageFolders, UpgradedPackage } from "../manager.ts";

/** A copy of the module, which takes its place in go.mod: the cache of modules is everybody's. */
export const moduleCopies: PackageFolders = {
  find: copyCommand,
  files: (folder, { name }) => folderVersion(folder, name).items,
  shown: (module) => module,
};

/** Prints the folder of the copy. */
function copyCommand({ name: module }: UpgradedPackage, { kept }: InstallPlace): string {
  const folder = join(kept, "modules", module);
  const [copy, above, file] = [folder, join(folder, ".."), join(folder, "go.mod")].map((path) => wordsForSh([path]));
  return [
    `found=$(${wordsForSh(["go", "list", "-m", "-f", "{{.Dir}}", module])})`,
    `test -n "$found"`,
    `rm -rf -- ${copy}`,
    `mkdir -p -- ${above}`,
    `cp -R -- "$found" ${copy}`,
    // Files in the cache cannot be written.
    `chmod -R u+w -- ${copy}`,
    // Go makes one up for an old module, but wants it in a folder.
    `{ test -e ${file} || echo ${wordsForSh([`module ${module}`])} > ${file}; }`,
    wordsForSh(["go", "mod", "edit", `-replace=${module}=${folder}`]),
    `echo ${copy}`,
  ].join(" && ");
}
