/** A version tested with the packages installed here may fail because its own lockfile asks for different ones. */
export function installedPackagesNotes(differingLockfiles: readonly string[]): string[] {
  if (differingLockfiles.length === 0) return [];
  return [
    `${sayDiffer(differingLockfiles)}, but every test uses the packages that are installed here: culprit packages ` +
      "finds out which upgrade is to blame, --build 'npm ci' installs what each candidate asks for.",
  ];
}

/** "a differs", "a and b differ". */
export function sayDiffer(lockfiles: readonly string[]): string {
  return `${lockfiles.join(" and ")} ${lockfiles.length === 1 ? "differs" : "differ"}`;
}
