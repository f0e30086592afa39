import { dirname } from "node:path";
import { listText } from "../../core/list-text.ts";
import { installCommand } from "../../world/packages/lockfile-names.ts";
import { managerOfFile } from "../../world/packages/managers/managers.ts";

/**
 * A version tested with the packages installed here may fail because its own lockfile asks for different ones. `isInstalled` says whether
 * there may be packages of a lockfile.
 */
export function installedPackagesNotes(
  differingLockfiles: readonly string[],
  isInstalled: (lockfile: string) => boolean = () => true,
): string[] {
  const [first] = differingLockfiles;
  if (first === undefined) return [];
  const install = installCommand(first);
  const isReadable = !first.endsWith("bun.lockb");
  const command = `culprit packages${managerOption(differingLockfiles)}`;
  const blame = isReadable ? `${command} finds out which upgrade is to blame, ` : "";
  const beside = differingLockfiles.length === 1 ? "it" : "them";
  const tested = differingLockfiles.some(isInstalled)
    ? "but every test uses the packages that are installed here"
    : `and there is no node_modules beside ${beside}`;
  const next = `${blame}--build '${install}' installs what each candidate asks for.`;
  return [`${sayDiffer(differingLockfiles)}, ${tested}: ${next}`];
}

/** Where lockfiles of several managers differ in one folder, the user has to choose. */
function managerOption(lockfiles: readonly string[]): string {
  for (const folder of new Set(lockfiles.map((path) => dirname(path)))) {
    const managers = new Set(lockfiles.filter((path) => dirname(path) === folder).map(managerOfFile));
    if (managers.size > 1) return ` --manager ${[...managers].join("|")}`;
  }
  return "";
}

/** Maximum number of lockfiles that are named in a sentence. */
const maxNamed = 3;

/** "a differs", "a and b differ". */
export function sayDiffer(lockfiles: readonly string[]): string {
  return `${listText(lockfiles, { max: maxNamed })} ${lockfiles.length === 1 ? "differs" : "differ"}`;
}
