import { listText } from "../../core/list-text.ts";
import { installCommand } from "../../world/packages/lockfile-names.ts";

/** A version tested with the packages installed here may fail because its own lockfile asks for different ones. */
export function installedPackagesNotes(differingLockfiles: readonly string[]): string[] {
  const [first] = differingLockfiles;
  if (first === undefined) return [];
  const install = installCommand(first);
  const isReadable = !first.endsWith("bun.lockb");
  const blame = isReadable ? "culprit packages finds out which upgrade is to blame, " : "";
  return [
    `${sayDiffer(differingLockfiles)}, but every test uses the packages that are installed here: ${blame}` +
      `--build '${install}' installs what each candidate asks for.`,
  ];
}

/** Maximum number of lockfiles that are named in a sentence. */
const maxNamed = 3;

/** "a differs", "a and b differ". */
export function sayDiffer(lockfiles: readonly string[]): string {
  return `${listText(lockfiles, { max: maxNamed })} ${lockfiles.length === 1 ? "differs" : "differ"}`;
}
